/**
 * The categories of a season: the riders of a modalidad by age and engine, each with its range of numbers. They belong to an
 * event, and the next one takes them over. A season of its own would be one more thing to open and to join. The ranges of one
 * modalidad do not overlap, so that a number says the category, unless the event lets them: each class of karting has 1 to 99.
 */
import { wordKey } from '../../pilots/rules.ts'
import { maxCategoryId } from '../../stored/limits.ts'
import { visible } from '../../text/names.ts'
import { count, enumerate } from '../../text/text.ts'
import { maxEngine, type Strokes } from '../motorcycle/motorcycle.ts'
import { isInRanges, parseRanges, type Range, rangesProblem, sharedOf } from './ranges.ts'

/** The days on which an age can count, with their words. */
export const ageDays = {
  'year-end': 'al 31 de diciembre',
  race: 'el día de la carrera',
  'year-start': 'al 1 de enero',
} as const
export type AgeDay = keyof typeof ageDays
export const ageDayNames = Object.keys(ageDays) as AgeDay[]

/** A least and a greatest number, each of which may be open. */
export interface Bounds {
  from?: number
  to?: number
}

export interface Category {
  /** Follows from the first name, and stays: the categories of two desks with one name are one. */
  id: string
  modalidad: string
  name: string
  /** In whole years, on a day. */
  age?: Bounds & { on: AgeDay }
  /** In cubic centimetres. Without strokes, both kinds of engine. */
  engine?: Bounds & { strokes?: Strokes }
  /** The ranges of numbers as a person types them: `1-199, 901`. Without any, all numbers. */
  numbers?: string
  /** The most riders of one start. */
  places?: number
}

/** A category as a request gives it: a new one has no identifier yet. */
export type GivenCategory = Omit<Category, 'id'> & Partial<Pick<Category, 'id'>>

export const maxCategories = 100
export const maxCategoryName = 40
const maxAge = 120
export const maxPlaces = 1000
/** The longest text of ranges of numbers. */
export const maxNumbersText = 200

/** Returns categories as they are stored: each with its identifier, and without blank parts. */
export function storedCategories(given: readonly GivenCategory[]): Category[] {
  const taken = new Set(given.map(({ id }) => id))
  return given.map((category) => {
    const id = category.id ?? newCategoryId(category, taken)
    taken.add(id)
    return storedCategory(category, id)
  })
}

/** Returns the identifier of a new category, which is not one of those that are taken. */
export function newCategoryId(
  { modalidad, name }: GivenCategory,
  taken: ReadonlySet<string | undefined>,
): string {
  const [one, other] = [modalidad, name].map((text) => wordKey(text).replace(/[^a-z\d]+/g, '') || 'otra')
  const key = `${one}-${other}`.slice(0, maxCategoryId - 4)
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? key : `${key}-${number}`
    if (!taken.has(id)) return id
  }
}

export function storedCategory(given: GivenCategory, id: string): Category {
  const { modalidad, name, age, engine, numbers, places } = given
  const ranges = visible(numbers ?? '')
  const hasAge = age?.from !== undefined || age?.to !== undefined
  const hasEngine = engine && [engine.from, engine.to, engine.strokes].some((part) => part !== undefined)
  return {
    ...{ id, modalidad },
    name: visible(name),
    ...(age && hasAge && { age: { ...boundsOf(age), on: age.on } }),
    ...(hasEngine && {
      engine: { ...boundsOf(engine), ...(engine.strokes && { strokes: engine.strokes }) },
    }),
    ...(ranges && { numbers: ranges }),
    ...(places !== undefined && { places }),
  }
}

