/** The history of what all desks share, told from the changes that have set values: see `shared.ts`. */
import { describeRule, isValidityRule } from '../credential/validity-rules.ts'
import { checks } from '../events/entry.ts'
import { againTexts } from '../gate/passage.ts'
import type { LoggedChange } from '../pilots/history/history.ts'
import { formatDay, formatMoment, isCalendarDay, isMoment } from '../text/date.ts'
import { isObject, shortened } from '../text/text.ts'
import { type Currency, formatMoney, isCurrency } from '../till/money.ts'
import { priceKinds } from '../till/price.ts'
import { keyOf, labelOf, namesIn } from './shared.ts'

/** One value that a change has set. */
export interface SharedEntry {
  /** The moment of the change: ISO 8601, UTC. */
  at: string
  /** The author: see `roles.ts`. */
  by?: string
  /** What was changed, such as `Precio Inscripción, Copa Lima`. */
  what: string
  /** What is different, such as `Monto: S/ 80.00 → S/ 90.00`. */
  changes: string[]
}

/** The words for the properties of values. What has none is not told. */
const words: Readonly<Record<string, string>> = {
  name: 'Nombre',
  label: 'Texto',
  place: 'Lugar',
  country: 'País',
  first: 'Primer día',
  last: 'Último día',
  modalidad: 'Modalidad',
  modalidades: 'Modalidades',
  checks: 'Requisitos',
  demand: 'La puerta exige',
  categories: 'Categoría',
  reserved: 'Número reservado',
  for: 'Para',
  plainCards: 'Credenciales sin categoría',
  age: 'Edad',
  engine: 'Cilindrada',
  strokes: 'Tiempos',
  numbers: 'Números',
  places: 'Cupos',
  from: 'Desde',
  to: 'Hasta',
  currency: 'Moneda',
  means: 'Medios de pago',
  kind: 'Clase de cobro',
  category: 'Categoría',
  cents: 'Monto',
  early: 'Antes de un día',
  until: 'Hasta',
  rented: 'Alquilado',
  float: 'Fondo',
  closed: 'Cierre',
  counted: 'Contado',
  colour: 'Color',
  logo: 'Logo',
  again: 'Segunda entrada',
  gates: 'Puertas',
  text: 'Texto',
  version: 'Versión',
  options: 'Opciones',
  isRequired: 'Obligatorio',
  isOnCard: 'En la tarjeta',
  isRetired: 'Retirado',
  spellings: 'Otras formas de escribirlo',
  wifi: 'Wi-Fi',
  health: 'Salud: meses',
  contact: 'Contacto: meses',
  everything: 'Todo: meses',
}

/** The words for values that are codes, by the names of their properties. */
const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  again: againTexts,
  kind: priceKinds,
  checks: Object.fromEntries(Object.entries(checks).map(([name, { missing }]) => [name, missing])),
  demand: { nothing: 'nada', entry: 'la inscripción', checks: 'los requisitos' },
}

const longest = 120

/**
 * Returns the history of shared values, the newest first. `changes` are all that set any, the oldest first: of those that
 * came from other desks and backups, none was ever a state of this one.
 */
export function sharedHistory(changes: readonly LoggedChange[]): SharedEntry[] {
  const values = new Map<string, unknown>()
  const entries: SharedEntry[] = []
  for (const { past, ...logged } of changes) if (!past) entries.push(...toldBy(logged, values))
  return entries.reverse()
}

/** Returns the entries of a change, and applies it to the values. */
function toldBy({ at, change: { set = {}, by } }: LoggedChange, values: Map<string, unknown>): SharedEntry[] {
  const before = new Map(Object.keys(set).map((key) => [key, values.get(key)]))
  const all = Object.entries(set)
  for (const [key, value] of all) if (value !== null) values.set(key, value)
  const entries = all.flatMap(([key, value]) => {
    const label = labelOf(key)
    const told = label ? new Teller(values, key).tell(before.get(key), value ?? undefined) : []
    if (!label || told.length === 0) return []
    return [{ at, ...(by && { by }), what: whatOf(key, label, values), changes: told }]
  })
  for (const [key, value] of all) if (value === null) values.delete(key)
  return entries
}

