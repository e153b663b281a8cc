/** Decides whether an import can be undone as a whole, and how. */
import { NotFoundError, UndoImportError } from '../errors.ts'
import type { Change } from '../pilots/change.ts'
import { isTakenBy } from '../pilots/documents/document-key.ts'
import type { ExistingPilots } from '../pilots/existing.ts'
import { sameFacts } from '../pilots/facts/fact-values.ts'
import { type FactKind, factKinds, isFactKind } from '../pilots/facts/facts.ts'
import { kindOf, type LoggedChange, type PilotChangeKind } from '../pilots/history/history.ts'
import { fullName, type Pilot, sameData } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { count, enumerate, fold } from '../text/text.ts'
import type { StoredImport, UndoneImport } from './calls.ts'

/** Describes an undone import or merge, such as `Importación deshecha: 3 borrados, 1 como estaba antes`. */
export function undoneText(
  { removed, restored }: UndoneImport,
  what: 'Importación' | 'Unión' = 'Importación',
): string {
  const parts = [
    removed > 0 && count(removed, 'borrado'),
    restored > 0 && count(restored, 'como estaba antes', 'como estaban antes'),
  ].filter(Boolean)
  return `${what} deshecha${parts.length > 0 ? ': ' : ''}${parts.join(', ')}`
}

/** The number of imports that are listed. */
const recentImports = 10

/** A change of an import or a merge, or of the undo of one, without its pilots. Several can be parts of one. */
export type ImportPart = Pick<LoggedChange, 'number'> &
  Pick<Change, 'undoes'> & { import?: Omit<StoredImport, 'change' | 'isUndone'> }

/** Returns the part of an import that a change of the store itself is. */
export function importPart({ number, at, change }: LoggedChange): ImportPart {
  const { by, file, merged, importedAt, undoes, put = [], remove = [], revoke = [] } = change
  if (importedAt === undefined && !merged) return { number, undoes }
  const removed = remove.filter((id) => !revoke.some((one) => one.id === id))
  const desk = merged && { desk: merged.desk }
  const pilots = put.length + removed.length
  return { number, undoes, import: { at, ...(by && { by }), ...(file && { file }), ...desk, pilots } }
}

/** Returns the last imports and merges, the newest first, from their parts in order. */
export function importsIn(parts: readonly ImportPart[]): StoredImport[] {
  const undone = new Set(parts.map(({ undoes }) => undoes))
  const imports = new Map<number, StoredImport>()
  for (const { number, import: part } of parts) {
    if (!part) continue
    const pilots = (imports.get(number)?.pilots ?? 0) + part.pilots
    imports.set(number, { change: number, ...part, pilots, isUndone: undone.has(number) })
  }
  return [...imports.values()].slice(-recentImports).reverse()
}

/** Looks up the pilots as they are now. */
type Lookup = Pick<ExistingPilots, 'byId' | 'byDocument'>

export interface ImportUndo {
  change: Change & { put: readonly Pilot[]; remove: readonly PilotId[] }
  undone: UndoneImport
}

/** The change of the import, with all of its pilots. @throws NotFoundError if the change is no import */
function requireImport(parts: readonly LoggedChange[]): { put: Pilot[]; importedAt: string } {
  const importedAt = parts.at(-1)?.change.importedAt
  if (importedAt === undefined) throw new NotFoundError('No hay una importación con ese número')
  return { put: parts.flatMap(({ change }) => change.put ?? []), importedAt }
}

/**
 * Undoes the import with the number `number`: removes the pilots that it registered, and restores the earlier state of
 * those that it changed. `log` has all changes of the store itself about these pilots, the oldest first.
 * @throws NotFoundError if the change is no import, UndoImportError if the import is undone already, or if one of its
 * pilots was changed, printed, revoked or removed since
 */
