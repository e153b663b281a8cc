/** The report of the till of an event: what was charged, what was paid, and what should be in which drawer. */
import { eventTitle, type RaceEvent } from '../events/event.ts'
import { addTo } from '../groups.ts'
import { fullName, type Pilot } from '../pilots/pilot.ts'
import { compareTexts, count, enumerate } from '../text/text.ts'
import { exemptCharges, withCharges } from './charging.ts'
import { erasedPerson, type Shift, shiftId, tillOf } from './event-till.ts'
import { depositId } from './lending.ts'
import { balanceIn, type Charge, cash, linesIn, type Payment, standing, sumOf, usualMeans } from './lines.ts'
import { openLoans } from './loans.ts'
import { formatMoney } from './money.ts'
import { clashingLetters, partsOf, receiptsOf } from './receipts.ts'
import type { LentChip, TillReport, TillSummary } from './schemas.ts'

export type DrawerReport = TillReport['drawers'][number]

/** Returns the report of an event. `all` are all riders; `now` is ISO 8601, UTC. */
export function tillReport(
  all: readonly Pilot[],
  event: Pick<RaceEvent, 'id' | 'till' | 'country'>,
  now: string,
): TillReport {
  const { id } = event
  const riders = all.map((rider) => withCharges(rider, event, { at: now }))
  const till = tillOf(event)
  const parts = partsOf(riders, [{ till }]).filter(({ payment }) => payment.event === id)
  const payments = parts.map(({ payment }) => payment)
  const charges = riders.flatMap((rider) => linesIn(rider.charges, id))
  // The charges of erased persons are known no more: they count as what was paid.
  const erased = parts
    .filter(({ rider }) => !rider)
    .map(({ payment }) => ({ label: erasedPerson, cents: payment.cents }))
  const concepts = conceptsOf([...charges, ...erased])
  const balances = riders.flatMap((rider) => {
    const cents = balanceIn(rider, id)
    return cents === 0 ? [] : [{ id: rider.id, name: fullName(rider), cents }]
  })
  balances.sort((one, other) => compareTexts(one.name, other.name))
  const exempt = concepts.reduce((sum, one) => sum + one.exempt, 0)
  return {
    currency: till.currency,
    receipts: receiptsOf(parts),
    drawers: drawersOf(payments, till.shifts),
    means: sumsByMeans(payments),
    concepts,
    charged: sumOf(charges) + sumOf(erased) + exempt,
    exempt,
    paid: sumOf(payments),
    owing: balances.filter(({ cents }) => cents > 0),
    overpaid: balances.filter(({ cents }) => cents < 0),
    clashes: [...clashingLetters(parts)],
  }
}

function conceptsOf(
  charges: readonly Pick<Charge, 'label' | 'cents' | 'voids' | 'reason'>[],
): TillReport['concepts'] {
  const byLabel = new Map<string, { charged: number; exempt: number }>()
  for (const { label, cents, voids, reason } of charges) {
    const sums = byLabel.get(label) ?? { charged: 0, exempt: 0 }
    byLabel.set(label, sums)
    if (voids && reason) sums.exempt -= cents
    else sums.charged += cents
  }
  return [...byLabel]
    .map(([label, sums]) => ({ label, ...sums }))
    .sort((one, other) => compareTexts(one.label, other.label))
}

function sumsByMeans(payments: readonly Payment[]): Record<string, number> {
  const names = [...new Set([...usualMeans, ...payments.map(({ means }) => means)])]
  const its = names.map((name) => [name, payments.filter(({ means }) => means === name)] as const)
  return Object.fromEntries(its.flatMap(([name, all]) => (all.length > 0 ? [[name, sumOf(all)]] : [])))
}

/** Returns all shifts of all drawers, also those that nobody has opened with a float, in the order of each drawer. */
export function drawersOf(payments: readonly Payment[], shifts: readonly Shift[]): DrawerReport[] {
  const groups = new Map<string, Payment[]>(shifts.map((shift) => [shiftId(shift), []]))
  const known = new Map<string, Shift>(shifts.map((shift) => [shiftId(shift), shift]))
  for (const payment of payments) {
    addTo(groups, shiftId(payment), payment)
    const { letter, drawer, shift } = payment
    if (!known.has(shiftId(payment))) known.set(shiftId(payment), { letter, drawer, shift, float: 0 })
  }
  return [...known]
    .map(([key, shift]) => {
      const { [cash]: paid = 0, ...others } = sumsByMeans(groups.get(key) ?? [])
      return { ...shift, expected: { [cash]: paid + shift.float, ...others } }
    })
    .sort((one, other) =>
      one.letter === other.letter && one.drawer === other.drawer
        ? one.shift - other.shift
        : compareTexts(`${one.letter} ${one.drawer}`, `${other.letter} ${other.drawer}`),
    )
}

