/** Pairs phones with gates: makes the codes that the desk shows, and the accounts and names of the phones that use them. */
import { createHash, randomBytes } from 'node:crypto'
import { type Pairing, pairingTime, phoneName, requireUsable, usedPairing } from '#domain/staff/accounts'
import type { Account, AccountStore, PairingStore } from '../store/documents/accounts.ts'

export class Pairings {
  constructor(
    private readonly store: PairingStore,
    private readonly accounts: AccountStore,
    /** Returns the name that a gate has now. */
    private readonly nameOf: (gate: string) => string = (gate) => gate,
    private readonly now: () => number = Date.now,
  ) {}

  /** Makes a code of 128 random bits, of which only the hash is stored. */
  async create(gate: string): Promise<{ code: string; pairing: Pairing }> {
    const code = randomBytes(16).toString('base64url')
    const pairing = { hash: hashOf(code), gate, expires: new Date(this.now() + pairingTime).toISOString() }
    await this.store.add(pairing)
    return { code, pairing }
  }

  find(hash: string): Promise<Pairing | undefined> {
    return this.store.find(hash)
  }

  /** Makes a code unusable that no phone has used. */
  async cancel(hash: string): Promise<void> {
    await this.store.cancel(hash)
  }

  /**
   * Returns the new account of the phone that uses a code; `device` describes it for people. Of several phones that use it at once, one gets it.
   * @throws NotFoundError for an unknown code, PilotosError for one that was used or cancelled, or has expired
   */
  async pair(code: string, device: string): Promise<Account> {
    const { hash, gate } = requireUsable(await this.store.find(hashOf(code)), this.now())
    const account = await this.#addPhone(this.nameOf(gate), device)
    if (await this.store.use(hash, account.user)) return account
    await this.accounts.remove(account.user)
    throw usedPairing()
  }

  /** Adds an account that nobody can sign in with: no password has this hash. */
  async #addPhone(gate: string, device: string): Promise<Account> {
    const users = (await this.accounts.list()).map(({ user }) => user)
    const account: Account = {
      user: phoneName(gate, users),
      password: `phone:${randomBytes(16).toString('base64url')}`,
      role: 'puerta',
      gate,
      since: new Date(this.now()).toISOString(),
      device,
    }
    // Another phone may have taken the name in the meantime.
    return (await this.accounts.add(account)) ? account : this.#addPhone(gate, device)
  }
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}