export function decideUndoImport(
  number: number,
  log: readonly LoggedChange[],
  lookup: Lookup,
  by?: string,
): ImportUndo {
  const { put: imported, importedAt } = requireImport(log.filter((one) => one.number === number))
  if (log.some(({ change }) => change.undoes === number)) {
    throw new UndoImportError('Esta importación ya se deshizo')
  }
  const before = statesBefore(log, number)
  const touches = touchesAfter(log, number, imported)
  const put: Pilot[] = []
  const remove: PilotId[] = []
  const problems: Problem[] = []
  const note = (pilot: Pilot, kind: Problem['kind']) =>
    problems.push({ pilot, kind, name: fold(fullName(pilot)) })
  for (const pilot of imported) {
    const earlier = before.get(pilot.id)
    const touch = touches.get(pilot.id) ?? touchNow(pilot, lookup)
    const isNew = pilot.since === importedAt && earlier?.since !== importedAt
    if (touch) note(pilot, touch)
    else if (isNew) remove.push(pilot.id)
    else if (!earlier) note(pilot, 'unknown')
    else if (isTaken(earlier, lookup)) note(earlier, 'taken')
    else put.push(earlier)
  }
  if (problems.length > 0)
    throw new UndoImportError(`La importación no se deshizo: desde entonces ${why(problems)}`)
  return {
    change: { put, remove, by, undoes: number },
    undone: { removed: remove.length, restored: put.length },
  }
}

/** Returns the state of each pilot before a change. */
function statesBefore(log: readonly LoggedChange[], number: number): Map<PilotId, Pilot> {
  const states = new Map<PilotId, Pilot>()
  for (const { number: own, change } of log) {
    if (own >= number) break
    for (const pilot of change.put ?? []) states.set(pilot.id, pilot)
    for (const id of change.remove ?? []) states.delete(id)
  }
  return states
}

type Touch = PilotChangeKind

/** Returns the kind of the first change of each pilot after the import. */
function touchesAfter(
  log: readonly LoggedChange[],
  number: number,
  imported: readonly Pilot[],
): Map<PilotId, Touch> {
  const states = new Map(imported.map((pilot) => [pilot.id, pilot]))
  const touches = new Map<PilotId, Touch>()
  const note = (id: PilotId, kind: Touch) => states.has(id) && !touches.has(id) && touches.set(id, kind)
  for (const { number: own, change } of log) {
    if (own <= number) continue
    for (const { id, joined } of change.revoke ?? []) note(id, joined ? 'merged' : 'revoked')
    for (const id of change.remove ?? []) note(id, 'removed')
    for (const pilot of change.put ?? []) note(pilot.id, kindOf(states.get(pilot.id), pilot, true, change))
  }
  return touches
}

/** Returns how a pilot differs from its imported state now, if a change is newer than the log. */
function touchNow(imported: Pilot, lookup: Lookup): Touch | undefined {
  const stored = lookup.byId(imported.id)
  if (!stored) return 'removed'
  const isSame = sameData(imported, stored) && sameFacts(imported, stored)
  return isSame ? undefined : kindOf(imported, stored, true)
}

function isTaken(pilot: Pilot, lookup: Lookup): boolean {
  return isTakenBy(lookup.byDocument(pilot, pilot.id), pilot, true)
}

interface Problem {
  pilot: Pilot
  kind: Touch | 'taken' | 'unknown'
  /** The folded name, by which problems are ordered. */
  name: string
}

/** The most pilots that a refusal names. */
const mostNamed = 3

function why(problems: readonly Problem[]): string {
  const sorted = [...problems].sort((one, other) => (one.name < other.name ? -1 : 1))
  const named = sorted.slice(0, mostNamed).map(reasonOf)
  const others = problems.length - named.length
  const rest = others > 0 ? [`hay ${count(others, 'piloto')} más con cambios`] : []
  return enumerate([...named, ...rest])
}

function reasonOf({ pilot, kind }: Problem): string {
  const name = fullName(pilot)
  return isFactKind(kind) ? `${factKinds[kind].refusal} ${name}` : reasons[kind](name, pilot)
}

const changed = (name: string) => `se cambió a ${name}`
const reasons: Record<Exclude<Problem['kind'], FactKind>, (name: string, pilot: Pilot) => string> = {
  registered: changed,
  changed,
  completed: changed,
  recovered: changed,
  printed: (name) => `se imprimió la credencial de ${name}`,
  revoked: (name) => `se anuló la credencial de ${name}`,
  removed: (name) => `se borró a ${name}`,
  merged: (name) => `se unió a ${name} con los datos de otra mesa`,
  forgotten: (name) => `se olvidaron datos de ${name}`,
  restored: (name) => `se recuperó a ${name} de una copia`,
  taken: (name, { dni }) => `otro piloto tomó el ${dni === null ? 'documento' : 'DNI'} que tenía ${name}`,
  unknown: (name) => `se perdió el estado anterior de ${name}`,
}
