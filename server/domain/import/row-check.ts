/**
 * Checks the values of a row, without those that the rider may lack for now: an incomplete rider is completed later. A text
 * that nobody understands is never stored: the rider lacks the value, and the report names the text. Finds the rows that
 * repeat the rider of a row before.
 */
import { addTo, groupsBy } from '../groups.ts'
import { mayBeSame, nameKey } from '../pilots/checks/duplicates.ts'
import { documentField, documentOf, readDocument } from '../pilots/document.ts'
import { DocumentIndex, isSameDocument } from '../pilots/documents/document-key.ts'
import { type FieldName, fieldNames, fields, optionalNames } from '../pilots/fields.ts'
import { askedOf, type FieldTable, keptBy, type PilotField } from '../pilots/own/field-table.ts'
import { isOwnName, ownNamesIn } from '../pilots/own/own-name.ts'
import {
  canBeMissing,
  checkDraft,
  checkStoredDraft,
  draftOf,
  isOtherDocument,
  type Pilot,
  readValue,
  type StoredDraft,
} from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { Problem } from '../pilots/rules.ts'
import { isBlank } from '../text/text.ts'
import { storedNames } from './cells/capitals.ts'
import type { Column } from './columns.ts'
import type { ImportOptions, ImportRow } from './import.ts'
import type { Deferral } from './mapping.ts'

/** Returns the fields that the rider of a row may lack for now. Undefined for none. */
export function deferredIn(
  { line, values }: Pick<ImportRow, 'line' | 'values'>,
  { fields = [], unread = [], lines = [] }: Deferral,
): PilotField[] | undefined {
  const isWhole = lines.includes(line)
  const names = [...fieldNames, ...fields.filter(isOwnName)].filter((name) => {
    const isLacking = isBlank(values[name])
    if (isOwnName(name)) return isLacking
    return canBeMissing(name) && (isWhole || (isLacking ? fields : unread).includes(name))
  })
  return names.length > 0 ? names : undefined
}

/**
 * Checks the cells of the fields. A row that updates a pilot keeps the values of its missing columns, and the
 * accents of names that the file has in capitals.
 */
export function checkRow(
  row: ImportRow,
  existing: Pilot | undefined,
  { incomplete, table }: Pick<ImportOptions, 'incomplete'> & { table: FieldTable },
) {
  const { values, checked, badCells = {} } = row
  const stored = existing && draftOf(existing)
  const own = existing ? { ...ownValues(row, existing), ...storedNames(row, existing) } : values
  const deferred = checkDeferred(row, own, stored, { incomplete, table })
  const {
    draft,
    problems: found,
    unread = [],
  }: Partial<CheckedRow> & Pick<CheckedRow, 'problems'> = deferred ??
  (stored
    ? checkDraft({ ...stored, ...own }, keptBy(askedOf(table), stored))
    : (checked ?? checkDraft(values, table)))
  const problems: [PilotField, string][] = []
  for (const name of table.names) {
    const isUnread = !isOwnName(name) && unread.includes(name)
    const message = (isUnread ? undefined : badCells[name]) ?? found[name]
    if (message) problems.push([name, message])
  }
  return { draft, problems, unread }
}

/** Reads the values of a row by which a rider without a document is recognized. */
export function riderOf(values: ImportRow['values']): StoredDraft {
  const { name, lastname, npiloto } = values
  const fechanac = fields.fechanac.rule(values.fechanac)
  return {
    name: String(name ?? ''),
    lastname: String(lastname ?? ''),
    ...(!isBlank(npiloto) && { npiloto: String(npiloto) }),
    ...(typeof fechanac === 'string' && { fechanac }),
    ...readDocument(values),
  }
}

interface CheckedRow {
  draft?: StoredDraft
  problems: ReturnType<typeof checkDraft>['problems']
  /** The fields with a text that nobody understood, and that is not stored. */
  unread: FieldName[]
}

/**
 * Checks the values of a row over those of `stored`, without the deferred ones that are missing or not understood: a
 * rider who has such a value keeps it. Returns undefined if nothing of the row is deferred.
 */
