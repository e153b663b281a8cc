/** The accounts of staff and the pairings of phones, on the documents of any store. A stored password is a hash. */
import { type Pairing, requireAdminLeft } from '#domain/staff/accounts'
import type { Role } from '#domain/staff/roles'
import { hasShape, type Shaped } from '#domain/stored/checks'
import { namesMatch } from '#domain/text/names'
import type { DocumentKind, StoredDocument } from './stored-document.ts'

export type Account = Shaped<'account'>

/** Returns the role of an account. An account that was stored before there were roles may do everything. */
export function roleOf({ role = 'admin' }: Pick<Account, 'role'>): Role {
  return role
}

/** Returns true for the account of a phone that is paired with a gate. */
export function isPhone({ gate }: Pick<Account, 'gate'>): boolean {
  return gate !== undefined
}

export const accountKind: DocumentKind<readonly Account[]> = {
  empty: [],
  lost: 'Nadie puede entrar desde otro equipo: cree las cuentas otra vez en esta laptop, en Ajustes, y empareje los teléfonos',
  parse: ({ accounts }) =>
    Array.isArray(accounts) && accounts.every((one) => hasShape('account', one)) ? accounts : undefined,
  contentOf: (accounts) => ({ accounts }),
}

/** The new values of an account. An absent property stays as it is. */
type AccountChange = Pick<Account, 'user'> & Partial<Pick<Account, 'password' | 'role' | 'gate'>>

/** The sessions that a change of accounts ends: see `Sessions`. */
export interface AccountSessions {
  endAll(isMeant: (user: string) => boolean): Promise<void>
  check(): Promise<void>
}

interface AccountChangeOptions {
  /** True to refuse a change after which no account is an admin: see `requireAdminLeft`. */
  keepsAdmin?: boolean
}

export function openAccounts(document: StoredDocument<readonly Account[]>, sessions: AccountSessions) {
  const endSessionsOf = (name: string) => sessions.endAll((user) => user === name)
  return {
    list: async () => [...(await document.read()).data],

    /** Adds an account, or replaces the account with this name, whose sessions end. */
    async put(account: Account): Promise<void> {
      await document.change((all) => withAccount(all, account))
      await endSessionsOf(account.user)
    },

    /** Adds an account. Resolves to false, and changes nothing, if an account has the same name: see `nameKey`. */
    async add(account: Account): Promise<boolean> {
      // The same order has the same salt, and any other one has its own.
      const isOther = ({ user, password, role }: Account) =>
        namesMatch(user, account.user) && (password !== account.password || role !== account.role)
      const changed = await document.change((all) =>
        all.some(isOther) ? undefined : withAccount(all, account),
      )
      return changed !== undefined
    },

    /**
     * Changes an account. Resolves to false if there is no account with this name. A new password ends the sessions of
     * the account; a new role or gate is that of its sessions from now on. @throws PilotosError if `keepsAdmin` refuses it
     */
    async change(
      { user, ...values }: AccountChange,
      { keepsAdmin = false }: AccountChangeOptions = {},
    ): Promise<boolean> {
      const changed = await document.change((all) => {
        if (!all.some((one) => one.user === user)) return undefined
        if (keepsAdmin && values.role) requireAdminLeft(all, user, values.role)
        return all.map((one) => (one.user === user ? { ...one, ...values } : one))
      })
      if (values.password !== undefined) await endSessionsOf(user)
      else await sessions.check()
      return changed !== undefined
    },

    /**
     * Removes an account and its sessions. Resolves to false if there is no account with this name.
     * @throws PilotosError if `keepsAdmin` refuses it
     */
    async remove(name: string, { keepsAdmin = false }: AccountChangeOptions = {}): Promise<boolean> {
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

export type AccountStore = ReturnType<typeof openAccounts>

function withAccount(all: readonly Account[], account: Account): readonly Account[] {
  return [...all.filter(({ user }) => user !== account.user), account]
}

export const pairingKind: DocumentKind<readonly Pairing[]> = {
  empty: [],
  lost: 'Los códigos que emparejan teléfonos ya no valen: haga otros',
  parse: ({ pairings }) =>
    Array.isArray(pairings) ? pairings.filter((one) => hasShape('pairing', one)) : undefined,
  contentOf: (pairings) => ({ pairings }),
}

/** The time for which a pairing is kept after its end, in milliseconds, so that its phone can be told why it is refused. */
export const keptPairing = 24 * 60 * 60_000

export function openPairings(document: StoredDocument<readonly Pairing[]>) {
  return {
    /** Stores a pairing, and forgets those that expired a day before. */
    async add(pairing: Pairing): Promise<void> {
      const oldest = Date.now() - keptPairing
      const isKept = ({ hash, expires }: Pairing) => hash !== pairing.hash && Date.parse(expires) > oldest
      await document.change((all) => [...all.filter(isKept), pairing])
    },

    find: async (hash: string) => (await document.read()).data.find((pairing) => pairing.hash === hash),

    /** Stores the account of the phone. Resolves to false if the pairing is cancelled, unknown or of another phone. */
    async use(hash: string, account: string): Promise<boolean> {
      const changed = await document.change((all) => {
        // A write that is tried again after a lost connection may find its own account.
        const usable = all.find(
          (one) => one.hash === hash && !one.cancelled && (one.account ?? account) === account,
        )
        return usable && all.map((pairing) => (pairing === usable ? { ...usable, account } : pairing))
      })
      return changed !== undefined
    },

    /** Makes a pairing unusable that no phone has used. */
    async cancel(hash: string): Promise<void> {
      await document.change((all) => {
        const unused = all.find((one) => one.hash === hash && one.account === undefined)
        return unused && all.map((one) => (one === unused ? { ...one, cancelled: true } : one))
      })
    },
  }
}

/** Every server of a database can pair a phone with a code of any of them. */
export type PairingStore = ReturnType<typeof openPairings>
