/** Tests of who is inside, who has entered today, and who has not come yet. */
import { expect, test } from 'vitest'
import { amongOf } from '#domain/gate/attendance'
import { CodeHistory } from '#domain/gate/code-history'
import type { ReceivedScan } from '#domain/gate/passage'
import { PassageLog } from '#domain/gate/passage-log'
import { aReceivedScan, at, day } from '../../support/passages.ts'

const [camper, visitor, gone, old, lost, next] = ['A1', 'B2', 'C3', 'D4', 'E5', 'F6'].map(
  (end) => `0000000000${end}`,
) as [string, string, string, string, string, string]

function logOf(scans: ReceivedScan[]): PassageLog {
  const log = new PassageLog()
  for (const passage of log.decide([{ scans, again: 'warn' }]).fresh) log.add(passage)
  return log
}

test('the missing are neither inside nor have they entered today, by the codes that they have now', () => {
  const undone = aReceivedScan({ pilot: gone, at: at('08:00') })
  const log = logOf([
    aReceivedScan({ pilot: camper, at: at('18:00', 20) }),
    aReceivedScan({ pilot: visitor, at: at('09:00') }),
    aReceivedScan({ pilot: visitor, at: at('10:00'), direction: 'out' }),
    undone,
    aReceivedScan({ pilot: gone, corrects: undone.id }),
    aReceivedScan({ pilot: old, at: at('09:00', 1) }),
    aReceivedScan({ pilot: lost, at: at('09:00') }),
  ])
  const attendance = log.attendance(day('00:00'))
  expect(attendance).toEqual({ inside: [camper, lost], entered: [visitor, lost] })
  expect(log.summary(day('00:00'))).toMatchObject({ inside: 2, entered_today: 2 })

  const history = new CodeHistory([{ id: lost, next, at: at('09:30') }])
  expect(amongOf('inside', attendance, history)).toEqual({ ids: [camper, next], isExcluded: false })
  expect(amongOf('entered', attendance, history)).toEqual({ ids: [visitor, next], isExcluded: false })
  expect(amongOf('missing', attendance, history)).toEqual({ ids: [camper, next, visitor], isExcluded: true })
})