function checkDeferred(
  row: ImportRow,
  own: ImportRow['values'],
  stored: StoredDraft | undefined,
  { incomplete = false, table }: Pick<ImportOptions, 'incomplete'> & { table: FieldTable },
): CheckedRow | undefined {
  const { checked, deferred = [], badCells = {} } = row
  // A row without any problem lacks nothing.
  const isWhole = !stored && checked?.draft !== undefined && row.badCells === undefined
  if (isWhole || (!incomplete && deferred.length === 0)) return undefined
  const isDeferred = (name: FieldName) =>
    canBeMissing(name) && (deferred.includes(name) || (incomplete && isBlank(own[name])))
  // Beside a DNI, nothing that a sheet says of another document counts.
  const hasDni = typeof readValue('dni', own.dni) === 'number'
  const left = fieldNames.filter(
    (name) =>
      isDeferred(name) &&
      !(hasDni && isOtherDocument(name)) &&
      (badCells[name] || readValue(name, own[name], table) instanceof Problem),
  )
  const kept = { ...own }
  for (const name of left) delete kept[name]
  const { draft, problems } = checkStoredDraft(
    { ...stored, ...kept },
    isDeferred,
    keptBy(askedOf(table), stored ?? {}),
  )
  return { draft, problems, unread: left.filter((name) => !isBlank(own[name])) }
}

/** Returns the values of the row without those that hold only for new pilots, and without empty optional cells. */
function ownValues({ values, defaulted = [] }: ImportRow, existing: Pilot): ImportRow['values'] {
  const own = { ...values }
  const document = readDocument(values)
  // Riders of before keep their documents as they are, whatever event is open.
  const isSame = defaulted.includes('paisdoc') && document && isSameDocument(document, existing)
  for (const name of isSame ? ([...defaulted, 'dni', 'tipodoc', 'documento'] as const) : defaulted)
    delete own[name]
  for (const name of [...optionalNames, ...ownNamesIn(own)]) if (isBlank(own[name])) delete own[name]
  return own
}

interface SeenRow {
  line: number
  pilot: Pilot
}

/** The pilots of the rows read so far, so that no two rows of a file define the same pilot. */
export class Seen {
  constructor(private readonly isUpdate: boolean) {}

  #byDocument = new DocumentIndex(({ pilot }: SeenRow) => pilot)
  #rows: SeenRow[] = []
  /** The rows by their full names, from when a row without a document needs them. */
  #byName: Map<string, SeenRow[]> | undefined
  #byId = new Map<PilotId, SeenRow>()

  add({ line, values }: ImportRow, pilot: Pilot): void {
    const document = documentOf(pilot)
    const row = { line, pilot }
    this.#byDocument.add(row)
    this.#rows.push(row)
    if (document === undefined || this.#byName) this.#addName(row)
    // A newly generated identifier cannot occur in another row.
    if (this.isUpdate || !isBlank(values.id_driver)) this.#byId.set(pilot.id, row)
  }

  /** Returns an earlier row of the same rider, and the field of this row that says so. `id` is also that of a stored rider. */
  find({ values }: ImportRow, draft?: StoredDraft, id?: PilotId): (SeenRow & { field: Column }) | undefined {
    const [byDocument] = draft ? this.#byDocument.find(draft) : []
    if (draft && byDocument && !isBlank(values[documentField(draft)]))
      return { ...byDocument, field: documentField(draft) }
    const found = byDocument ?? (id && this.#byId.get(id))
    if (found) return { ...found, field: isBlank(values.id_driver) ? 'name' : 'id_driver' }
    // Two rows with identifiers name two riders.
    const same = draft && !id ? this.#like(draft) : undefined
    return same && { ...same, field: 'name' }
  }

  /** Returns the row of a rider who may be the same person: see `mayBeSame`. */
  #like(draft: StoredDraft): SeenRow | undefined {
    if (!this.#byName && documentOf(draft) !== undefined) return undefined
    const rows = this.#names().get(nameKey(draft)) ?? []
    return rows.find(({ pilot }) => mayBeSame(pilot, draft))
  }

  #addName(row: SeenRow): void {
    if (!this.#byName) this.#names()
    else addTo(this.#byName, nameKey(row.pilot), row)
  }

  #names(): Map<string, SeenRow[]> {
    this.#byName ??= groupsBy(this.#rows, ({ pilot }) => nameKey(pilot))
    return this.#byName
  }
}
