/** Tests of the words that a gate shows for each answer. */
import { expect, test } from 'vitest'
import type { Status } from '#domain/credential/status'
import type { GatePilot } from '#domain/gate/schemas'
import { wordsOf } from '../../../client/gate/answer-words.ts'
import type { ScanAnswer } from '../../../client/gate/gate-line.ts'
import { gatePilotOf } from '../../../server/gate/roster.ts'
import { aDraft } from '../../support/pilots.ts'

const now = new Date(2026, 10, 22, 10, 0)

function pilotWith(status: Status): GatePilot {
  return gatePilotOf({ ...aDraft(), id: '7K3Q9XW2M4TB', photo: null }, status, '2026-11-22')
}

function answerWith(changes: Partial<ScanAnswer>): ScanAnswer {
  return {
    id: '1',
    scanned: '7K3Q9XW2M4TB',
    gate: 'Norte',
    direction: 'in',
    at: now.toISOString(),
    result: 'pass',
    admitted: false,
    ...changes,
  }
}

/** Returns the kind of an answer and its word with what follows it. */
function said(changes: Partial<ScanAnswer>): string {
  const { kind, word, detail = '', advice = '' } = wordsOf(answerWith(changes), now)
  return `${kind}: ${word} ${detail}`.trim() + (advice && ` | ${advice}`)
}

const valid = pilotWith({ kind: 'valid', until: '2026-12-31' })
const expired = pilotWith({ kind: 'expired', until: '2025-12-31' })
const earlier = (hours: number, day = 22) => ({
  at: new Date(2026, 10, day, hours, 42).toISOString(),
  gate: 'Norte',
})

test('each result has its word, its kind and what the marshal must know', () => {
  expect(said({ admitted: true, pilot: valid })).toBe('yes: PASE')
  const again = { result: 'again', pilot: valid } as const
  expect(said({ ...again, admitted: true, previous: earlier(9) })).toBe(
    'warn: YA ENTRÓ a las 09:42 por Norte | Puede pasar.',
  )
  expect(said({ ...again, previous: earlier(18, 21) })).toBe(
    'no: YA ENTRÓ el 21/11 a las 18:42 por Norte | No puede entrar otra vez.',
  )
  const seconds = (count: number, gate = 'Norte') => ({
    at: new Date(now.getTime() - count * 1000).toISOString(),
    gate,
  })
  const look = 'Mire la foto: la credencial puede estar en otra mano.'
  expect(said({ ...again, previous: seconds(20) })).toBe(`warn: YA ENTRÓ hace 20 s, en esta puerta | ${look}`)
  expect(said({ ...again, previous: seconds(5, 'Sur') })).toBe(`warn: YA ENTRÓ hace 5 s, por Sur | ${look}`)
  expect(said({ ...again, admitted: true, previous: seconds(20) })).toBe(
    'warn: YA ENTRÓ hace 20 s, en esta puerta | Puede pasar.',
  )
  expect(said({ ...again, previous: seconds(61) })).toMatch(/^no: YA ENTRÓ a las 09:58 por Norte/)
  expect(said({ result: 'expired', pilot: expired })).toBe('no: VENCIDA el 31/12/2025')
  const medical = pilotWith({ kind: 'expired', until: '2026-03-01', isMedical: true })
  expect(said({ result: 'expired', pilot: medical })).toBe(
    'no: VENCIDA el 01/03/2026 | Venció su certificado médico.',
  )
  const insured = pilotWith({ kind: 'expired', until: '2026-03-01', isInsurance: true })
  expect(said({ result: 'expired', pilot: insured })).toBe('no: VENCIDA el 01/03/2026 | Venció su seguro.')
  const suspended = pilotWith({ kind: 'suspended', until: '2026-12-12' })
  expect(said({ result: 'suspended', pilot: suspended })).toBe('no: SUSPENDIDA hasta el 12/12/2026')
  expect(said({ result: 'suspended', pilot: pilotWith({ kind: 'suspended' }) })).toBe('no: SUSPENDIDA')
  const revoked = pilotWith({ kind: 'revoked', at: new Date(2026, 0, 5, 9, 42).toISOString() })
  expect(said({ result: 'revoked', pilot: revoked })).toMatch(/^no: ANULADA el 05\/01\/2026/)
  expect(said({ result: 'revoked' })).toBe(
    'no: ANULADA | Esta tarjeta ya no vale: pida la nueva, o avise a la mesa.',
  )
})

test('an unknown text is shown as it was read, and a code in groups', () => {
  expect(said({ result: 'unknown' })).toBe(
    'no: NO ES UNA CREDENCIAL | Ningún piloto tiene el código 7K3Q-9XW2-M4TB.',
  )
  expect(said({ result: 'unknown', scanned: ' 7791234567890 ' })).toBe(
    'no: NO ES UNA CREDENCIAL | Se leyó «7791234567890».',
  )
})

test('an exit that is accepted says SALIDA, also with an expired credential', () => {
  expect(said({ direction: 'out', admitted: true, pilot: valid })).toBe('out: SALIDA')
  expect(said({ direction: 'out', admitted: true, result: 'expired', pilot: expired })).toBe(
    'out: SALIDA | Su credencial está vencida.',
  )
  expect(said({ direction: 'out', admitted: true, pilot: valid, chip: '12' })).toBe(
    'warn: DEVUELVA EL CHIP Chip 12 | Puede salir: la salida queda anotada.',
  )
  expect(said({ direction: 'out', result: 'unknown' })).toMatch(/^no: NO ES UNA CREDENCIAL/)
})

test('a repeated scan whose first answer is not known lets the person pass', () => {
  expect(said({ result: 'repeat', admitted: true, pilot: valid })).toBe('yes: PASE')
})
