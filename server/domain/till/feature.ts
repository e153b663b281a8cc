/** The money and the chips of an event, as a feature of the desk. */
import type { Feature } from '../api/feature.ts'
import { someOf } from '../groups.ts'
import { midnightOf } from '../text/date.ts'
import { chargedIn, owedIn, withCharges } from './charging.ts'
import { chipsOut } from './lending.ts'
import { linesIn } from './lines.ts'
import { lentChips, moneyNotes, openTills, tillSummary } from './report.ts'
import { tillSections } from './sections.ts'

export const till: Feature = {
  check: {
    name: 'payment',
    isDone(rider, event, day) {
      const owed = owedIn(rider, event, midnightOf(day).toISOString())
      return owed === undefined ? undefined : owed <= 0
    },
  },
  atGate(rider, event) {
    const chip = chipsOut(rider, event)
    return chip === undefined ? {} : { chip }
  },
  record(rider, event) {
    const charged = withCharges(rider, event, { at: new Date().toISOString() })
    const isShown = (loan: { event: string; returned?: unknown }) => loan.event === event.id || !loan.returned
    return {
      charges: someOf(linesIn(charged.charges, event.id)),
      payments: someOf(linesIn(rider.payments, event.id)),
      loans: someOf((rider.loans ?? []).filter(isShown)),
      owed: chargedIn(charged, event),
    }
  },
  async report(read, event, now) {
    const summary = event.till && tillSummary(await read(), event, now)
    return summary ? { till: summary } : {}
  },
  reportSections: (report) => (report.till ? tillSections(report.till) : []),
  day: (riders, events, now) => ({
    tills: openTills(riders, events, now),
    lent: lentChips(riders, events[0]?.till),
  }),
  mergeNotes: moneyNotes,
}
