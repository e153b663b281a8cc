/** The list of the fields of one's own, which an admin keeps, and what becomes of those of two desks. */
import type { Collection } from '../../collections/collection.ts'
import { type Items, lastPlace } from '../../collections/item.ts'
import { visible } from '../../text/names.ts'
import { canonicalText, count, fold } from '../../text/text.ts'
import { factColumns } from '../facts/facts.ts'
import type { DataGroup } from '../field.ts'
import { fieldNames, fields } from '../fields.ts'
import { wordKey } from '../rules.ts'
import {
  activeNames,
  entriesOf,
  maxDefinitions,
  maxOnCard,
  maxOption,
  maxOptions,
  maxOwnFields,
  maxOwnLabel,
  type OwnField,
  type OwnFields,
} from './own-fields.ts'
import { type OwnKind, type OwnName, ownKindOf, ownKinds } from './own-name.ts'

/** The parts of a field that a person chooses. The kind of a new one is in its name, and stays. */
export interface TypedField
  extends Omit<OwnField, 'isRequired' | 'isOnCard' | 'dataGroup' | 'isRetired' | 'order'> {
  kind?: OwnKind
  isRequired?: boolean
  isOnCard?: boolean
  /** Empty for none. */
  dataGroup?: DataGroup | ''
}

/** The list of the fields of one's own. */
export const ownFieldList: Collection<OwnField, TypedField, OwnName> = {
  missing: 'No existe ese campo',
  part: 'label',
  most: [maxDefinitions, `Entre los campos en uso y los retirados ya hay ${maxDefinitions}`],
  mostInUse: [maxOwnFields, `Ya hay ${maxOwnFields} campos: retire uno para agregar otro`],
  newKey: newName,
  stored({ label, options = [], audience, isRequired, isOnCard, dataGroup }, name) {
    return {
      label: visible(label),
      ...(ownKindOf(name) === 'opcion' && { options: options.map(visible).filter(Boolean) }),
      audience,
      ...(isRequired && { isRequired: true }),
      ...(isOnCard && { isOnCard: true }),
      ...(dataGroup && { dataGroup }),
    }
  },
  problems: ({ label, options, isOnCard }, others) => ({
    label: labelProblem(label, others),
    options: options && optionsProblem(options),
    isOnCard: isOnCard && isCardFull(others) ? cardFull : undefined,
  }),
}

/** Returns true if no further field has room on a printed card. */
function isCardFull(others: Items<OwnField, OwnName>): boolean {
  return others.filter(([, { isOnCard, isRetired }]) => isOnCard && !isRetired).length >= maxOnCard
}

/** Returns a name that no definition has: that of a field with the same label and kind on every desk. */
function newName({ kind = 'texto', label }: TypedField, all: Items<OwnField, OwnName>): OwnName {
  const words = fold(label)
    .replace(/[^\p{L}\d]+/gu, '_')
    // Labels of another script have names of their own too, so that a merge does not join their fields.
    .replace(/[^a-z\d_]/gu, (letter) => letter.codePointAt(0)?.toString(36) ?? '')
    .replace(/^_+|_+$/g, '')
    .slice(0, maxOwnLabel)
  const name: OwnName = `propio_${kind}_${words || 'campo'}`
  for (let number = 1; ; number += 1) {
    const numbered: OwnName = number === 1 ? name : `${name}_${number}`
    if (!all.some(([one]) => one === numbered)) return numbered
  }
}

function labelProblem(label: string, others: Items<OwnField>): string | undefined {
  if (label === '') return 'Escriba el nombre del campo'
  if (label.length > maxOwnLabel) return `El nombre admite hasta ${maxOwnLabel} caracteres`
  if (fixedLabels.has(wordKey(label))) return 'Ese nombre ya es de un dato de PilotOS: elija otro'
  const same = others.find(([, field]) => wordKey(field.label) === wordKey(label))
  if (!same) return undefined
  return same[1].isRetired
    ? 'Hay un campo retirado con ese nombre: vuelva a usarlo, o elija otro nombre'
    : 'Ya hay un campo con ese nombre'
}

function optionsProblem(options: readonly string[]): string | undefined {
  if (options.length === 0) return 'Escriba las opciones, una por línea'
  if (options.length > maxOptions) return `Caben hasta ${maxOptions} opciones`
  const long = options.find((option) => option.length > maxOption)
  if (long) return `Una opción admite hasta ${maxOption} caracteres: acorte «${long.slice(0, 20)}…»`
  const keys = options.map(wordKey)
  const repeated = options.find((option, index) => keys.indexOf(wordKey(option)) < index)
  return repeated === undefined ? undefined : `«${repeated}» está dos veces`
}

const cardFull = `En la credencial impresa caben ${maxOnCard} campos: quite uno para poner este`

/** The labels and the names of all other columns, which a file would confuse with those of one's own. */
const fixedLabels: ReadonlySet<string> = new Set(
  [
    ...fieldNames,
    ...fieldNames.map((name) => fields[name].label),
    ...Object.keys(factColumns),
    ...Object.values(factColumns).map(({ label }) => label),
    'id_driver',
    'Identificador',
    'attachment',
    'Foto',
    'Nombre completo',
    'motivo',
    'estado',
  ].map(wordKey),
)

