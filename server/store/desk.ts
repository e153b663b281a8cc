/** All that a data folder holds, opened: by its files or, while a kiosk runs on them, through that kiosk. */
import { join } from 'node:path'
import { type AccountStore, openAccountFile } from './account-store.ts'
import { makeFolder } from './atomic-file.ts'
import { openJsonStore } from './json-store.ts'
import { findKiosk } from './kiosk-file.ts'
import { openPhotoFolder, type PhotoStore } from './photo-store.ts'
import type { PilotStore } from './pilot-store.ts'
import { connectDesk } from './remote-desk.ts'

export interface Desk {
  pilots: PilotStore
  photos: PhotoStore
  accounts: AccountStore
}

/** @throws MachineError where the folder cannot be written or its data is damaged */
export async function openDesk(folder: string): Promise<Desk> {
  const kiosk = await findKiosk(folder)
  return kiosk ? connectDesk(kiosk) : openFolder(folder)
}

/** Opens the files themselves, which one process at a time may do. */
export async function openFolder(folder: string): Promise<Desk> {
  await makeFolder(folder)
  return {
    pilots: await openJsonStore(join(folder, 'pilots.json')),
    photos: openPhotoFolder(join(folder, 'photos')),
    accounts: openAccountFile(join(folder, 'accounts.json')),
  }
}
