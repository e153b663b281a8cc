/** Changes of the categories of the open event, beside those of other people. */
import type { EventInfo } from '#domain/events/calls'
import { type Category, type GivenCategory, storedCategories } from '#domain/events/categories/category'
import { ApiError, callForOne } from '../../api/call.ts'
import { loadEvents } from '../../api/event-list.ts'

/** Stores the categories that `change` makes of those of the open event, as they are then. @throws ApiError */
export async function changeCategories(
  change: (stored: readonly Category[]) => GivenCategory[],
): Promise<EventInfo> {
  const { open } = await loadEvents()
  const { id, opened_at: _opened, closed_at: _closed, ...base } = open
  const body = { ...base, categories: change(open.categories), base }
  try {
    return await callForOne('PUT /api/events/:id', { params: { id }, body })
  } catch (error) {
    // Another person has changed the event since it was loaded. A category with riders is refused for good.
    if (error instanceof ApiError && error.status === 409 && !error.fields.categories)
      return changeCategories(change)
    throw error
  }
}

/** Returns the stored category that a person has seen. @throws ApiError if another person has changed or removed it */
export function requireSame(stored: readonly Category[], seen: Category): Category {
  const now = stored.find(({ id }) => id === seen.id)
  if (!now)
    throw new ApiError(409, `Otra persona quitó ${seen.name} mientras tanto: cancele, o agréguela otra vez`)
  const [one, other] = [now, seen].map((category) => JSON.stringify(storedCategories([category])))
  if (one !== other) throw new ApiError(409, `Otra persona cambió ${seen.name} mientras tanto`)
  return now
}
