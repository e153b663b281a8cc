/** The categories of a rider as gates, credentials and cards show them, beside the rider's own number and modalidad. */

import { numberKey } from '../../text/names.ts'
import { type Entered, entriesIn } from '../entry.ts'
import type { RaceEvent } from '../event.ts'
import { categoryOf } from './category.ts'

type Rider = Entered & { npiloto?: string; modalidad?: string }

/**
 * Returns the names of the categories in which a rider is entered, each with the modalidad and the number that are not the
 * rider's own: `MX2 · ENDURO Veteranos con el 12`. Returns undefined without any.
 */
export function shownCategories(
  rider: Rider,
  event: Pick<RaceEvent, 'id' | 'categories'>,
): string | undefined {
  const names = entriesIn(rider, event.id).flatMap((entry) => {
    const category = categoryOf(event, entry)
    if (!category) return []
    const { modalidad, number } = entry
    const isOwnNumber = number === undefined || numberKey(number) === numberKey(rider.npiloto)
    const name = modalidad === rider.modalidad ? category.name : `${modalidad} ${category.name}`
    return [isOwnNumber ? name : `${name} con el ${number}`]
  })
  return names.join(' · ') || undefined
}

/** Returns the categories that a card shows, if the event wants them there. */
export function cardCategories(
  rider: Rider,
  event: Pick<RaceEvent, 'id' | 'categories' | 'plainCards'>,
): string | undefined {
  return event.plainCards ? undefined : shownCategories(rider, event)
}
