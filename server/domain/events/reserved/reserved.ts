/**
 * The reserved numbers of an event, such as those of the last season's podium: each is of one person until a day. A new
 * event takes over those whose day has not passed. It names the person, who is often not registered yet.
 */

import { groupsBy } from '../../groups.ts'
import { describeDocument, documentOf, documentText } from '../../pilots/document.ts'
import { fullName, type StoredDraft } from '../../pilots/pilot.ts'
import { formatDate, isCalendarDay } from '../../text/date.ts'
import { numberKey, visible } from '../../text/names.ts'
import { enumerate, personNameKey } from '../../text/text.ts'
import { type Category, categoryOf, numberProblem } from '../categories/category.ts'

export interface ReservedNumber {
  /** As it was typed: `07` is the number 7. */
  number: string
  modalidad: string
  /** The identifier of a category. Absent for the whole modalidad. */
  category?: string
  /** The full name or the document of the person. */
  for: string
  /** The last day, `YYYY-MM-DD`. Absent for this event alone. */
  until?: string
}

export const maxReserved = 200
export const maxReservedFor = 120

/** Returns reserved numbers as they are stored, without blank parts. */
export function storedReserved(given: readonly ReservedNumber[]): ReservedNumber[] {
  return given.map(storedReservedNumber)
}

export function storedReservedNumber({ for: person, ...given }: ReservedNumber): ReservedNumber {
  const { number, modalidad, category, until } = given
  return {
    number: visible(number),
    modalidad,
    ...(category && { category }),
    for: visible(person),
    ...(until && { until }),
  }
}

/** Returns the problems of reserved numbers by their places, such as `reserved.0.number`. */
export function reservedProblems(
  reserved: readonly ReservedNumber[],
  categories: readonly Category[],
  modalidades: readonly string[],
): Record<string, string> {
  const problems = reserved.flatMap((one, index) =>
    problemsOfReserved(one, reserved, { categories, modalidades }).map(([part, message]) => [
      `reserved.${index}.${part}`,
      message,
    ]),
  )
  return Object.fromEntries(problems)
}

/** Returns the problems of one of all reserved numbers by its parts: see `reservedProblems`. */
export function problemsOfReserved(
  one: ReservedNumber,
  all: readonly ReservedNumber[],
  { categories, modalidades }: { categories: readonly Category[]; modalidades: readonly string[] },
): [part: string, message: string][] {
  const { number, modalidad, for: person, until } = one
  const category = categoryOf({ categories }, one)
  const isGone = one.category !== undefined && category?.modalidad !== modalidad
  const same = all.find((other) => other !== one && overlaps(one, other))
  const problems: [part: string, message: string | undefined | false][] = [
    ['for', personNameKey(person) === '' && 'Escriba para quién es: el nombre completo o el documento'],
    [
      'modalidad',
      !modalidades.includes(modalidad) &&
        `«${modalidad}» no es una modalidad: elija entre ${enumerate(modalidades, 'y')}`,
    ],
    [
      'category',
      isGone &&
        `El número ${number} está reservado para ${person} en una categoría que no está en ${modalidad}: quite antes la reserva, o elija otra categoría`,
    ],
    ['number', same && `El número ${number} ya está reservado aquí para ${same.for}`],
    ['number', !isGone && numberProblem(category, number)],
    ['number', numberKey(number) === undefined && 'Escriba el número, como 7 o 07: el 0 no vale'],
    ['until', until !== undefined && !isCalendarDay(until) && 'Ese día no existe'],
  ]
  return problems.filter((problem): problem is [string, string] => Boolean(problem[1]))
}

/** Returns true if two of them are one number of one category. */
function overlaps(one: ReservedNumber, other: ReservedNumber): boolean {
  return (
    one.modalidad === other.modalidad &&
    numberKey(one.number) === numberKey(other.number) &&
    (one.category === other.category || one.category === undefined || other.category === undefined)
  )
}

/** Returns the reserved numbers whose last day is not before a day, `YYYY-MM-DD`. */
export function reservedOn(reserved: readonly ReservedNumber[], day: string): ReservedNumber[] {
  return reserved.filter(({ until }) => until === undefined || until >= day)
}

/** Returns the reserved numbers of the event after one whose day is `day`. */
export function reservedAfter(reserved: readonly ReservedNumber[], day: string): ReservedNumber[] {
  return reservedOn(reserved, day).filter(({ until }) => until !== undefined)
}

/** Returns the entries that a reserved number keeps free: in its category, or in all of its modalidad. */
export function entriesOfReserved(
  { number, modalidad, category }: ReservedNumber,
  categories: readonly Category[],
): Pick<ReservedNumber, 'modalidad' | 'category' | 'number'>[] {
  if (category !== undefined) return [{ modalidad, category, number }]
  const inside = categories.filter((one) => one.modalidad === modalidad)
  return [{ modalidad, number }, ...inside.map(({ id }) => ({ modalidad, category: id, number }))]
}

/** Returns true if a number is reserved for a rider: see `finderOfReserved`. */
export function isReservedFor(rider: StoredDraft, one: ReservedNumber): boolean {
  return personKeys(rider).has(personNameKey(one.for))
}

/**
 * Returns a function that finds the reserved numbers of a rider: by the document, or by the full name regardless of case,
 * accents and spaces. An order asks for each of 8,000 riders.
 */
export function finderOfReserved(reserved: readonly ReservedNumber[]) {
  const byPerson = groupsBy(reserved, ({ for: person }) => personNameKey(person))
  return (rider: StoredDraft): ReservedNumber[] =>
    byPerson.size === 0 ? [] : [...personKeys(rider)].flatMap((key) => byPerson.get(key) ?? [])
}

/** Returns the keys of the texts that name a rider: the name in both orders, the document with its kind and without. */
function personKeys(rider: StoredDraft): Set<string> {
  const { name, lastname, dni, documento } = rider
  const number = typeof dni === 'number' ? dni : documento
  const texts = [
    fullName(rider),
    `${lastname} ${name}`,
    documentOf(rider),
    describeDocument(rider),
    documentText(rider),
    number,
  ]
  return new Set(texts.flatMap((text) => (text === undefined ? [] : personNameKey(String(text)))))
}

/** Says for whom a number is reserved: `para Juan Pérez hasta el 30/11/2026`. */
export function describeReserved({ for: person, until }: ReservedNumber): string {
  return `para ${person}${until === undefined ? '' : ` hasta el ${formatDate(until)}`}`
}

/** Returns reserved numbers with those of another desk, without numbers that are reserved here for somebody else. */
export function joinedReserved(
  own: readonly ReservedNumber[],
  others: readonly ReservedNumber[] = [],
): readonly ReservedNumber[] {
  const news = others.filter((other) => !own.some((one) => overlaps(one, other)))
  const added = news.slice(0, Math.max(0, maxReserved - own.length))
  return added.length > 0 ? [...own, ...added] : own
}

/** Returns true for a stored reserved number that is a number, and names somebody. */
export function isGoodReserved({ number, for: person }: ReservedNumber): boolean {
  return numberKey(number) !== undefined && personNameKey(person) !== ''
}
