/** Decides what an import does with all of its rows, before any row is stored. */
import { DuplicateDniError } from '../errors.ts'
import type { Revocation } from '../pilot/change.ts'
import { fieldNames } from '../pilot/fields.ts'
import { isPhotoName } from '../pilot/photo.ts'
import { checkDraft, draftOf, type Pilot, readDni, sameData } from '../pilot/pilot.ts'
import { type PilotId, readPilotId } from '../pilot/pilot-id.ts'
import type { Column } from './columns.ts'
import {
  type ImportOptions,
  type ImportReport,
  type ImportRow,
  maxRejections,
  type Rejection,
} from './import.ts'

export interface ImportPlan {
  create: Pilot[]
  update: Pilot[]
  report: ImportReport
}

/** Looks up the existing pilots that an import needs. */
export interface ExistingPilots {
  byId(id: PilotId): Pilot | undefined
  byDni(dni: number): Pilot | undefined
  /** Returns true if the card with this identifier was revoked: the identifier must never become valid again. */
  isRevoked(id: PilotId): boolean
}

/** Returns a lookup of pilots that are in memory. */
export function existingAmong(pilots: readonly Pilot[], revocations: readonly Revocation[]): ExistingPilots {
  const byId = new Map(pilots.map((pilot) => [pilot.id, pilot]))
  const byDni = new Map(pilots.map((pilot) => [pilot.dni, pilot]))
  const revoked = new Set(revocations.map(({ id }) => id))
  return {
    byId: (id) => byId.get(id),
    byDni: (dni) => byDni.get(dni),
    isRevoked: (id) => revoked.has(id),
  }
}

/**
 * Decides on every row. `newId` returns an identifier that no pilot has; `now` is the time at which new pilots are
 * registered (ISO 8601, UTC). `onAccepted` receives each accepted row with its pilot.
 */
export function planImport(
  rows: Iterable<ImportRow>,
  pilots: ExistingPilots,
  options: ImportOptions,
  newId: () => PilotId,
  now: string,
  onAccepted?: (row: ImportRow, pilot: Pilot) => void,
): ImportPlan {
  const plan: ImportPlan = {
    create: [],
    update: [],
    report: {
      registered: 0,
      updated: 0,
      unchanged: 0,
      rejectedRows: 0,
      rejectedLines: [],
      badCells: 0,
      rejected: [],
    },
  }
  const { report } = plan
  const seen = new Seen(options.update === true)
  for (const row of rows) {
    const { pilot, existing, rejected } = decide(row, pilots, seen, options, newId, now)
    if (!pilot) {
      note(report, row, rejected)
      continue
    }
    seen.add(row, pilot)
    onAccepted?.(row, pilot)
    if (!existing) plan.create.push(pilot)
    else if (sameData(pilot, existing)) report.unchanged += 1
    else plan.update.push(pilot)
  }
  if (options.strict && report.rejectedRows > 0) {
    plan.create = []
    plan.update = []
    report.unchanged = 0
  }
  report.registered = plan.create.length
  report.updated = plan.update.length
  return plan
}

/** Counts a rejected row and its problems, and lists the problems while the list has room for all of them. */
function note(report: ImportReport, { line }: ImportRow, rejected: readonly Rejection[]): void {
  const areAllListed = report.rejected.length === report.badCells
  report.rejectedRows += 1
  report.rejectedLines.push(line)
  report.badCells += rejected.length
  if (areAllListed && report.badCells <= maxRejections) report.rejected.push(...rejected)
}

interface Decision {
  pilot?: Pilot
  existing?: Pilot
  rejected: Rejection[]
}

