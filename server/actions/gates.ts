/** The names of the gates, and the meaning of a second entry. A change takes effect at once. */
import { type AgainRule, defaultGates } from '#domain/gate/passage'
import type { OpenSettings } from '../store/contract/settings-store.ts'

/** The settings on the wire. */
interface GateInfo {
  again: AgainRule
  gates: string[]
}

export class Gates {
  constructor(private readonly settings: OpenSettings) {}

  get current(): GateInfo {
    const { again, gates } = this.settings.current.gate ?? defaultGates
    return { again, gates: [...gates] }
  }

  /** Changes what is given, and keeps the rest. */
  async change({ again, gates }: Partial<GateInfo>): Promise<void> {
    const { current } = this
    await this.settings.change({
      gate: { again: again ?? current.again, gates: (gates ?? current.gates).map((name) => name.trim()) },
    })
  }
}
