/**
 * The printed list of pilots, the same on paper, as a PDF and as a workbook: by modalidad, category and number, with what
 * incomplete riders lack, the checks of the open event and a column to sign.
 */
import { type Category, categoryOf } from '../events/categories/category.ts'
import {
  type CheckName,
  checks,
  type Entered,
  type Entry,
  entriesIn,
  isCheckDone,
  lackingChecks,
  type Requirements,
} from '../events/entry.ts'
import { enteredFilter, meetsFilter } from '../events/entry-filter.ts'
import type { RaceEvent } from '../events/event.ts'
import { ownNumber } from '../events/numbers.ts'
import { requirementsOf } from '../features.ts'
import type { PrintedList } from '../import/calls.ts'
import type { Book, CellValue } from '../import/columns.ts'
import { count } from '../text/text.ts'
import { documentText } from './document.ts'
import { missingNames, missingText } from './incomplete.ts'
import type { FieldTable } from './own/field-table.ts'
import { classText, type Pilot, type StoredDraft } from './pilot.ts'
import type { PilotId } from './pilot-id.ts'
import { describeFound, type ListFilter } from './search/list-query.ts'

type ListedPilot = Entered & StoredDraft & Pick<Pilot, 'id' | 'waivers'>

interface PrintedListOptions {
  event: { id: string; checks: readonly CheckName[]; categories: readonly Category[]; waiver?: string }
  /** The filter that has found the pilots. Absent if a person has chosen them. */
  filter?: ListFilter
  /** The day of the print: `YYYY-MM-DD`. */
  today: string
  /** The gate and the time of the last entry, by identifier, if the list is of the pilots who are inside. */
  entrances?: ReadonlyMap<PilotId, string>
  /** The fields, some of which the filter names. */
  table?: FieldTable
}

/** The width of a line, and of the columns besides the name, in millimetres. */
export const listWidth = 190
const columns = {
  number: { title: 'N°', width: 12 },
  name: { title: 'Apellidos y nombres', width: 0 },
  document: { title: 'Documento', width: 19 },
  licence: { title: 'Licencia', width: 22 },
  club: { title: 'Club', width: 22 },
}
const entrance = { title: 'Entró por', width: 30 }
const signature = { title: 'Firma', width: 28 }
const checkWidth = 13

const withoutModalidad = 'Sin modalidad'
const isDone = 'Sí'
/** Stands in place of a check that the rider does not need, or cannot have without an entry. */
const notNeeded = '–'

/**
 * Returns the list of some pilots. A rider with entries in the open event has a line for each of them, with its number;
 * the others have one with what they are registered with. The list of those inside has one line for each person.
 */
export function printedList(
  pilots: readonly ListedPilot[],
  { event, filter, today, entrances, table }: PrintedListOptions,
): PrintedList {
  const wantedChecks = entrances ? [] : event.checks
  const modalidad = filter?.modalidad
  const { enteredIn } = enteredFilter(event, filter?.entered ?? 'all')
  const lines = pilots.flatMap((pilot) => {
    const entries = entriesIn(pilot, event.id).filter(
      (entry) =>
        (!modalidad || entry.modalidad === modalidad) && (!enteredIn || meetsFilter(entry, enteredIn)),
    )
    const own = { modalidad: pilot.modalidad, number: ownNumber(pilot) }
    const places: Place[] = entries.length > 0 ? entries.map((entry) => ({ ...entry, entry })) : [own]
    return (entrances ? places.slice(0, 1) : places).map((place) => ({ ...place, pilot }))
  })
  const { compare } = new Intl.Collator('es', { numeric: true })
  lines.sort(
    (one, other) =>
      lastIfEmpty(one.modalidad, other.modalidad) ||
      compare(one.modalidad ?? '', other.modalidad ?? '') ||
      placeIn(event, one) - placeIn(event, other) ||
      lastIfEmpty(one.number, other.number) ||
      compare(one.number ?? '', other.number ?? '') ||
      compare(nameOf(one.pilot), nameOf(other.pilot)),
  )
  const groups = new Map<string, PrintedList['groups'][number]>()
  for (const { pilot, modalidad = withoutModalidad, number = '', entry } of lines) {
    const category = entry && categoryOf(event, entry)?.name
    const title = classText({ modalidad, category }) ?? ''
    const group = groups.get(title) ?? { title, modalidad, ...(category && { category }), rows: [] }
    groups.set(title, group)
    const requirements = requirementsOf(pilot, event, today)
    const cells = [
      ...[number, namedWithMissing(pilot), documentText(pilot) ?? ''],
      ...[[pilot.nlicencia, pilot.licencia].filter(Boolean).join(' '), pilot.club ?? ''],
      ...(entrances ? [entrances.get(pilot.id) ?? ''] : []),
      ...wantedChecks.map((name) => checkCell(name, entry, requirements)),
      '',
    ]
    group.rows.push({ id: pilot.id, cells })
  }
  return {
    title: filter
      ? describeFound({ total: pilots.length }, filter, table, event.categories)
      : count(pilots.length, 'piloto elegido', 'pilotos elegidos'),
    columns: columnsWith([
      ...(entrances ? [entrance] : []),
      ...wantedChecks.map((name) => ({ title: checks[name].done, width: checkWidth })),
      signature,
    ]),
    groups: [...groups.values()],
  }
}

