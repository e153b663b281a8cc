/** The names of the gates, and the meaning of a second entry. A change takes effect at once. */
import { MalformedError } from '#domain/errors'
import {
  changedGates,
  currentGate,
  defaultGates,
  followedGate,
  type GateChange,
  type GateSettings,
} from '#domain/gate/passage'
import type { AccountStore } from '../store/documents/accounts.ts'
import type { OpenSettings, SettingsStore } from '../store/documents/settings.ts'

export class Gates {
  constructor(
    private readonly settings: OpenSettings,
    private readonly accounts: Accounts,
  ) {}

  /** The settings as they are stored, with the names that gates had before. */
  get current(): GateSettings {
    return this.settings.current.gate ?? defaultGates
  }

  /** Returns the name that a gate has now. */
  nameOf = (gate: string): string => currentGate(this.current, gate)

  /** Returns the name that a gate of this event has now. @throws MalformedError */
  required(gate: string): string {
    const name = this.nameOf(gate)
    if (!this.current.gates.includes(name)) throw noGate(name)
    return name
  }

  /** Changes what is given, and keeps the rest. @throws MalformedError for a rename that does not fit */
  async change(change: GateChange): Promise<void> {
    await changeGates(this.settings, this.accounts, this.current, change)
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

export function noGate(gate: string): MalformedError {
  return new MalformedError(`No hay una puerta ${gate}: elija otra, o agréguela en Ajustes`)
}
