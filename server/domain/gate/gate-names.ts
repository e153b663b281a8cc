/** The names of gates: open pages, unsent scans and paired phones may still name a gate as it was called before. */
import { MalformedError, PilotosError } from '../errors.ts'
import { type GateRename, type GateSettings, gatesProblem } from './passage.ts'

/** The new names of some gates. What is absent stays. */
export interface GateChange extends Partial<Pick<GateSettings, 'again' | 'gates'>> {
  /** The gates that have another name. Without `gates`, all others keep theirs. */
  renamed?: readonly GateRename[]
}

/** Returns the name that a gate has now. A name that no gate ever had stays as it is. */
export function currentGate(
  { gates, renamed = [] }: Pick<GateSettings, 'gates' | 'renamed'>,
  name: string,
): string {
  if (gates.includes(name)) return name
  return renamed.find(({ from }) => from === name)?.to ?? name
}

/**
 * Returns the settings of the gates after a change. An earlier name counts until a gate has it again, or until the gate
 * with the later name is removed.
 * @throws MalformedError for a rename of an unknown gate, or to a name that is not in the list, and PilotosError about a
 * name that no gate may have
 */
export function changedGates(settings: GateSettings, change: GateChange): GateSettings {
  const renames = renamesOf(settings, change)
  const gates =
    change.gates?.map((name) => name.trim()) ?? settings.gates.map((name) => nameAfter(renames, name))
  for (const { from, to } of renames) {
    if (!settings.gates.includes(from))
      throw new MalformedError(`No hay una puerta ${from} que cambie de nombre`)
    if (!gates.includes(to)) throw new MalformedError(`El nombre nuevo ${to} no está entre las puertas`)
  }
  const problem = gatesProblem(gates, settings.gates)
  if (problem) throw new PilotosError('invalid', problem, { fields: { gates: problem } })
  const earlier = (settings.renamed ?? []).map(({ from, to }) => ({ from, to: nameAfter(renames, to) }))
  const renamed = [...earlier, ...renames].filter(
    ({ from, to }) => !gates.includes(from) && gates.includes(to),
  )
  // An empty list takes the place of a stored one.
  const isStored = renamed.length > 0 || settings.renamed !== undefined
  return { again: change.again ?? settings.again, gates, ...(isStored && { renamed }) }
}

/** Returns the gate of a paired phone after a change of the gates: it follows a gate that has another name. */
export function followedGate(settings: GateSettings, change: GateChange, gate: string): string {
  return nameAfter(renamesOf(settings, change), currentGate(settings, gate))
}

/** Returns the renames of a change by the current names: another person may have renamed a gate already. */
function renamesOf(settings: GateSettings, { renamed = [] }: GateChange): GateRename[] {
  return renamed.map(({ from, to }) => ({ from: currentGate(settings, from.trim()), to: to.trim() }))
}

function nameAfter(renames: readonly GateRename[], name: string): string {
  return renames.find(({ from }) => from === name)?.to ?? name
}
