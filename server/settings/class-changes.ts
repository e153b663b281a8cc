/** Changes the classes, and gives the riders the names that theirs have now. */
import { PilotosError } from '#domain/errors'
import type { ClassesOrder } from '#domain/pilots/classes/class-changes'
import type { PilotId } from '#domain/pilots/pilot-id'
import type { ServedStores, Stores } from '../store/shared/stores.ts'

/**
 * Changes the classes, then the riders who have them, and returns the key of the class. If that is interrupted, another
 * server or the next start of one completes it.
 * @throws InvalidError, NotFoundError, PilotosError
 */
export async function changeClasses(
  { settings, pilots }: Pick<Stores, 'settings' | 'pilots'>,
  order: ClassesOrder,
  by?: string,
): Promise<string | undefined> {
  const key = await settings.changeClasses(order, by)
  if (order.kind === 'change-class') await pilots.followRenames((await settings.read()).fields ?? {}, by)
  return key
}

/** The pause between two looks for riders with names of before, in milliseconds. */
const minute = 60_000

/**
 * Completes a rename that was interrupted, and gives riders who are changed later the names of now: an undo, or a form that
 * was checked before a rename, may bring a name of before. It looks for such riders again and again, since another server
 * or a command may have ended in the middle of a rename, and the store may have been away or full. Resolves once it has
 * looked, to a function that ends it.
 */
export async function keepFollowingRenames(
  { settings, pilots }: Pick<ServedStores, 'settings' | 'pilots'>,
  report: (error: Error) => void,
  pause = minute,
): Promise<() => void> {
  const watched = await settings.watch()
  const follow = async (ids?: readonly PilotId[]) => {
    try {
      await pilots.followRenames(watched.current.fields ?? {}, undefined, ids)
    } catch (error) {
      // A store that is away or full is told elsewhere.
      if (!(error instanceof PilotosError)) report(error as Error)
    }
  }
  const unsubscribe = pilots.subscribe(({ ids }) => void follow(ids))
  const looking = setInterval(follow, pause)
  looking.unref()
  await follow()
  return () => {
    clearInterval(looking)
    unsubscribe()
  }
}
