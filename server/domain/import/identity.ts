/** Finds the stored pilot whom a row of an import means, and the other pilots with whom it conflicts. */
import { DuplicateDocumentError, sameNameTexts } from '../errors.ts'
import { isOtherPerson } from '../pilots/checks/other-person.ts'
import { documentField, type RiderDocument, readDocument } from '../pilots/document.ts'
import { hasSameWriting, isTakenBy } from '../pilots/documents/document-key.ts'
import type { ExistingPilots, NamedPilots } from '../pilots/existing.ts'
import type { FieldName } from '../pilots/fields.ts'
import { fullName, isPhotoName, type PhotoName, type Pilot, type StoredDraft } from '../pilots/pilot.ts'
import { type PilotId, readPilotId } from '../pilots/pilot-id.ts'
import { formatDate } from '../text/date.ts'
import { shortened } from '../text/text.ts'
import type { Column } from './columns.ts'
import { type ImportRow, otherPerson } from './import.ts'
import { riderOf, type Seen } from './row-check.ts'

export type Problem = readonly [field: Column, message: string]

/** The pilots, and the options of the import. */
interface Context {
  pilots: ExistingPilots
  named: NamedPilots
  update: boolean
  incomplete?: boolean
}

/** The pilot and the photo that a row names. */
export interface Identity {
  id?: PilotId
  photo?: PhotoName
  existing?: Pilot
  /** True if a person has said that the row is not of the rider whose document it has. */
  isLeftOut?: boolean
  problems: Problem[]
}

export function identify(row: ImportRow, context: Context): Identity {
  const { values } = row
  const problems: Problem[] = []
  const code = filled(values.id_driver) ? readPilotId(textOf(values.id_driver)) : undefined
  const id = code && context.pilots.holder(code)
  if (filled(values.id_driver) && !code) {
    problems.push(['id_driver', 'No es un identificador: son 12 letras y números'])
  }
  if (code && !id) {
    problems.push(['id_driver', 'Este identificador es de una credencial anulada'])
  }
  const photo = isPhotoName(values.attachment) ? values.attachment : undefined
  if (values.attachment && !photo) {
    problems.push(['attachment', 'No es el nombre de una foto de PilotOS'])
  }
  const { existing, problem } = findExisting(row, id, context)
  if (problem) problems.push(['name', problem])
  if (existing && id && existing.id !== id) {
    const document = existing.dni === null ? 'documento' : 'DNI'
    problems.push(['id_driver', `Ningún piloto tiene este identificador, y el de ese ${document} tiene otro`])
  }
  const other = existing && otherPersonIn(row, existing)
  if (other && row.isSamePerson === undefined)
    problems.push([existing.id === id ? 'id_driver' : documentField(existing), other])
  return { id, photo, existing, isLeftOut: other !== undefined && row.isSamePerson === false, problems }
}

/** Names both persons if a row would replace a rider by another one. */
function otherPersonIn({ values }: ImportRow, existing: Pilot): string | undefined {
  const { name, lastname, fechanac } = riderOf({
    ...values,
    name: filled(values.name) ? values.name : existing.name,
    lastname: filled(values.lastname) ? values.lastname : existing.lastname,
  })
  if (!isOtherPerson(existing, { name, lastname, fechanac })) return undefined
  const born = (day?: string) =>
    day === undefined ? 'sin fecha de nacimiento' : `nació el ${formatDate(day)}`
  return (
    `${otherPerson}: ${fullName(existing)} (${born(existing.fechanac)}). ` +
    `El archivo dice ${shortened(`${name} ${lastname}`, 60)} (${born(fechanac)})`
  )
}

/** Returns the pilot whom an update changes, or the problem that a row may be of somebody who is stored already. */
function findExisting(
  row: ImportRow,
  id: PilotId | undefined,
  context: Context,
): { existing?: Pilot; problem?: string } {
  const { pilots, update } = context
  const document = readDocument(row.values)
  const known = (id && pilots.byId(id)) || (document && pilots.byDocument(document))
  // With an identifier, a row names nobody else.
  const [same, ...others] = known || id ? [] : namesakes(row, document, context)
  if (others.length > 0) return { problem: sameNameTexts.several }
  if (update) return { existing: known ?? same }
  return same ? { problem: sameNameTexts.one } : {}
}

/** Returns the pilots who may be the rider of a row, if the row or one of them has no document: see `mayBeSame`. */
function namesakes(row: ImportRow, document: RiderDocument | undefined, context: Context): Pilot[] {
  if (!document && !mayLack(row, 'dni', context) && !mayLack(row, 'documento', context)) return []
  return context.named.like(document, () => riderOf(row.values))
}

/** Returns true if the rider of a row may lack a value for now. */
export function mayLack(
  { deferred = [] }: ImportRow,
  name: FieldName,
  { incomplete }: Pick<Context, 'incomplete'>,
): boolean {
  return incomplete === true || deferred.includes(name)
}

/** Finds other pilots, stored or in the same file, who have the document or the identifier of a row. */
export function findConflicts(
  { id, existing }: Identity,
  draft: StoredDraft | undefined,
  twin: ReturnType<Seen['find']>,
  { pilots }: Pick<Context, 'pilots'>,
): Problem[] {
  const problems: Problem[] = []
  const same = draft && pilots.byDocument(draft, existing?.id)
  const isKept = existing !== undefined && draft !== undefined && hasSameWriting(existing, draft)
  if (same && isTakenBy(same, { ...draft, id: existing?.id }, isKept)) {
    const field = documentField(draft)
    problems.push([field, new DuplicateDocumentError(same.id, field).message])
  }
  if (id && !existing && pilots.byId(id)) {
    problems.push(['id_driver', 'Ya existe un piloto con este identificador'])
  }
  if (twin) problems.push([twin.field, `Repite a otro piloto del archivo, el de ${twin.line}`])
  return problems
}

export function filled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** Returns a value as a text. Objects and lists, which no reader returns, become an empty text. */
export function textOf(value: unknown): string {
  return typeof value === 'object' ? '' : String(value)
}
