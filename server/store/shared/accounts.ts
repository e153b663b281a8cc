/** The accounts of staff and the pairings of phones, on the documents of any store. */
import { MachineError } from '#domain/errors'
import type { Pairing } from '#domain/gate/pairing'
import { isMoment } from '#domain/text/date'
import { isSameName } from '#domain/text/names'
import { isObject } from '#domain/text/text'
import { requireAdminLeft } from '#domain/web/roles'
import {
  type Account,
  type AccountStore,
  isAccount,
  keptPairing,
  type PairingStore,
} from '../contract/account-store.ts'
import type { DocumentKind, StoredDocument } from './documents.ts'
import type { Sessions } from './sessions.ts'

/** `damage` is the message for a document that cannot be read. */
export function accountKind(damage: string): DocumentKind<readonly Account[]> {
  return {
    empty: [],
    parse(value) {
      if (isObject(value) && Array.isArray(value.accounts) && value.accounts.every(isAccount))
        return value.accounts
      throw new MachineError(damage)
    },
    format: (accounts) => JSON.stringify({ accounts }, null, 2),
  }
}

export function openAccounts(
  document: StoredDocument<readonly Account[]>,
  sessions: Pick<Sessions, 'endAll' | 'check'>,
): AccountStore {
  const endSessionsOf = (name: string) => sessions.endAll((user) => user === name)
  return {
    list: async () => [...(await document.read()).data],

    async put(account) {
      await document.change((all) => withAccount(all, account))
      await endSessionsOf(account.user)
    },

    async add(account) {
      // An account of an earlier attempt is this one, since every stored password has its own salt.
      const isOther = ({ user, password }: Account) =>
        isSameName(user, account.user) && password !== account.password
      const changed = await document.change((all) =>
        all.some(isOther) ? undefined : withAccount(all, account),
      )
      return changed !== undefined
    },

    async change({ user, ...values }, { keepsAdmin = false } = {}) {
      const changed = await document.change((all) => {
        if (!all.some((one) => one.user === user)) return undefined
        if (keepsAdmin && values.role) requireAdminLeft(all, user, values.role)
        return all.map((one) => (one.user === user ? { ...one, ...values } : one))
      })
      if (values.password !== undefined) await endSessionsOf(user)
      else await sessions.check()
      return changed !== undefined
    },

    async replace(accounts, { keepsSessions = false } = {}) {
      await document.replace(accounts)
      if (keepsSessions) await sessions.check()
      else await sessions.endAll(() => true)
    },

    async remove(name, { keepsAdmin = false } = {}) {
      const changed = await document.change((all, { isAgain }) => {
        if (!all.some(({ user }) => user === name)) return isAgain ? all : undefined
        if (keepsAdmin) requireAdminLeft(all, name)
        return all.filter(({ user }) => user !== name)
      })
      await endSessionsOf(name)
      return changed !== undefined
    },
  }
}

function withAccount(all: readonly Account[], account: Account): readonly Account[] {
  return [...all.filter(({ user }) => user !== account.user), account]
}

/** Damaged pairings count as none, since the desk can make another code. */
export const pairingKind: DocumentKind<readonly Pairing[]> = {
  empty: [],
  parse: (value) =>
    isObject(value) && Array.isArray(value.pairings) ? value.pairings.filter(isPairing) : [],
  format: (pairings) => JSON.stringify({ pairings }),
}

export function openPairings(document: StoredDocument<readonly Pairing[]>): PairingStore {
  return {
    async add(pairing) {
      const oldest = Date.now() - keptPairing
      const isKept = ({ hash, expires }: Pairing) => hash !== pairing.hash && Date.parse(expires) > oldest
      await document.change((all) => [...all.filter(isKept), pairing])
    },

    find: async (hash) => (await document.read()).data.find((pairing) => pairing.hash === hash),

    async use(hash, account) {
      const changed = await document.change((all) => {
        // The account of an earlier attempt is this one.
        const usable = all.find((one) => one.hash === hash && (one.account ?? account) === account)
        return usable && all.map((pairing) => (pairing === usable ? { ...usable, account } : pairing))
      })
      return changed !== undefined
    },

    async remove(hash) {
      const isUnused = (pairing: Pairing) => pairing.hash === hash && pairing.account === undefined
      await document.change((all) =>
        all.some(isUnused) ? all.filter((pairing) => !isUnused(pairing)) : undefined,
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