function whatOf(key: string, label: string, values: ReadonlyMap<string, unknown>): string {
  const [first, event = ''] = namesIn(key)
  const own = nameOf(values.get(key))
  // A licence, a machine and a group of riders have their names in the keys.
  const last = namesIn(key).at(-1)?.replaceAll('\n', ' ') ?? ''
  const name = own || (/^(validity|receipts)$/.test(first ?? '') || key.includes('/startLists/') ? last : '')
  const isPart = first === 'events' && key !== keyOf(['events', event])
  const of = isPart ? nameOf(values.get(keyOf(['events', event]))) : ''
  return [[label, name].filter(Boolean).join(' '), of].filter(Boolean).join(', ')
}

function nameOf(value: unknown): string {
  if (!isObject(value)) return ''
  const { name, label, number, letter, shift, code, kind, cents, modalidad } = value
  if (letter !== undefined) return `${letter}, turno ${shift}`
  const known = [name, label, number, codes.kind?.[String(kind)], code].find(Boolean)
  return [known, cents !== undefined && modalidad].filter(Boolean).join(' ')
}

/** Tells what is different in one value. */
class Teller {
  #currency: Currency | undefined

  constructor(values: ReadonlyMap<string, unknown>, key: string) {
    const till = values.get(keyOf([...namesIn(key).slice(0, 2), 'till']))
    const currency = isObject(till) ? till.currency : undefined
    this.#currency = isCurrency(currency) ? currency : undefined
  }

  tell(before: unknown, after: unknown): string[] {
    if (before === undefined && after === undefined) return []
    const whole = (word: string, value: unknown) => [[word, this.#text('', value)].filter(Boolean).join(': ')]
    if (after === undefined) return whole('Quitado', before)
    if (before === undefined) return whole('Agregado', after)
    return [...this.#differences([], before, after)]
  }

  /** `path` has the words for the part of the value. */
  *#differences(path: readonly string[], before: unknown, after: unknown, name = ''): Generator<string> {
    if (JSON.stringify(before) === JSON.stringify(after)) return
    const [one, other] = [listed(before), listed(after)]
    if (one && other) yield* this.#items(path, one, other)
    else if (isObject(before) && isObject(after) && !isValidityRule(after)) {
      for (const key of Object.keys({ ...before, ...after }))
        if (words[key]) yield* this.#differences([...path, words[key]], before[key], after[key], key)
    } else if (name === 'logo') yield 'Logo: cambió'
    else {
      const values = `«${this.#text(name, before)}» → «${this.#text(name, after)}»`
      yield [path.join(', '), values].filter(Boolean).join(': ')
    }
  }

  *#items(path: readonly string[], one: Items, other: Items): Generator<string> {
    for (const id of new Set([...one.keys(), ...other.keys()])) {
      const [old, fresh] = [one.get(id), other.get(id)]
      const its = `${path.join(', ')} ${nameOf(fresh ?? old)}`
      if (old && fresh) yield* this.#differences([its], old, fresh)
      else yield `${its}: ${fresh ? 'agregado' : 'quitado'}`
    }
  }

  #text(name: string, value: unknown): string {
    if (isNone(value)) return 'no'
    if (value === true) return 'sí'
    if (Array.isArray(value))
      return value.map((one) => (isObject(one) ? nameOf(one) : this.#text(name, one))).join(', ')
    if (isValidityRule(value)) return describeRule(value)
    if (isObject(value)) {
      const told = Object.entries(value).filter(([key, one]) => words[key] && key !== 'logo' && !isNone(one))
      return shortened(told.map(([key, one]) => `${words[key]} ${this.#text(key, one)}`).join(', '), longest)
    }
    const isMoney = /^(cents|float)$/.test(name) && this.#currency
    if (typeof value === 'number') return isMoney ? formatMoney(value, isMoney) : String(value)
    const text = String(value)
    if (isCalendarDay(text)) return formatDay(text)
    if (/^\d{4}-/.test(text) && isMoment(text)) return formatMoment(text)
    return shortened(codes[name]?.[text] ?? text, longest)
  }
}

function isNone(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  )
}

type Items = ReadonlyMap<unknown, Record<string, unknown>>

/** Returns the objects of a list by their identifiers. Undefined for anything else. */
function listed(value: unknown): Items | undefined {
  if (!Array.isArray(value) || !value.every(isObject)) return undefined
  return new Map(value.map((one) => [one.id ?? one.code ?? `${one.number} ${one.modalidad}`, one]))
}
