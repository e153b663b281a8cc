/**
 * The categories that a file asks for, with the motorcycles. An import enters nobody: each rider gets a pending entry, which
 * `Inscribir` and `Por inscribir` make in that category.
 */
import { type Category, categoryOf, categoryTitle } from '../events/categories/category.ts'
import { categoriesMeant } from '../events/categories/meant.ts'
import { type Entry, type EntryNote, entriesIn, entryIn, pendingIn, sortedEntries } from '../events/entry.ts'
import type { RaceEvent } from '../events/event.ts'
import {
  engineProblem,
  type Motorcycle,
  maxMotorcycleText,
  partsProblem,
  sameMotorcycle,
  storedMotorcycle,
} from '../events/motorcycle/motorcycle.ts'
import { readEngine, readMotorcycle } from '../events/motorcycle/motorcycle-text.ts'
import { groupsBy } from '../groups.ts'
import { withFact } from '../pilots/facts/fact-values.ts'
import { cellChoices, type FieldTable } from '../pilots/own/field-table.ts'
import { type Pilot, readValue, saysNone } from '../pilots/pilot.ts'
import { optionRule, Problem as RuleProblem, wordKey } from '../pilots/rules.ts'
import { enumerate, fold, isBlank } from '../text/text.ts'
import { categoryColumn, motorcycleColumns } from './columns.ts'
import type { Problem } from './identity.ts'
import type { ImportRow } from './import.ts'

/** A category that a row asks for, in the open event. */
export interface Wish {
  event: RaceEvent
  category: Category
  motorcycle?: Motorcycle
}

/** The words for no category in a cell. */
export const noCategory = 'Sin categoría'

/**
 * Returns the text of a category with the modalidad that its row gives: in each modalidad, a text means another category.
 * @example wishText('Promoc.', row, table) // 'MOTOCROSS · Promoc.'
 */
export function wishText(cell: unknown, row: Said, table?: FieldTable): string {
  const text = isBlank(cell) ? '' : String(cell).trim()
  const modalidad = text === '' ? undefined : saidModalidad(row, table)
  return modalidad === undefined ? text : categoryTitle({ modalidad, name: text })
}

/** The modalidad of a row. */
type Said = Pick<ImportRow, 'values' | 'defaulted' | 'isOfSheet'>

/**
 * Returns the modalidad that a row gives, or that of the whole sheet. One for all rows without any says nothing about the
 * category.
 */
function saidModalidad(row: Said, table?: FieldTable): string | undefined {
  return row.defaulted?.includes('modalidad') && !row.isOfSheet ? undefined : modalidadOf(row, table)
}

function modalidadOf({ values }: Said, table?: FieldTable): string | undefined {
  const modalidad = readValue('modalidad', values.modalidad, table)
  return typeof modalidad === 'string' ? modalidad : undefined
}

/** Returns the texts among which a person chooses what an unknown category means: titles, and the words for none. */
export function wishChoices(categories: readonly Category[]): string[] {
  return [...categories.map(categoryTitle), noCategory]
}

/** Returns those of `choices` that an unknown text can mean: in a modalidad, by their names alone. See `wishText`. */
export function choicesOfWish(text: string, choices: readonly string[], table: FieldTable): string[] {
  const modalidad = modalidadIn(text, table)
  return choices.flatMap((choice) => {
    if (!fitsWish(text, choice, table)) return []
    return choice.startsWith(modalidad) ? choice.slice(modalidad.length) : choice
  })
}

/** Returns false for the title of a category in another modalidad than that of a text. */
export function fitsWish(text: string, title: string, table: FieldTable): boolean {
  const [modalidad, other] = [text, title].map((one) => modalidadIn(one, table))
  return modalidad === '' || other === '' || modalidad === other
}

/** Returns the modalidad with which a text begins, as in the title of a category; empty without one. */
function modalidadIn(text: string, table: FieldTable): string {
  const all = cellChoices(table, 'modalidad').map((modalidad) => categoryTitle({ modalidad, name: '|' }))
  const beginnings = all.map((title) => title.slice(0, -1))
  return beginnings.find((beginning) => text.startsWith(beginning)) ?? ''
}

