/** The small documents of a data folder, which lowdb reads and writes: accounts, sessions, pairings and settings. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Low } from 'lowdb'
import { joinedSets, type Shared } from '#domain/desk/shared'
import type { SetValues } from '#domain/pilots/change'
import {
  type ReplaceFile,
  readIfThere,
  renameFile,
  type Sync,
  stamp,
  writeAtomically,
} from '../../files/atomic-file.ts'
import { createMutex } from '../../workers/turns.ts'
import { type Account, accountKind, pairingKind } from '../documents/accounts.ts'
import { queueKind } from '../documents/applications.ts'
import { Sessions, type SessionsByHash, sessionKind } from '../documents/sessions.ts'
import { settingsKind } from '../documents/settings.ts'
import {
  DamagedDocumentError,
  type DocumentKind,
  dataIn,
  type HeldDocument,
  textOf,
} from '../documents/stored-document.ts'
import { lostTombstones, parseTombstones, type TombstoneSet, tombstonesAdded } from '../shared/tombstones.ts'

/**
 * A JSON file, which is read at every call, so that a change by a person counts immediately. Only a changed content is
 * parsed again. A change replaces the whole file, atomically, and waits for the changes before it.
 */
export class JsonDocument<Data> implements HeldDocument<Data> {
  #low: Low<Data>
  #runExclusive = createMutex()
  #last: Data | undefined

  constructor(
    path: string,
    private readonly kind: DocumentKind<Data>,
    replaceFile: ReplaceFile = writeAtomically,
  ) {
    /** The last content of the file that could be read. A running kiosk goes on with it if the file is damaged. */
    let parsed: { bytes: Buffer; data: Data } | undefined
    const adapter = {
      async read() {
        const bytes = await readIfThere(path)
        if (!bytes) return kind.empty
        if (parsed?.bytes.equals(bytes)) return parsed.data
        const data = dataIn(kind, bytes.toString('utf8'))
        if (data !== undefined) parsed = { bytes, data }
        if (!parsed) throw new DamagedDocumentError(path)
        return parsed.data
      },
      write: async (data: Data) => {
        if (kind.keepsCopy && parsed) await replaceFile(copyOf(path), parsed.bytes.toString())
        const bytes = this.bytesOf(data)
        await replaceFile(path, bytes.toString())
        parsed = { bytes, data: dataIn(kind, bytes.toString()) ?? data }
      },
    }
    this.#low = new Low(adapter, kind.empty)
  }

  read(): Promise<{ data: Data; now: number }> {
    return this.#runExclusive(async () => ({ data: await this.#read(), now: Date.now() }))
  }

  /** Returns the data of the last read or change of this process. */
  async known(): Promise<Data> {
    return this.#last ?? (await this.read()).data
  }

  change: HeldDocument<Data>['change'] = (toChanged) =>
    this.#runExclusive(async () => {
      const changed = await toChanged(await this.#read(), { now: Date.now(), isAgain: false })
      if (changed !== undefined) await this.#write(changed)
      return changed
    })

  /** Replaces the data, also data that cannot be read. */
  replace(data: Data): Promise<void> {
    return this.#runExclusive(() => this.#write(data))
  }

  /** Keeps others from changing the file until `work`, which may replace it, has ended. */
  async hold<Result>(work: (read: () => Promise<Data>) => Promise<Result>): Promise<Result> {
    return this.#runExclusive(() =>
      work(() => this.#read()).finally(() => {
        this.#last = undefined
      }),
    )
  }

  /** Returns the content of the file with this data. */
  bytesOf(data: Data): Buffer {
    return Buffer.from(`${textOf(this.kind, data)}\n`)
  }

  async #read(): Promise<Data> {
    await this.#low.read()
    this.#last = this.#low.data
    return this.#last
  }

  async #write(data: Data): Promise<void> {
    this.#low.data = data
    await this.#low.write()
    this.#last = data
  }
}

/** Returns the path of the content before the last change. */
function copyOf(path: string): string {
  return `${path}.bak`
}

/** The documents of a folder. */
export const documentKinds = {
  'accounts.json': accountKind,
  'settings.json': settingsKind,
  'sessions.json': sessionKind,
  'pairings.json': pairingKind,
  'applications.json': queueKind,
} as const
type DocumentName = keyof typeof documentKinds

/**
 * Sets the documents of a folder aside that cannot be read, and describes in Spanish what that means, also for those that a
 * kiosk knew and that are missing. @throws MachineError
 */
