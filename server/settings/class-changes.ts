/** Changes the classes, and gives the riders the names that theirs have now. */
import { PilotosError } from '#domain/errors'
import type { ClassesOrder } from '#domain/pilots/classes/class-changes'
import type { PilotId } from '#domain/pilots/pilot-id'
import type { ServedStores, Stores } from '../store/shared/stores.ts'

/**
 * Changes the classes, then the riders who have them, and returns the key of the class. If that is interrupted, the next
 * start of a server completes it.
 * @throws InvalidError, NotFoundError, PilotosError
 */
export async function changeClasses(
  { settings, pilots }: Pick<Stores, 'settings' | 'pilots'>,
  order: ClassesOrder,
  by?: string,
): Promise<string | undefined> {
  const key = await settings.changeClasses(order)
  if (order.kind === 'change-class') await pilots.followRenames((await settings.read()).fields ?? {}, by)
  return key
}

/**
 * Completes a rename that was interrupted, and gives riders who are changed later the names of now: an undo, or a form that
 * was checked before a rename, may bring a name of before. Returns a function that ends it.
 */
export async function keepFollowingRenames(
  { settings, pilots }: Pick<ServedStores, 'settings' | 'pilots'>,
  report: (error: Error) => void,
): Promise<() => void> {
  const watched = await settings.watch()
  const follow = (ids?: readonly PilotId[]) =>
    pilots.followRenames(watched.current.fields ?? {}, undefined, ids)
  await follow()
  return pilots.subscribe(({ ids }) => {
    follow(ids).catch((error) => {
      // A store that is away or full is told elsewhere, and the next start follows.
      if (!(error instanceof PilotosError)) report(error)
    })
  })
}
