/** Reads the data of another desk, a data folder or a backup, for a merge. Changes nothing in it. */
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { joinedSettings } from '#domain/desk/shared'
import { MachineError, MalformedError, NotFoundError } from '#domain/errors'
import { type LoggedChange, wholeLog } from '#domain/pilots/history/history'
import { fullName, isPhotoName, isStored, maxPhotoBytes, type Pilot } from '#domain/pilots/pilot'
import { diskError, isMissing } from '../files/atomic-file.ts'
import { readPlain } from '../files/plain-file.ts'
import type { BackupReader } from '../store/backup/backup-reader.ts'
import { accountKind, isPhone } from '../store/documents/accounts.ts'
import { JsonDocument, sharedIn } from '../store/folder/json-documents.ts'
import { changeLogPage } from '../store/folder/log/change-files.ts'
import { readPassages } from '../store/folder/log/passage-file.ts'
import { readState } from '../store/folder/log/saved-state.ts'
import { hasCommit } from '../store/folder/log/staging.ts'
import { tombstonesIn } from '../store/shared/tombstones.ts'
import { inTurns } from '../workers/turns.ts'
import { type OtherDesk, readOtherBackup } from './merge.ts'

/**
 * Reads and checks the data of another folder.
 * @throws NotFoundError, MalformedError if it is no data folder, MachineError if it cannot be read
 */
export async function readOtherFolder(folder: string): Promise<OtherDesk> {
  const found = await stat(folder).catch((error) => {
    throw isMissing(error) ? new NotFoundError(`No existe la carpeta ${folder}`) : diskError(error, folder)
  })
  if (!found.isDirectory()) throw new MalformedError(`${folder} no es una carpeta`)
  if (await hasCommit(folder))
    throw new MachineError(
      `En ${folder} se cortó algo que se estaba guardando: abra PilotOS con esa carpeta una vez, que lo termina solo, y repita`,
    )
  const state = await readState(folder)
  if (state.isNew) {
    throw new MalformedError(
      `${folder} no es una carpeta de datos de PilotOS, o todavía no tiene pilotos: la carpeta de datos es la que tiene el archivo pilots.json`,
    )
  }
  const pilots = state.table.all()
  await requireValid(folder, pilots)
  const accounts = (await new JsonDocument(join(folder, 'accounts.json'), accountKind).read()).data
  const shared = await sharedIn(folder, state.shared)
  const { events, fields } = shared.settings
  return {
    desk: state.desk ?? basename(resolve(folder)),
    pilots,
    revoked: state.table.revocations(),
    log: await readLog(folder, state.lastChange),
    passages: (await readPassages(folder)).log.after(0, Number.POSITIVE_INFINITY),
    accounts: accounts.filter((one) => !isPhone(one)),
    erased: tombstonesIn(shared.values),
    ...(events && { events }),
    ...(fields && { fields }),
    settings: joinedSettings(shared.settings),
    eachPhoto: (use) => eachPhoto(join(folder, 'photos'), use),
  }
}

/** @throws MalformedError if a pilot breaks the rules of the form */
async function requireValid(folder: string, pilots: readonly Pilot[]): Promise<void> {
  for await (const pilot of inTurns(pilots)) {
    if (isStored(pilot)) continue
    throw new MalformedError(
      `En ${folder}, los datos de ${fullName(pilot)} (${pilot.id}) no se pueden guardar: corríjalos en esa mesa y repita`,
    )
  }
}

/** Returns the whole history until `lastChange`: a server may have stored more since the pilots were read. */
async function readLog(folder: string, lastChange: number): Promise<LoggedChange[]> {
  const all = await wholeLog((after) => changeLogPage(folder, after))
  return all.filter(({ number, past }) => past || number <= lastChange)
}

async function eachPhoto(folder: string, use: Parameters<OtherDesk['eachPhoto']>[0]): Promise<void> {
  const names = await readdir(folder).catch((error) => {
    if (isMissing(error)) return []
    throw diskError(error, folder)
  })
  for (const name of names) {
    if (!isPhotoName(name)) continue
    // A server can remove a photo meanwhile that no pilot has.
    const jpeg = await readPlain(join(folder, name), maxPhotoBytes).catch((error) => {
      if (!isMissing(error)) throw diskError(error, join(folder, name))
    })
    if (jpeg) await use(name, jpeg)
  }
}

/** @throws NotFoundError, TooLargeError, MalformedError, MachineError */
export async function readOther(path: string, reader?: BackupReader): Promise<OtherDesk> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() ? readOtherFolder(path) : readOtherBackup(path, reader)
}
