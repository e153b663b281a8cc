/** The entries of a rider as gates, credentials and cards show them, beside the rider's number and own modalidad. */
import { type Entered, type Entry, wordOfCategory } from '../entry.ts'
import type { RaceEvent } from '../event.ts'
import { categoryOf, categoryTitle } from './category.ts'
import { racedEntries } from './race-number.ts'

type Rider = Entered & { modalidad?: string }

/**
 * Returns the category in which a rider is entered, with the modalidad that is not the rider's own, such as
 * `ENDURO · Veteranos`; of several entries each number with its category: `77 Súper Expertos · 12 KZ2`. Returns undefined
 * without any.
 */
export function shownCategories(
  rider: Rider,
  event: Pick<RaceEvent, 'id' | 'categories'>,
): string | undefined {
  const [first, other] = racedEntries(rider, event.id)
  if (!first) return undefined
  if (other) return shownEntries(rider, event)
  const category = categoryOf(event, first)
  return category && category.modalidad !== rider.modalidad ? categoryTitle(category) : category?.name
}

/** Returns the entries of a rider, each with its number, such as `77 Súper Expertos · 12 KZ2`. */
export function shownEntries(rider: Rider, event: Pick<RaceEvent, 'id' | 'categories'>): string {
  return racedEntries(rider, event.id)
    .map((entry) => numberedPlace(entry, event))
    .join(' · ')
}

/** Returns the number and the category of an entry, with the modalidad if two of the event have a category of that name. */
export function numberedPlace(entry: Entry, event: Pick<RaceEvent, 'categories'>): string {
  const { modalidad, number } = entry
  const { name } = categoryOf(event, entry) ?? {}
  const isOfSeveral = event.categories.some((one) => one.name === name && one.modalidad !== modalidad)
  return [number ?? 'sin número', (!name || isOfSeveral) && modalidad, name].filter(Boolean).join(' ')
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