export async function setDocumentsAside(folder: string, shared: Shared, sync?: Sync): Promise<string[]> {
  const missing: readonly string[] = await missingDocuments(folder, shared)
  const notes: string[] = []
  const kinds = Object.entries<DocumentKind<unknown>>(documentKinds).map(([name, kind]) => ({
    ...kind,
    name,
    isIntact: (text: string) => dataIn(kind, text) !== undefined,
  }))
  const erased = {
    ...{ name: tombstoneName, keepsCopy: undefined, lost: lostTombstones },
    isIntact: (text: string) => parseTombstones(text) !== undefined,
  }
  for (const { name, keepsCopy, lost, isIntact } of [...kinds, erased]) {
    const path = join(folder, name)
    const text = (await readIfThere(path))?.toString('utf8')
    if (text !== undefined && isIntact(text)) continue
    const copy = keepsCopy && (await readIfThere(copyOf(path)))?.toString('utf8')
    const isCopy = copy !== undefined && isIntact(copy)
    if (text === undefined && !isCopy && !missing.includes(name)) continue
    const aside = `${path}.corrupt-${stamp()}`
    if (text !== undefined) await renameFile(path, aside)
    if (isCopy) await writeAtomically(path, copy, { sync })
    const found = text === undefined ? `Falta ${path}` : `${path} está dañado, y quedó apartado en ${aside}`
    notes.push(`${found}. ${isCopy ? 'Vale lo que tenía antes de su último cambio' : lost}`)
  }
  return notes
}

/** The shared value with the names of the documents that were in the folder when a kiosk opened it last. */
const knownNames = '/documents'

/** Returns the names of documents that a kiosk knew, and that are missing. */
export async function missingDocuments(folder: string, { values }: Shared): Promise<DocumentName[]> {
  const there = await documentsIn(folder)
  const known = values.get(knownNames)
  const all = Object.keys(documentKinds) as DocumentName[]
  return all.filter((name) => Array.isArray(known) && known.includes(name) && !there.includes(name))
}

/** Returns the shared value that a kiosk notes. Undefined if it is noted. */
export async function notedDocuments(folder: string, { values }: Shared): Promise<SetValues | undefined> {
  const there = await documentsIn(folder)
  return isDeepStrictEqual(values.get(knownNames) ?? [], there) ? undefined : { [knownNames]: there }
}

async function documentsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return Object.keys(documentKinds).filter((name) => names.includes(name))
}

interface SessionFileOptions {
  accounts: () => Promise<readonly Account[]>
  now?: () => number
  replaceFile?: ReplaceFile
  /** Receives the error if the file cannot be read or written: its sessions then end with the program. */
  report?: (error: Error) => void
}

/** Opens the sessions, which stay in memory: a full disk does not keep anybody from signing in or out. */
export async function openSessionFile(
  path: string,
  { accounts, now = Date.now, replaceFile, report = () => {} }: SessionFileOptions,
): Promise<Sessions> {
  const file = new JsonDocument(path, sessionKind, replaceFile)
  let data: SessionsByHash = await file.known().catch((error) => {
    report(error)
    return sessionKind.empty
  })
  return new Sessions(
    {
      read: async () => ({ data, now: now() }),
      async change(toChanged) {
        const changed = toChanged(data, { now: now(), isAgain: false })
        if (changed === undefined) return changed
        data = changed
        await file.replace(changed).catch(report)
        return changed
      },
    },
    accounts,
  )
}

/** Returns the shared values of a folder: those of its log, and those that are left in files of version 1.0.0. @throws MachineError */
export async function sharedIn(folder: string, shared: Shared): Promise<Shared> {
  return shared.with(await leftIn(folder, shared))
}

/** Returns the shared values in files of version 1.0.0, or in `settings.json` by a person, which the log lacks. @throws MachineError */
export async function leftIn(folder: string, shared: Shared): Promise<SetValues | undefined> {
  const { data } = await new JsonDocument(join(folder, 'settings.json'), settingsKind).read()
  return joinedSets(shared.changedBy(data), tombstonesAdded(shared.values, (await readErased(folder)) ?? []))
}

/** The file in which version 1.0.0 kept the tombstones. */
export const tombstoneName = 'erased.json'

/** Reads the tombstones of version 1.0.0, if there are any. @throws MachineError */
async function readErased(folder: string): Promise<readonly TombstoneSet[] | undefined> {
  const path = join(folder, tombstoneName)
  const bytes = await readIfThere(path)
  const sets = bytes && parseTombstones(bytes.toString('utf8'))
  if (bytes && !sets) throw new DamagedDocumentError(path)
  return sets
}