function decide(
  { line, values, checked, badCells = {}, problem }: ImportRow,
  pilots: ExistingPilots,
  seen: Seen,
  { update }: ImportOptions,
  newId: () => PilotId,
  now: string,
): Decision {
  if (problem) return { rejected: [{ line, message: problem }] }

  const rejected: Rejection[] = []
  const reject = (field: Column, message: string) => {
    rejected.push({ line, field, value: excerpt(values[field]), message })
  }
  const id = filled(values.id_driver) ? readPilotId(textOf(values.id_driver)) : undefined
  if (filled(values.id_driver) && !id) reject('id_driver', 'No es un identificador: son 12 letras y números')
  if (id && pilots.isRevoked(id)) reject('id_driver', 'Este identificador es de una credencial anulada')
  const photo = filled(values.attachment) ? values.attachment : undefined
  if (photo && !isPhotoName(photo)) reject('attachment', 'No es el nombre de una foto de PilotOS')

  const existing = update ? existingPilot(values, id, pilots) : undefined
  if (existing && id && existing.id !== id) {
    reject('id_driver', 'Ningún piloto tiene este identificador, y el de ese DNI tiene otro')
  }
  if (update && !existing && fieldNames.some((name) => !(name in values))) {
    return { rejected: [{ line, message: 'No existe ese piloto, y faltan columnas para registrarlo' }] }
  }
  const { draft, problems } = existing
    ? checkDraft({ ...draftOf(existing), ...values })
    : (checked ?? checkDraft(values))
  for (const name of fieldNames) {
    const message = badCells[name] ?? problems[name]
    if (message) reject(name, message)
  }

  const dni = draft?.dni
  const sameDni = dni === undefined ? undefined : pilots.byDni(dni)
  if (sameDni && sameDni.id !== existing?.id) reject('dni', new DuplicateDniError(sameDni.id).message)
  if (id && !existing && pilots.byId(id)) reject('id_driver', 'Ya existe un piloto con este identificador')
  const twin = seen.find(dni, id ?? existing?.id)
  if (twin) reject(twin.field, `Repite a otro piloto del archivo, el de ${twin.line}`)

  if (!draft || rejected.length > 0) return { rejected }
  const pilot: Pilot = {
    id: existing?.id ?? id ?? newId(),
    photo: isPhotoName(photo) ? photo : (existing?.photo ?? null),
    ...draft,
  }
  if (existing?.since) pilot.since = existing.since
  if (existing?.card) pilot.card = existing.card
  if (!existing) pilot.since = now
  return { pilot, existing, rejected }
}

/** The pilots of the rows read so far, so that no two rows of a file define the same pilot. */
class Seen {
  constructor(private readonly isUpdate: boolean) {}

  #lineOfDni = new Map<number, number>()
  #lineOfId = new Map<PilotId, number>()

  add({ line, values }: ImportRow, { id, dni }: Pilot): void {
    this.#lineOfDni.set(dni, line)
    // A newly generated identifier cannot occur in another row.
    if (this.isUpdate || filled(values.id_driver)) this.#lineOfId.set(id, line)
  }

  find(dni?: number, id?: PilotId): { line: number; field: 'dni' | 'id_driver' } | undefined {
    const byDni = dni === undefined ? undefined : this.#lineOfDni.get(dni)
    if (byDni) return { line: byDni, field: 'dni' }
    const byId = id && this.#lineOfId.get(id)
    return byId ? { line: byId, field: 'id_driver' } : undefined
  }
}

/** Returns the pilot that a row of an update names by its identifier, or else by its DNI. */
function existingPilot(
  values: ImportRow['values'],
  id: PilotId | undefined,
  pilots: Pick<ExistingPilots, 'byId' | 'byDni'>,
): Pilot | undefined {
  const dni = readDni(values.dni)
  return (id && pilots.byId(id)) || (dni === undefined ? undefined : pilots.byDni(dni))
}

function filled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** Returns at most 200 characters of a value, for the list of problems. */
function excerpt(value: unknown): string | undefined {
  return filled(value) ? textOf(value).slice(0, 200) : undefined
}

/** Returns a value as a text. Objects and lists, which no reader returns, become an empty text. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? '' : String(value)
}
