/** The stores of a folder that a test fills or reads itself, beside the commands. */
import { openFolder, openStores } from '../../server/store/open.ts'
import type { OpenStores } from '../../server/store/shared/stores.ts'
import { closing } from './closing.ts'
import { aFolder } from './folder.ts'

/** Opens the stores of a folder for one piece of work, as a command does: also beside a server that has the folder. */
export async function withStores<Result>(
  folder: string,
  work: (stores: OpenStores) => Promise<Result>,
): Promise<Result> {
  const stores = await openStores(folder)
  return work(stores).finally(() => stores.close())
}

/** Opens the stores of a folder, by default of a new one, until the test ends. */
export async function openedStores(folder?: string) {
  return closing(openFolder(folder ?? (await aFolder())))
}
