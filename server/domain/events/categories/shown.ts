/** The categories of a rider as gates, credentials and cards show them, beside the rider's own number and modalidad. */

import { numberKey } from '../../text/names.ts'
import { type Entered, entriesIn, wordOfCategory } from '../entry.ts'
import type { RaceEvent } from '../event.ts'
import { categoryOf, categoryTitle } from './category.ts'

type Rider = Entered & { npiloto?: string; modalidad?: string }

/**
 * Returns the names of the categories in which a rider is entered, each with the modalidad and the number that are not the
 * rider's own: `MX2, ENDURO · Veteranos con el 12`. Returns undefined without any.
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
    const name =
      modalidad === rider.modalidad ? category.name : categoryTitle({ modalidad, name: category.name })
    return [isOwnNumber ? name : `${name} con el ${number}`]
  })
  return names.join(', ') || undefined
}

/** Returns the categories that a card shows, if the event wants them there. */
export function cardCategories(
  rider: Rider,
  event: Pick<RaceEvent, 'id' | 'categories' | 'plainCards'>,
): string | undefined {
  return event.plainCards ? undefined : shownCategories(rider, event)
}

/**
 * Returns a text of `describeEntry` whose category has the name that it has now instead of the word of its identifier.
 * `events` are in the order of the last ones first.
 */
export function withCategoryName(text: string, events: readonly Pick<RaceEvent, 'categories'>[]): string {
  return text.replace(/, categoría ([a-z\d-]+)/, (known, word) => {
    const named = events
      .flatMap(({ categories }) => categories)
      .filter(({ id }) => wordOfCategory(id) === word)
    const { name } = named.find(({ modalidad }) => text.startsWith(modalidad)) ?? named[0] ?? {}
    return name === undefined ? known : `, categoría ${name}`
  })
}
