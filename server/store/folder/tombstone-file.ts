/** `erased.json`: the tombstones of a folder. */
import { join } from 'node:path'
import { MachineError } from '#domain/errors'
import { parseJson } from '#domain/text/text'
import { diskError, isMissing, isReadOnly, type Sync, writeAtomically } from '../../files/atomic-file.ts'
import { readPlain } from '../../files/plain-file.ts'
import {
  areTombstones,
  haveFastHashes,
  type TombstoneSet,
  Tombstones,
  withKinds,
} from '../shared/tombstones.ts'

export const tombstoneName = 'erased.json'

/** Reads the tombstones of a folder. @throws MachineError */
export async function readErased(folder: string): Promise<TombstoneSet[]> {
  return withKinds(await readStored(folder))
}

/** Returns the tombstones as they are stored. @throws MachineError */
async function readStored(folder: string): Promise<TombstoneSet[]> {
  const path = join(folder, tombstoneName)
  try {
    const value = parseJson((await readPlain(path)).toString('utf8'))
    if (areTombstones(value)) return value
  } catch (error) {
    if (isMissing(error)) return []
    throw diskError(error, path)
  }
  throw damaged(path)
}

/** Reads the tombstones of a folder, and stores slow hashes in place of the fast ones of an earlier version. */
export async function readTombstones(folder: string, sync: Sync): Promise<Tombstones> {
  const stored = await readStored(folder)
  const stones = new Tombstones(await withKinds(stored))
  if (haveFastHashes(stored))
    await writeAtomically(join(folder, tombstoneName), tombstoneBytes(stones), { sync }).catch((error) => {
      // The data of a read-only disk is used as it is.
      if (!isReadOnly(error)) throw diskError(error, folder)
    })
  return stones
}

export function tombstoneBytes({ sets }: Tombstones): Buffer {
  return Buffer.from(`${JSON.stringify(sets)}\n`)
}

function damaged(path: string): MachineError {
  return new MachineError(
    `${path} está dañado, y sin él podrían volver personas que se borraron para siempre: devuélvalo de una copia de la carpeta o, si no hay ninguna, bórrelo`,
  )
}