/** Returns the category that an unknown text nearly is, if it is near one only. `Máster C` is no typo of `Máster A`. */
export function nearestWish(text: string, choices: readonly string[], table: FieldTable): string | undefined {
  const titles = choicesOfWish(text, choices, table)
  const named = groupsBy(titles, (title) => wordKey(title.slice(modalidadIn(title, table).length)))
  const spellings = [...named].flatMap(([name, [title = '', ...others]]) =>
    others.length > 0 ? [] : [[name, title] as const],
  )
  const name = text.slice(modalidadIn(text, table).length)
  const read = optionRule(titles, { spellings })(name)
  const nearest = read instanceof RuleProblem ? read.suggestion : read
  const nearestName = nearest?.slice(modalidadIn(nearest, table).length) ?? ''
  return marksOf(nearestName) === marksOf(name) ? nearest : undefined
}

/** Returns the numbers and the single letters of a name, which tell categories apart. */
function marksOf(name: string): string {
  const marks = fold(name).match(/\d+|(?<!\p{L})(?:\p{L}|i{2,3}|iv|vi{1,3})(?!\p{L})/gu) ?? []
  return marks.sort().join(' ')
}

/**
 * Reads the category that a row asks for. The modalidad is that of the row or of the stored rider, else the one for all rows; a
 * row without one of its own gets that of the only category of the name. Without an event, no category counts.
 */
export function readWish(
  row: ImportRow,
  existing: Pick<Pilot, 'modalidad'> | undefined,
  { event, table }: { event?: RaceEvent; table: FieldTable },
): { row: ImportRow; wish?: Wish; problems: Problem[] } {
  if (!event) return { row, problems: [] }
  const { values, badCells = {} } = row
  const cell = values[categoryColumn]
  const text = isBlank(cell) ? '' : String(cell).trim()
  const bad = badCells[categoryColumn]
  if (['', wordKey(noCategory)].includes(wordKey(text)) && bad === undefined) return { row, problems: [] }
  const modalidad = saidModalidad(row, table)
  const near = categoriesMeant(event, text, modalidad ?? existing?.modalidad ?? modalidadOf(row, table))
  const meant = near.length > 0 || modalidad !== undefined ? near : categoriesMeant(event, text)
  const [category, another] = meant
  if (bad !== undefined || !category || another)
    return { row, problems: [[categoryColumn, bad ?? whyNone(event, meant, modalidad)]] }
  const { motorcycle, problems } = readRidden(row)
  return { row: withModalidad(row, category, existing), wish: { event, category, motorcycle }, problems }
}

/** Reads the motorcycle of a row, of which the column of the displacements comes before the text. */
function readRidden({ values, badCells = {} }: ImportRow): { motorcycle?: Motorcycle; problems: Problem[] } {
  const [text = '', engine = ''] = motorcycleColumns.map((column) => {
    const cell = String(values[column] ?? '').trim()
    return saysNone(cell) ? '' : cell
  })
  if (text === '' && engine === '') return { problems: [] }
  const [ridden, driven] = [readMotorcycle(text), readEngine(engine)]
  const isLong = [ridden.brand, ridden.model].some((part = '') => part.length > maxMotorcycleText)
  const found = {
    moto_evento: isLong ? partsProblem : undefined,
    cc_evento: driven ? undefined : engineProblem,
    ...badCells,
  }
  const problems = motorcycleColumns.flatMap((column): Problem[] => {
    const message = found[column]
    return message === undefined ? [] : [[column, message]]
  })
  return { motorcycle: storedMotorcycle({ ...ridden, ...driven }), problems }
}

/** Returns true if the motorcycle of a row is not stored: the rider asks for no category, or is entered without it. */
export function leavesMotorcycle(row: ImportRow, rider: Pilot, event: RaceEvent | undefined): boolean {
  const { motorcycle } = readRidden(row)
  if (!event || !motorcycle) return false
  const own = [...entriesIn(rider, event.id), ...pendingIn(rider, event.id)]
  return own.every((entry) => !sameMotorcycle(entry.motorcycle, motorcycle))
}

/** Leaves out that a row lacks the modalidad, which follows from a category that nobody understands. */
export function withoutFollowing<Found extends Problem>(
  problems: readonly Found[],
  { values }: ImportRow,
): Found[] {
  return problems.filter(([field]) => field !== 'modalidad' || !isBlank(values.modalidad))
}

/** The beginning of the message about a text that means no category. */
export const unknownCategory = 'No es una categoría'

