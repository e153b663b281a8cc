/** Changes of the data of the open event, beside those of other people: its categories and its reserved numbers. */
import type { EventInfo } from '#domain/events/calls'
import type { GivenEvent } from '#domain/events/event'
import { meanwhile } from '#domain/text/text'
import { ApiError, callForOne } from '../api/call.ts'
import { loadEvents } from '../api/event-list.ts'

/** The parts of an event that are lists, which several people change at once. */
type Lists = Pick<GivenEvent, 'categories' | 'reserved'>

/** Stores the lists that `change` makes of those of the open event, as they are then. @throws ApiError */
export async function changeOpenEvent(change: (open: EventInfo) => Lists): Promise<EventInfo> {
  const { open } = await loadEvents()
  const { id, opened_at: _opened, closed_at: _closed, ...seen } = open
  const { categories = [], reserved = [] } = { ...open, ...change(open) }
  const body = { ...seen, categories: [...categories], reserved: [...reserved] }
  try {
    return await callForOne('PUT /api/events/:id', { params: { id }, body })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, fields } = error
    // Another person has changed the event since it was loaded. A category with riders is refused for good.
    if (status === 409 && !fields.categories) return changeOpenEvent(change)
    throw new ApiError(status, (status === 422 && Object.values(fields).join('. ')) || error.message, {
      fields,
    })
  }
}

/**
 * Returns the stored item that a person has seen. `name` is its name in a sentence.
 * @throws ApiError if another person has changed or removed it
 */
export function requireSame<Item>(
  stored: readonly Item[],
  seen: Item,
  keyOf: (item: Item) => string | undefined,
  name: string,
): Item {
  const now = stored.find((one) => keyOf(one) === keyOf(seen))
  if (!now)
    throw new ApiError(409, `${meanwhile(`quitó ${name}`)}: cancele y, si hace falta, agregue de nuevo`)
  if (JSON.stringify(now) !== JSON.stringify(seen)) throw new ApiError(409, meanwhile(`cambió ${name}`))
  return now
}

/** One of the lists, and its items in a sentence. `fields` are the fields of a dialog whose parts have other names. */
interface EventList<Name extends keyof Lists, Item> {
  name: Name
  keyOf: (item: Item) => string | undefined
  oneOf: (item: Item) => string
  fields: Readonly<Record<string, string>>
}
type ItemIn<Name extends keyof Lists> = EventInfo[Name][number]
type Given<Name extends keyof Lists> = NonNullable<Lists[Name]>[number]

/** Adds an item to a list, or puts it in the place of the one that a person has seen, or removes that. @throws ApiError */
export async function putItem<Name extends keyof Lists>(
  { name, keyOf, oneOf, fields }: EventList<Name, ItemIn<Name>>,
  next: Given<Name> | undefined,
  seen?: ItemIn<Name>,
): Promise<EventInfo> {
  let index = 0
  try {
    return await changeOpenEvent((open) => {
      const all: readonly ItemIn<Name>[] = open[name]
      const replaced = seen && requireSame(all, seen, keyOf, oneOf(seen))
      index = replaced ? all.indexOf(replaced) : all.length
      const [before, after] = [all.slice(0, index), all.slice(index + 1)]
      return { [name]: [...before, ...(next ? [next] : []), ...after] } as Lists
    })
  } catch (error) {
    throw atFields(error, name, (at, part) => (at === index ? (fields[part] ?? part) : undefined))
  }
}

/** Returns a refusal with its problems at the fields of a dialog, which `fieldOf` names by their places in a list. */
export function atFields(
  error: unknown,
  list: keyof Lists,
  fieldOf: (index: number, part: string) => string | undefined,
): unknown {
  if (!(error instanceof ApiError) || error.status !== 422) return error
  const fields = Object.entries(error.fields).flatMap(([name, message]) => {
    const [its, index, part = ''] = name.split('.')
    const field = its === list ? fieldOf(Number(index), part) : undefined
    return field === undefined ? [] : [[field, message] as const]
  })
  return new ApiError(error.status, error.message, { fields: Object.fromEntries(fields) })
}