/** The modalidad and the number of a line, with the entry that they are of. */
interface Place {
  modalidad?: string
  number?: string
  entry?: Entry
}

/** Returns the place of the category of a line among those of the event: those without one come last. */
function placeIn({ categories }: Pick<RaceEvent, 'categories'>, { entry }: Place): number {
  const index = categories.findIndex(({ id }) => id === entry?.category)
  return index < 0 ? categories.length : index
}

function lastIfEmpty(one = '', other = ''): number {
  return Number(one === '') - Number(other === '')
}

function nameOf({ lastname, name }: ListedPilot): string {
  return `${lastname}, ${name}`
}

/** Returns the name, with what an incomplete rider lacks: the desk asks for it. */
function namedWithMissing(pilot: ListedPilot): string {
  const missing = missingNames(pilot)
  return missing.length > 0 ? `${nameOf(pilot)} (${missingText(missing)})` : nameOf(pilot)
}

function checkCell(name: CheckName, entry: Entry | undefined, requirements: Requirements): string {
  if (!entry) return notNeeded
  if (isCheckDone(entry, name, requirements)) return isDone
  return lackingChecks(entry, [name], requirements).length > 0 ? '' : notNeeded
}

/** Returns the columns that every list has, and some more. The name has the room that is left. */
function columnsWith(more: PrintedList['columns']): PrintedList['columns'] {
  const all = [...Object.values(columns), ...more]
  const used = all.reduce((sum, { width }) => sum + width, 0)
  return all.map((column) => (column.width === 0 ? { ...column, width: listWidth - used } : column))
}

/** The number of columns before those that a person fills in by hand. */
export const writtenColumns = Object.keys(columns).length

/** Says that a list has no lines. */
export const emptyList = 'No hay pilotos en esta lista.'

/** Returns the list as a workbook, which can be sorted and filtered: the modalidad is a column, and the category if there are some. */
export function bookOf({ columns, groups }: PrintedList): Book {
  const hasCategories = groups.some(({ category }) => category !== undefined)
  return {
    sheet: 'Lista',
    columns: [
      { label: 'Modalidad', width: 22 },
      ...(hasCategories ? [{ label: 'Categoría', width: 18 }] : []),
      ...columns.map(({ title, width }) => ({ label: title, width: Math.ceil(width / 1.6) })),
    ],
    rows: groups.flatMap(({ modalidad, category, rows }) =>
      rows.map(({ cells: [number = '', ...cells] }): CellValue[] => [
        modalidad,
        ...(hasCategories ? [category] : []),
        isNumber.test(number) ? Number(number) : number,
        ...cells,
      ]),
    ),
  }
}

/** A number that Excel shows as it is written. */
const isNumber = /^(?:0|[1-9]\d{0,14})$/
