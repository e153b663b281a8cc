/** The places in which numbers are reserved: the categories of the open event, and its modalidades. */
import type { EventInfo } from '#domain/events/calls'
import { type Category, categoryTitle } from '#domain/events/categories/category'
import { groupOf } from '#domain/events/numbers'
import type { ReservedNumber } from '#domain/events/reserved/reserved'
import { readDay, today } from '#domain/text/date'
import { dayProblem } from '../../collections/item-part.tsx'

export interface Place {
  /** See `groupOf`. */
  key: string
  modalidad: string
  /** Absent for a whole modalidad. */
  category?: Category
  /** The name in a list of places. */
  label: string
}

/** Returns the places of an event: those of a modalidad one after the other, its categories first. */
export function placesOf(
  { modalidades, categories }: EventInfo,
  reserved: readonly ReservedNumber[],
): Place[] {
  const all = new Set([...modalidades, ...[...categories, ...reserved].map(({ modalidad }) => modalidad)])
  return [...all].flatMap((modalidad) => {
    const inside = categories.filter((one) => one.modalidad === modalidad)
    return [
      ...inside.map((category) => ({
        ...{ key: groupOf({ modalidad, category: category.id }), modalidad, category },
        label: categoryTitle(category),
      })),
      {
        ...{ key: groupOf({ modalidad }), modalidad },
        label: inside.length > 0 ? `${modalidad}, todas las categorías` : modalidad,
      },
    ]
  })
}

/** Returns the name of a reserved number for people: `07 de MOTOCROSS · MX1`. */
export function nameOfReserved(places: readonly Place[], one: ReservedNumber): string {
  const place = places.find(({ key }) => key === groupOf(one))
  return `${one.number} de ${place?.label ?? one.modalidad}`
}

/** A reserved number as a person types it: `place` is the key of a place, and `until` a day, or empty. */
export interface TypedReserved {
  place: string
  number: string
  for: string
  until: string
}

/** Returns the field at which a problem of a part stands. */
export function fieldOf(part: string): string {
  return part === 'category' || part === 'modalidad' ? 'place' : part
}

/** The field of the last day. */
export const until = {
  words: { label: 'Hasta', hint: 'Vacío: solo en este evento. Con un día, también en los próximos.' },
  problemOf(text: string): string | undefined {
    const day = readDay(text)
    if (!day || day >= today()) return dayProblem(text)
    return 'Ese día ya pasó: escriba otro, o déjelo vacío'
  },
}

/** Reads what a person has typed, without problems. */
export function reservedOf(typed: TypedReserved, places: readonly Place[]): ReservedNumber {
  const { modalidad = '', category } = places.find(({ key }) => key === typed.place) ?? {}
  const day = readDay(typed.until)
  return {
    ...{ number: typed.number, modalidad, for: typed.for },
    ...(category && { category: category.id }),
    ...(day && { until: day }),
  }
}