/** The fields that a merge or a restore adds, and what a person should know about them, in Spanish. */
export interface JoinedFields {
  fields: OwnFields
  notes: string[]
}

/**
 * Joins the fields of another desk with those of this one. A field of the same name is the same field: it stays as it is
 * here, with the choices of both desks. One whose label another field has gets a label of its own, and one for which there
 * is no room is retired, or leaves the card.
 */
export function joinedFields(own: OwnFields, other: OwnFields): JoinedFields {
  const fields: Record<OwnName, OwnField> = {}
  const notes: string[] = []
  const all = { ...own }
  for (const [name, theirs] of entriesOf(other)) {
    const mine = all[name]
    const next = mine ? withOptionsOf(mine, theirs) : added(all, name, theirs)
    if (mine && wordKey(mine.label) !== wordKey(theirs.label))
      notes.push(`«${theirs.label}» de la otra mesa es aquí «${mine.label}»`)
    const left = mine ? newOptions(next, theirs).length : 0
    if (left > 0) notes.push(`«${next.label}» tiene ya ${maxOptions} opciones: ${leftText(left)}`)
    if (JSON.stringify(next) === JSON.stringify(mine)) continue
    if (mine) notes.push(`«${mine.label}» tiene también las opciones de la otra mesa`)
    else notes.push(additionNote(all, name, theirs, next))
    if (theirs.isOnCard && !mine && !next.isOnCard)
      notes.push(`«${next.label}» no sale en la credencial impresa: ya hay ${maxOnCard} campos en ella`)
    fields[name] = next
    all[name] = next
  }
  return { fields, notes }
}

/**
 * Returns the definitions that an undone merge brings back, and the names of those that go, which no pilot has any more. One
 * that an admin has changed since stays.
 */
export function undoneFields(
  now: OwnFields,
  { before, after }: { before: OwnFields; after: OwnFields },
): { back: OwnFields; gone: OwnName[] } {
  const back: Record<OwnName, OwnField> = {}
  const gone: OwnName[] = []
  for (const [name, merged] of entriesOf(after)) {
    const stored = now[name]
    const { order } = merged
    if (!stored || canonicalText({ ...stored, order }) !== canonicalText(merged)) continue
    const earlier = before[name]
    if (earlier) back[name] = { ...earlier, order: stored.order }
    else gone.push(name)
  }
  return { back, gone }
}

function withOptionsOf(mine: OwnField, theirs: OwnField): OwnField {
  const more = newOptions(mine, theirs)
  if (!mine.options || more.length === 0) return mine
  return { ...mine, options: [...mine.options, ...more].slice(0, maxOptions) }
}

/** Returns the options of another desk that a field does not have. */
function newOptions(mine: OwnField, { options = [] }: OwnField): string[] {
  const keys = new Set(mine.options?.map(wordKey))
  return options.filter((option) => !keys.has(wordKey(option)))
}

function leftText(left: number): string {
  return `${count(left, 'de la otra mesa queda', 'de la otra mesa quedan')} fuera`
}

function added(all: OwnFields, name: OwnName, theirs: OwnField): OwnField {
  const labels = new Set(entriesOf(all).map(([, { label }]) => wordKey(label)))
  const kind = ownKinds[ownKindOf(name)].toLowerCase()
  let label = theirs.label
  for (let number = 1; labels.has(wordKey(label)); number += 1) {
    const end = number === 1 ? ` (${kind})` : ` (${kind} ${number})`
    // A cut may leave half a character.
    label = `${visible(theirs.label.slice(0, maxOwnLabel - end.length))}${end}`
  }
  const isFull = activeNames(all).length >= maxOwnFields
  const order = lastPlace(entriesOf(all))
  const { isOnCard, ...field } = { ...theirs, label, order, ...(isFull && { isRetired: true as const }) }
  return { ...field, ...(isOnCard && (field.isRetired || !isCardFull(entriesOf(all))) && { isOnCard }) }
}

/** Describes a field that `all`, the ones of this desk so far, did not have. */
function additionNote(all: OwnFields, name: OwnName, theirs: OwnField, next: OwnField): string {
  if (next.label !== theirs.label) {
    const kind = ownKindOf(name)
    const isOfKind = entriesOf(all).some(
      ([one, { label }]) => wordKey(label) === wordKey(theirs.label) && ownKindOf(one) === kind,
    )
    const reason = isOfKind ? 'otro campo' : `de otro tipo (${ownKinds[kind].toLowerCase()})`
    return `«${theirs.label}» es en la otra mesa ${reason}: queda aparte, como «${next.label}»`
  }
  if (next.isRetired && !theirs.isRetired)
    return `«${next.label}» queda retirado: ya hay ${count(maxOwnFields, 'campo')}`
  return `Se agrega el campo «${next.label}»`
}
