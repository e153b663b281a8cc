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
    // Another person has changed the event since it was loaded.
    if (error instanceof ApiError && error.status === 409) return changeCategories(change)
    throw error
  }
}

/** Another person has changed or removed the category meanwhile. */
export class ChangedCategoryError extends ApiError {
  constructor(
    name: string,
    /** The category as it is now; undefined if it is gone. */
    readonly now: Category | undefined,
  ) {
    const text = now
      ? `cambió ${name} mientras tanto`
      : `quitó ${name} mientras tanto: cancele, o agréguela otra vez`
    super(409, `Otra persona ${text}`)
  }
}

/** Returns the stored category that a person has seen. @throws ChangedCategoryError if it is another one now */
export function requireSame(stored: readonly Category[], seen: Category): Category {
  const now = stored.find(({ id }) => id === seen.id)
  const [one, other] = [now, seen].map((category) => JSON.stringify(category && storedCategories([category])))
  if (!now || one !== other) throw new ChangedCategoryError(seen.name, now)
  return now
}
