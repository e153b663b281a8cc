/** The small documents of a data folder, which lowdb reads and writes: accounts, sessions, pairings and settings. */
import { join } from 'node:path'
import { Low } from 'lowdb'
import type { StoredSettings } from '#domain/desk/settings'
import { joinedSets, type Shared } from '#domain/desk/shared'
import type { SetValues } from '#domain/pilots/change'
import { parseJson } from '#domain/text/text'
import { type ReplaceFile, readIfThere, writeAtomically } from '../../files/atomic-file.ts'
import { createMutex } from '../../workers/turns.ts'
import { type Account, accountKind } from '../documents/accounts.ts'
import { Sessions, type SessionsByHash, sessionKind } from '../documents/sessions.ts'
import { settingsKind } from '../documents/settings.ts'
import type { DocumentKind, HeldDocument } from '../documents/stored-document.ts'
import { parseTombstones, type TombstoneSet, tombstonesAdded } from '../shared/tombstones.ts'

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
    const { empty, parse } = kind
    let parsed: { bytes: Buffer; data: Data } | undefined
    const adapter = {
      async read() {
        const bytes = await readIfThere(path)
        if (!bytes) return empty
        if (!parsed?.bytes.equals(bytes)) parsed = { bytes, data: parse(parseJson(bytes.toString('utf8'))) }
        return parsed.data
      },
      write: (data: Data) => replaceFile(path, this.bytesOf(data).toString()),
    }
    this.#low = new Low(adapter, empty)
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
    return Buffer.from(`${this.kind.format(data)}\n`)
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

/** Returns the document of the accounts. @throws MachineError at a read if it is damaged */
export function accountDocument(path: string, replaceFile?: ReplaceFile): JsonDocument<readonly Account[]> {
  const damage = `El archivo de cuentas está dañado: ${path}. Bórrelo y cree las cuentas de nuevo`
  return new JsonDocument(path, accountKind(damage), replaceFile)
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

export function settingsDocument(path: string, replaceFile?: ReplaceFile): JsonDocument<StoredSettings> {
  return new JsonDocument(path, settingsKind, replaceFile)
}

/** Returns the shared values of a folder: those of its log, and those that are left in files of version 1.0.0. @throws MachineError */
export async function sharedIn(folder: string, shared: Shared): Promise<Shared> {
  return shared.with(await leftIn(folder, shared))
}

/** Returns the shared values in files of version 1.0.0, or in `settings.json` by a person, which the log lacks. @throws MachineError */
export async function leftIn(folder: string, shared: Shared): Promise<SetValues | undefined> {
  const { data } = await settingsDocument(join(folder, 'settings.json')).read()
  return joinedSets(shared.in(data), tombstonesAdded(shared.values, (await readErased(folder)) ?? []))
}

/** The file in which version 1.0.0 kept the tombstones. */
export const tombstoneName = 'erased.json'

/** Reads the tombstones of version 1.0.0, if there are any. @throws MachineError */
async function readErased(folder: string): Promise<readonly TombstoneSet[] | undefined> {
  const path = join(folder, tombstoneName)
  const bytes = await readIfThere(path)
  return bytes && parseTombstones(bytes.toString('utf8'), path)
}