/** Says why a text means no category, or not one only. */
function whyNone(
  { categories }: Pick<RaceEvent, 'categories'>,
  meant: readonly Category[],
  modalidad?: string,
): string {
  if (meant.length > 0) return `Es ${enumerate(meant.map(categoryTitle), 'o')}: falta la modalidad`
  const names = categories.flatMap((one) =>
    modalidad === undefined ? [categoryTitle(one)] : one.modalidad === modalidad ? [one.name] : [],
  )
  const place = modalidad === undefined ? 'del evento abierto' : `de ${modalidad}`
  const advice = names.length > 0 ? `elija ${enumerate(names, 'o')}` : 'no tiene ninguna'
  return `${unknownCategory} ${place}: ${advice}`
}

/** Returns the row with the modalidad of its category, if neither the row nor the stored rider has one. */
function withModalidad(
  row: ImportRow,
  { modalidad }: Category,
  existing: Pick<Pilot, 'modalidad'> | undefined,
): ImportRow {
  const isSaid = !isBlank(row.values.modalidad) && !row.defaulted?.includes('modalidad')
  if (existing?.modalidad !== undefined || isSaid) return row
  return { ...row, values: { ...row.values, modalidad }, checked: undefined }
}

/**
 * Takes the modalidad, the number and the transponder out of a row that asks for another modalidad of the event than the rider
 * has already: they are those of the entry that it asks for, and not of the rider and his other entries.
 */
export function withoutWished(
  row: ImportRow,
  existing: Pilot | undefined,
  wish: Wish | undefined,
): ImportRow {
  const { id, modalidad: asked } = { id: wish?.event.id ?? '', modalidad: wish?.category.modalidad }
  const all = existing ? [...entriesIn(existing, id), ...pendingIn(existing, id)] : []
  if (!all.some(({ modalidad }) => modalidad !== asked)) return row
  const { modalidad: _modalidad, npiloto: _number, transponder: _chip, ...values } = row.values
  return { ...row, values }
}

/**
 * Returns the rider with the pending entry of a wish, in which is the number of the row unless it is the rider's own. A rider
 * who is entered in the modalidad already stays as he is: `otherCategory` names the category in which he is, if it is not that
 * of the wish, and that of the wish.
 */
export function withWish(
  rider: Pilot,
  wish: Wish | undefined,
  note: EntryNote,
  row: Pick<ImportRow, 'values'>,
): { rider: Pilot; otherCategory?: [stored: string, given: string] } {
  if (!wish || hasWish(rider, wish, row)) return { rider }
  const { event, category, motorcycle } = wish
  const place = { event: event.id, modalidad: category.modalidad }
  const entry = entryIn(rider, place.event, place.modalidad)
  if (entriesIn(rider, event.id).some((one) => isIn(category, one))) return { rider }
  if (entry)
    return { rider, otherCategory: [categoryOf(event, entry)?.name ?? 'sin categoría', category.name] }
  const pending = pendingIn(rider, event.id)
  const same = pending.find(({ modalidad }) => modalidad === place.modalidad)
  const next = [
    ...pending.filter((one) => one !== same),
    {
      ...(same ?? place),
      category: category.id,
      ...wishedParts(rider, row),
      ...(motorcycle && { motorcycle }),
      ...note,
    },
  ]
  return { rider: withFact(rider, 'pending', sortedEntries(next)) }
}

/** Returns the number and the transponder of a row that are not the rider's own. */
function wishedParts(rider: Pilot, { values }: Pick<ImportRow, 'values'>) {
  const [number, transponder] = [
    readValue('npiloto', values.npiloto),
    readValue('transponder', values.transponder),
  ]
  return {
    ...(typeof number === 'string' && number !== rider.npiloto && { number }),
    ...(typeof transponder === 'string' && transponder !== rider.transponder && { transponder }),
  }
}

/** Returns true for an entry in a category. */
function isIn({ id, modalidad }: Category, entry: Entry): boolean {
  return entry.modalidad === modalidad && entry.category === id
}

/** Returns true if a rider has what a row asks for. */
export function hasWish(rider: Pilot, wish: Wish | undefined, row: Pick<ImportRow, 'values'>): boolean {
  if (!wish) return true
  const { event, category, motorcycle } = wish
  const isIts = (one: Entry) =>
    isIn(category, one) && (!motorcycle || sameMotorcycle(one.motorcycle, motorcycle))
  const { number, transponder } = wishedParts(rider, row)
  return (
    entriesIn(rider, event.id).some(isIts) ||
    pendingIn(rider, event.id).some(
      (one) =>
        isIts(one) &&
        (number ?? one.number) === one.number &&
        (transponder ?? one.transponder) === one.transponder,
    )
  )
}