function boundsOf({ from, to }: Bounds): Bounds {
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/**
 * Returns the problems of stored categories by their places, such as `categories.0.numbers`. `modalidades` are those that a
 * category can have.
 */
export function categoryProblems(
  categories: readonly Category[],
  modalidades: readonly string[],
  event: NumbersOfEvent = {},
): Record<string, string> {
  return Object.fromEntries(
    categories.flatMap((category, index) =>
      problemsOfCategory(category, categories, modalidades, event).map(([part, message]) => [
        `categories.${index}.${part}`,
        message,
      ]),
    ),
  )
}

/** Whether two categories of a modalidad can use the same numbers in an event. */
interface NumbersOfEvent {
  sharedNumbers?: boolean
}

/** Returns the problems of one of all categories by its parts: see `categoryProblems`. */
export function problemsOfCategory(
  category: Category,
  all: readonly Category[],
  modalidades: readonly string[],
  { sharedNumbers = false }: NumbersOfEvent = {},
): [part: string, message: string][] {
  const { id, name, modalidad, age, engine, numbers, places } = category
  const ofModalidad = all.filter((one) => one.modalidad === modalidad)
  const same = ofModalidad.find((other) => other !== category && wordKey(other.name) === wordKey(name))
  const problems: [part: string, message: string | undefined | false][] = [
    ['id', all.some((other) => other !== category && other.id === id) && 'Otra categoría tiene el mismo id'],
    ['name', !name && 'Escriba el nombre de la categoría'],
    ['name', name.length > maxCategoryName && categoryNameTooLong],
    ['name', same && `Ya hay una categoría ${same.name}`],
    [
      'modalidad',
      !modalidades.includes(modalidad) &&
        `«${modalidad}» no es una modalidad: elija entre ${enumerate(modalidades, 'y')}`,
    ],
    ['age', age && boundsProblem(age, maxAge, 'años')],
    ['engine', engine && boundsProblem(engine, maxEngine, 'cc')],
    ['numbers', numbers !== undefined && rangesProblem(numbers)],
    ['numbers', !sharedNumbers && overlapProblem(ofModalidad, category)],
    ['places', places !== undefined && !isCount(places, maxPlaces) && `Va un número de 1 a ${maxPlaces}`],
  ]
  return problems.filter((problem): problem is [string, string] => Boolean(problem[1]))
}

export const categoryNameTooLong = `El nombre tiene hasta ${maxCategoryName} letras`

function boundsProblem({ from, to }: Bounds, most: number, unit: string): string | undefined {
  if ([from, to].some((value) => value !== undefined && !isCount(value, most)))
    return `Van de 1 a ${most} ${unit}`
  return from !== undefined && to !== undefined && to < from
    ? `Empieza en ${from} ${unit} y termina en ${to}: va el menor primero`
    : undefined
}

/** Tells the numbers that a category has in common with others of its modalidad, with both names in their order. */
function overlapProblem(all: readonly Category[], category: Category): string | undefined {
  const messages = all.flatMap((other) => {
    const shared = other === category ? undefined : sharedOf(rangesOf(category), rangesOf(other))
    if (!shared) return []
    const both = all.filter((one) => one === category || one === other).map(({ name }) => name)
    return [`${both.join(' y ')} comparten ${shared}`]
  })
  return messages.length > 0
    ? `${messages.join('; ')}: cambie los de una o, en Ajustes › Evento, permita los mismos números`
    : undefined
}

/** Returns the ranges of the numbers of a category; empty if it takes all numbers. */
export function rangesOf({ numbers = '' }: Pick<Category, 'numbers'> = {}): readonly Range[] {
  return parseRanges(numbers) ?? []
}

/** Says why a number is not one of a category: its ranges do not have it. */
export function numberProblem(category: Category | undefined, number: string): string | undefined {
  if (!category || number === '' || takesNumber(category, number)) return undefined
  return `El número ${number} no es de ${category.name}, que tiene ${category.numbers}`
}

/** Returns true for a number in the ranges of a category. A number with letters is in none. */
export function takesNumber(category: Category, number: string): boolean {
  return category.numbers === undefined || isInRanges(rangesOf(category), number)
}

function isCount(value: unknown, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most
}

/** Returns the category of an entry in its event, if it has one. */
export function categoryOf(
  { categories }: { categories: readonly Category[] },
  { category }: { category?: string },
): Category | undefined {
  return categories.find(({ id }) => id === category)
}

/** Returns the name of a category with its modalidad for people, such as `MOTOCROSS · 85 cc`. */
export function categoryTitle({ modalidad, name }: Pick<Category, 'name' | 'modalidad'>): string {
  return `${modalidad} · ${name || 'sin categoría'}`
}

/** Returns categories with those of another desk that they lack. */
export function joinedCategories(
  own: readonly Category[],
  others: readonly Category[] = [],
): readonly Category[] {
  const added = others.filter((other) => !own.some(({ id }) => id === other.id))
  return added.length > 0 ? [...own, ...added].slice(0, Math.max(own.length, maxCategories)) : own
}

/** Returns the categories that are in their modalidad no more. */
export function removedCategories(before: readonly Category[], after: readonly Category[]): Category[] {
  return before.filter(
    ({ id, modalidad }) => !after.some((one) => one.id === id && one.modalidad === modalidad),
  )
}

/** Describes a category for people, without its name. */
export function describeCategory(category: Category): string {
  return categoryFacts(category).join(' · ')
}

/** Returns the parts of the description of a category. */
export function categoryFacts({ age, engine, numbers, places }: Category): string[] {
  const facts = [
    age && describeAge(age),
    engine && [describeBounds(engine, 'cc'), engine.strokes].filter(Boolean).join(' '),
    numbers && `números ${numbers}`,
    places && count(places, 'lugar', 'lugares'),
  ]
  return facts.filter((fact) => typeof fact === 'string')
}

/** Describes the ages of a category, such as `hasta 13 años cumplidos al 31 de diciembre`. */
export function describeAge(age: NonNullable<Category['age']>): string {
  return `${describeBounds(age, 'años')} cumplidos ${ageDays[age.on]}`
}

/** Describes bounds, such as `de 13 a 15 años`; empty for open ones. */
function describeBounds({ from, to }: Bounds, unit: string): string {
  if (from === undefined) return to === undefined ? '' : `hasta ${to} ${unit}`
  if (to === undefined) return `desde ${from} ${unit}`
  return from === to ? `${from} ${unit}` : `de ${from} a ${to} ${unit}`
}

/** Returns true for a stored category in which nothing contradicts itself. */
export function isGoodCategory(category: Category): boolean {
  return problemsOfCategory(category, [], [category.modalidad]).length === 0
}
