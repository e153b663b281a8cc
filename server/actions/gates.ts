/** The names of the gates, and the meaning of a second entry. A change takes effect at once. */
import {
  type AgainRule,
  changedGates,
  currentGate,
  defaultGates,
  followedGate,
  type GateChange,
  type GateSettings,
} from '#domain/gate/passage'
import type { AccountStore } from '../store/contract/account-store.ts'
import type { OpenSettings, SettingsStore } from '../store/contract/settings-store.ts'

/** The settings on the wire. */
interface GateInfo {
  again: AgainRule
  gates: string[]
}

export class Gates {
  #listeners = new Set<() => void>()

  constructor(
    private readonly settings: OpenSettings,
    private readonly accounts: Accounts,
  ) {}

  /** The settings as they are stored, with the names that gates had before. */
  get stored(): GateSettings {
    return this.settings.current.gate ?? defaultGates
  }

  get current(): GateInfo {
    const { again, gates } = this.stored
    return { again, gates: [...gates] }
  }

  /** Returns the name that a gate has now. */
  nameOf = (gate: string): string => currentGate(this.stored, gate)

  /** Changes what is given, and keeps the rest. @throws MalformedError for a rename that does not fit */
  async change(change: GateChange): Promise<void> {
    await changeGates(this.settings, this.accounts, this.stored, change)
    for (const listener of this.#listeners) listener()
  }

  /** Calls `listener` after each change by this server. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

type Accounts = Pick<AccountStore, 'list' | 'change'>

/**
 * Changes the gates, whose settings are `before`, and returns the new settings. The phones of a renamed gate move first:
 * if that is interrupted, the same change again completes it.
 * @throws MalformedError
 */
export async function changeGates(
  settings: Pick<SettingsStore, 'change'>,
  accounts: Accounts,
  before: GateSettings,
  change: GateChange,
): Promise<GateSettings> {
  const after = changedGates(before, change)
  if (change.renamed?.length) {
    for (const { user, gate } of await accounts.list()) {
      const next = gate === undefined ? undefined : followedGate(before, change, gate)
      if (next !== gate) await accounts.change({ user, gate: next })
    }
  }
  await settings.change({ gate: after })
  return after
}
