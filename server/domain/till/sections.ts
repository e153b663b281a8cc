/** The till of an event in words and amounts: the screen of the report, its PDF and the terminal print the same sections. */
import type { Section } from '../events/report/sections.ts'
import { formatMoment } from '../text/date.ts'
import { cash } from './lines.ts'
import { formatMoney } from './money.ts'
import type { TillSummary } from './schemas.ts'

interface Table {
  /** The title, and the headings of the cells after the first. */
  head: [title: string, ...names: string[]]
  none?: string
  cells: string[][]
}

/** Returns the sections that have rows. The last row of sums is their total. */
export function tillSections(till: TillSummary): Section[] {
  const { concepts, charged, exempt, paid, means, drawers, owing, overpaid, lent } = till
  const money = (cents: number) => formatMoney(cents, till.currency)
  const total = (riders: TillSummary['owing']) =>
    money(riders.reduce((sum, { cents }) => sum + Math.abs(cents), 0))
  const amounts = (riders: TillSummary['owing']) =>
    riders.map(({ name, cents }) => [name, money(Math.abs(cents))])
  const sums = [...concepts, { label: 'Total', charged, exempt }]
  const tables: Table[] = [
    {
      head: ['Caja', 'A cobrar', 'Exonerado'],
      cells: [
        ...sums.map((one) => [one.label, money(one.charged), one.exempt ? money(one.exempt) : '']),
        ['Pagado', money(paid), ''],
        ['Falta cobrar', total(owing), ''],
      ],
    },
    {
      head: ['Formas de pago', 'Pagado'],
      cells: [...Object.entries(means), ['Total', paid] as const].map(([name, cents]) => [
        name,
        money(cents),
      ]),
    },
    {
      head: ['Cajas', 'Forma de pago', 'Debe haber', 'Contado', 'Diferencia'],
      cells: drawers.flatMap((drawer) => drawerCells(drawer, money)),
    },
    { head: [`Deben: ${total(owing)}`, 'Monto'], none: 'Nadie debe nada.', cells: amounts(owing) },
    { head: [`Pagaron de más: ${total(overpaid)}`, 'Monto'], cells: amounts(overpaid) },
    {
      head: [`Chips sin devolver: ${lent.length}`, 'Chip', 'Desde', 'Dejó'],
      cells: lent.map(({ name, chip, label, at, document, deposit }) => {
        const left = [document, deposit && money(deposit)].filter(Boolean).join(', ')
        return [name, label ? `${label} (${chip})` : chip, formatMoment(at), left]
      }),
    },
  ]
  return tables.filter(({ cells, none }) => cells.length > 0 || none).map(sectionOf)
}

/** On a screen, a sentence names each cell. */
function sectionOf({ head, none = '', cells }: Table): Section {
  const [title, ...names] = head
  const rows = cells.map(([first = '', ...others], index) => {
    const told = others.map((cell, at) => (names.length > 1 ? `${names[at]}: ${cell}` : cell))
    const sentence = told.filter((_, at) => others[at]).join(' · ')
    return { key: String(index), cells: [first, ...others], sentence }
  })
  return { title, none, head, rows, total: rows.length }
}

/** Returns what one drawer should have by each means, what was counted, and by how much that differs. */
function drawerCells(drawer: TillSummary['drawers'][number], money: (cents: number) => string): string[][] {
  const { expected, closed } = drawer
  const name = `${drawer.letter} · ${drawer.drawer}, turno ${drawer.shift}`
  return [...new Set([cash, ...Object.keys({ ...expected, ...closed?.counted })])].map((means) => {
    const should = expected[means] ?? 0
    if (!closed) return [name, means, money(should), 'sin contar', '']
    const counted = closed.counted[means] ?? 0
    const words = counted < should ? 'falta' : 'sobra'
    const difference = counted === should ? 'cuadra' : `${words} ${money(Math.abs(counted - should))}`
    return [name, means, money(should), money(counted), difference]
  })
}