/** Returns the sums of an event and who has its chips, or undefined if nothing was charged, paid or lent. */
export function tillSummary(
  riders: readonly Pilot[],
  event: Pick<RaceEvent, 'id' | 'till' | 'country'>,
  now: string,
): TillSummary | undefined {
  if (!event.till) return undefined
  const { receipts, drawers, clashes: _, ...sums } = tillReport(riders, event, now)
  const lent = lentChips(riders, event.till, event.id)
  const isUsed = receipts.length + sums.concepts.length + lent.length > 0
  return isUsed ? { ...sums, drawers, lent } : undefined
}

/** The most riders whom a note about money names. */
const mostNamed = 5
const sumTexts = { paid: 'pagado', exempt: 'exonerado' }

/** Says what a merge changes in the money of an event, in Spanish: the sums, and who has paid too much by it. */
export function moneyNotes(
  { id, till, ...event }: RaceEvent,
  before: { riders: readonly Pilot[]; till?: RaceEvent['till'] },
  after: readonly Pilot[],
  now: string,
): string[] {
  const was = tillReport(before.riders, { ...event, id, till: before.till }, now)
  const is = tillReport(after, { ...event, id, till }, now)
  const money = (cents: number) => formatMoney(cents, is.currency)
  const sums = (['paid', 'exempt'] as const)
    .filter((sum) => is[sum] !== was[sum])
    .map((sum) => `lo ${sumTexts[sum]} pasa de ${money(was[sum])} a ${money(is[sum])}`)
  const had = new Map(was.overpaid.map((one) => [one.id, one.cents]))
  const byId = new Map(after.map((rider) => [rider.id, rider]))
  const gained = is.overpaid.filter((one) => one.cents < (had.get(one.id) ?? 0))
  const texts = gained.slice(0, mostNamed).map(({ id: rider, name, cents }) => {
    const isExempt = exemptCharges(linesIn(byId.get(rider)?.charges, id)).length > 0
    return `${name} ${money(0 - cents)}${isExempt ? ' (una mesa cobró y otra exoneró)' : ''}`
  })
  if (gained.length > mostNamed) texts.push(`${count(gained.length - mostNamed, 'piloto')} más`)
  const title = `«${eventTitle(event)}»`
  return [
    ...(sums.length > 0 ? [`En la caja de ${title}, ${enumerate(sums)}`] : []),
    ...(texts.length > 0 ? [`Quedan con dinero a su favor en ${title}: ${enumerate(texts)}`] : []),
  ]
}

/** Returns the drawers that are not closed, by their events. */
export function openTills(riders: readonly Pilot[], events: readonly RaceEvent[], now: string) {
  return events.flatMap((event, index) => {
    if (!event.till) return []
    const { currency, drawers } = tillReport(riders, event, now)
    const open = drawers.filter(({ closed }) => !closed)
    const head = { event: event.id, ...(index > 0 && { title: eventTitle(event) }), currency }
    return open.length > 0 ? [{ ...head, drawers: open }] : []
  })
}

/** Returns who has which chip, by their names and the codes: of one event, or of all. */
export function lentChips(riders: readonly Pilot[], till: RaceEvent['till'], event?: string): LentChip[] {
  const labels = new Map(till?.chips.map(({ code, label }) => [code, label]))
  return riders
    .flatMap((rider) =>
      openLoans(rider, event).map(({ id, chip, at, document }) => {
        const deposit = standing(rider.charges ?? []).find((charge) => charge.id === depositId(id))
        return {
          ...{ id: rider.id, name: fullName(rider), chip, label: labels.get(chip) ?? '', at },
          ...(document && { document }),
          ...(deposit && { deposit: deposit.cents }),
        }
      }),
    )
    .sort((one, other) => compareTexts(one.name, other.name) || compareTexts(one.chip, other.chip))
}
