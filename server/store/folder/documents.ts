/** The small documents of a data folder, which lowdb reads and writes: accounts, pairings of phones and settings. */
import { Low } from 'lowdb'
import { MachineError } from '#domain/errors'
import type { Pairing } from '#domain/gate/pairing'
import { isMoment } from '#domain/text/date'
import { isSameName } from '#domain/text/names'
import { isObject, parseJson } from '#domain/text/text'
import { requireAdminLeft } from '#domain/web/roles'
import { createMutex } from '../../async/mutex.ts'
import { type ReplaceFile, readIfThere, writeAtomically } from '../../files/atomic-file.ts'
import {
  type Account,
  type AccountStore,
  isAccount,
  keptPairing,
  type PairingStore,
} from '../contract/account-store.ts'
import {
  changedSettings,
  parseSettings,
  type Settings,
  type WatchedSettings,
} from '../contract/settings-store.ts'

interface DocumentOptions<Data> {
  /** The data while there is no file. */
  empty: Data
  /** Converts parsed JSON, or undefined if the file is not JSON. @throws MachineError if the damage matters */
  parse: (value: unknown) => Data
  format: (data: Data) => string
  replaceFile?: ReplaceFile
}

/**
 * A JSON file, which is read at every call, so that a change by a person counts immediately. A change replaces the whole
 * file, atomically, and waits for the changes before it.
 */
export class JsonDocument<Data> {
  #low: Low<Data>
  #runExclusive = createMutex()

  constructor(path: string, { empty, parse, format, replaceFile = writeAtomically }: DocumentOptions<Data>) {
    const adapter = {
      async read() {
        const bytes = await readIfThere(path)
        return bytes ? parse(parseJson(bytes.toString('utf8'))) : empty
      },
      write: (data: Data) => replaceFile(path, `${format(data)}\n`),
    }
    this.#low = new Low(adapter, empty)
  }

  read(): Promise<Data> {
    return this.#runExclusive(() => this.#read())
  }

  /** Replaces the data by the result of `toChanged`, or keeps the file if there is none. Resolves to the result. */
  change<Changed extends Data | undefined>(toChanged: (data: Data) => Changed): Promise<Changed> {
    return this.#runExclusive(async () => {
      const changed = toChanged(await this.#read())
      if (changed !== undefined) await this.#write(changed)
      return changed
    })
  }

  /** Replaces the data, also of a file that cannot be read. */
  replace(data: Data): Promise<void> {
    return this.#runExclusive(() => this.#write(data))
  }

  async #read(): Promise<Data> {
    await this.#low.read()
    return this.#low.data
  }

  async #write(data: Data): Promise<void> {
    this.#low.data = data
    await this.#low.write()
  }
}

/** Returns the document of the accounts. @throws MachineError at a read if it is damaged */
export function accountDocument(path: string, replaceFile?: ReplaceFile): JsonDocument<readonly Account[]> {
  return new JsonDocument<readonly Account[]>(path, {
    empty: [],
    parse(value) {
      if (isObject(value) && Array.isArray(value.accounts) && value.accounts.every(isAccount))
        return value.accounts
      throw new MachineError(
        `El archivo de cuentas está dañado: ${path}. Bórrelo y cree las cuentas de nuevo`,
      )
    },
    format: (accounts) => JSON.stringify({ accounts }, null, 2),
    replaceFile,
  })
}

/** The sessions that follow the changes of the accounts. */
interface AccountSessions {
  /** Ends the sessions of all users for whom `isMeant` returns true. */
  endAll(isMeant: (user: string) => boolean): Promise<void>
  /** Gives the sessions of an account its role and gate of now. */
  update(account: Account): void
}

export function openAccounts(
  document: JsonDocument<readonly Account[]>,
  sessions: AccountSessions,
): AccountStore {
  return {
    list: async () => [...(await document.read())],

    async put(account) {
      await document.change((all) => [...all.filter(({ user }) => user !== account.user), account])
      await sessions.endAll((user) => user === account.user)
    },

    async add(account) {
      const changed = await document.change((all) =>
        all.some(({ user }) => isSameName(user, account.user)) ? undefined : [...all, account],
      )
      return changed !== undefined
    },

    async change({ user, ...values }, { keepsAdmin = false } = {}) {
      const changed = await document.change((all) => {
        if (!all.some((one) => one.user === user)) return undefined
        if (keepsAdmin && values.role) requireAdminLeft(all, user, values.role)
        return all.map((one) => (one.user === user ? { ...one, ...values } : one))
      })
      const account = changed?.find((one) => one.user === user)
      if (account) sessions.update(account)
      if (values.password !== undefined) await sessions.endAll((name) => name === user)
      return account !== undefined
    },

    async replace(accounts) {
      await document.replace(accounts)
      await sessions.endAll(() => true)
    },

    async remove(name, { keepsAdmin = false } = {}) {
      const changed = await document.change((all) => {
        if (!all.some(({ user }) => user === name)) return undefined
        if (keepsAdmin) requireAdminLeft(all, name)
        return all.filter(({ user }) => user !== name)
      })
      await sessions.endAll((user) => user === name)
      return changed !== undefined
    },
  }
}

/** Opens the pairings. Treats a damaged file like a missing file, since the desk can make another code. */
export function openPairings(path: string, replaceFile: ReplaceFile): PairingStore {
  const document = new JsonDocument<readonly Pairing[]>(path, {
    empty: [],
    parse: (value) =>
      isObject(value) && Array.isArray(value.pairings) ? value.pairings.filter(isPairing) : [],
    format: (pairings) => JSON.stringify({ pairings }),
    replaceFile,
  })
  const isUnused = (hash: string) => (pairing: Pairing) =>
    pairing.hash === hash && pairing.account === undefined
  return {
    async add(pairing) {
      const oldest = Date.now() - keptPairing
      await document.change((all) => [...all.filter(({ expires }) => Date.parse(expires) > oldest), pairing])
    },

    find: async (hash) => (await document.read()).find((pairing) => pairing.hash === hash),

    async use(hash, account) {
      const changed = await document.change((all) => {
        const unused = all.find(isUnused(hash))
        return unused && all.map((pairing) => (pairing === unused ? { ...unused, account } : pairing))
      })
      return changed !== undefined
    },

    async remove(hash) {
      await document.change((all) =>
        all.some(isUnused(hash)) ? all.filter((pairing) => !isUnused(hash)(pairing)) : undefined,
      )
    },
  }
}

function isPairing(value: unknown): value is Pairing {
  return (
    isObject(value) &&
    typeof value.hash === 'string' &&
    typeof value.gate === 'string' &&
    isMoment(value.expires) &&
    (value.account === undefined || typeof value.account === 'string')
  )
}

/** Opens the settings. Treats a damaged file like a missing file, since staff can enter the settings again. */
export function openSettingsFile(path: string, replaceFile: ReplaceFile): WatchedSettings {
  const document = new JsonDocument<Record<string, unknown>>(path, {
    empty: {},
    parse: (value) => (isObject(value) ? value : {}),
    format: (settings) => JSON.stringify(settings, null, 2),
    replaceFile,
  })
  const listeners = new Set<(settings: Settings) => void>()
  return {
    read: async () => parseSettings(await document.read()),
    async change(some) {
      const settings = parseSettings(await document.change((stored) => changedSettings(stored, some)))
      for (const listener of listeners) listener(settings)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
