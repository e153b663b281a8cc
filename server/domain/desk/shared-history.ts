/** The history of what all desks share, told from the changes that have set values: see `shared.ts`. */
import { describeRule, isValidityRule } from '../credential/validity-rules.ts'
import { ageDays, type Category, categoryOf } from '../events/categories/category.ts'
import { checks, wordOfCategory } from '../events/entry.ts'
import { eventTitle } from '../events/event.ts'
import { groupOfKey, groupTitle, listKindTexts } from '../events/startlist/group.ts'
import { againTexts } from '../gate/passage.ts'
import { countryCodes, countryOf } from '../pilots/countries.ts'
import type { LoggedChange } from '../pilots/history/history.ts'
import { ownAudiences } from '../pilots/own/own-fields.ts'
import { readAs } from '../stored/reading.ts'
import { category } from '../stored/setting-shapes.ts'
import { formatDay, formatMoment, isCalendarDay, isMoment } from '../text/date.ts'
import { isObject, shortened } from '../text/text.ts'
import { type Currency, formatMoney, isCurrency } from '../till/money.ts'
import { priceKinds } from '../till/price.ts'
import type { SharedEntry } from './settings-calls.ts'
import { keyOf, labelOf, namesIn } from './shared.ts'

/** The words for the properties of values. What has none is not told. */
const words: Readonly<Record<string, string>> = {
  ...{ name: 'Nombre', label: 'Texto', place: 'Lugar', country: 'País' },
  ...{ first: 'Primer día', last: 'Último día', modalidad: 'Modalidad', modalidades: 'Modalidades' },
  ...{ checks: 'Requisitos', demand: 'La puerta exige', waiver: 'Deslinde' },
  ...{
    plainCards: 'Credenciales sin categoría',
    sharedNumbers: 'Números iguales en dos categorías',
    reserved: 'Número reservado',
    for: 'Para',
  },
  ...{ categories: 'Categoría', age: 'Edad', on: 'Contada', engine: 'Cilindrada', strokes: 'Tiempos' },
  ...{ numbers: 'Números', places: 'Cupos', from: 'Desde', to: 'Hasta' },
  ...{ currency: 'Moneda', means: 'Medios de pago', kind: 'Clase', category: 'Categoría', cents: 'Monto' },
  ...{ early: 'Antes de un día', until: 'Hasta', rented: 'Alquilado', float: 'Fondo', closed: 'Cierre' },
  ...{ counted: 'Contado', colour: 'Color', logo: 'Logo', again: 'Segunda entrada', gates: 'Puertas' },
  ...{ text: 'Texto', version: 'Versión', options: 'Opciones', isRequired: 'Obligatorio' },
  ...{ audience: 'Quién lo ve', dataGroup: 'Se olvida con' },
  ...{ isOnCard: 'En la tarjeta', isRetired: 'Retirado' },
  ...{ spellings: 'Otras formas de escribirlo', wifi: 'Wi-Fi' },
  ...{ health: 'Salud: meses', contact: 'Contacto: meses', everything: 'Todo: meses' },
}

/** The words for values that are codes, by the names of their properties. A value that is no object has no name. */
const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': { completa: 'Completa', minima: 'Mínima' },
  again: againTexts,
  audience: ownAudiences,
  country: Object.fromEntries(countryCodes.map((code) => [code, countryOf(code).name])),
  dataGroup: { health: 'la salud', contact: 'el contacto' },
  kind: { ...priceKinds, ...listKindTexts },
  checks: Object.fromEntries(Object.entries(checks).map(([name, { missing }]) => [name, missing])),
  demand: { nothing: 'nada', entry: 'la inscripción', checks: 'los requisitos' },
  on: ageDays,
}

const longest = 120

/** The entries that are wanted: by default all. */
interface Wanted {
  /** Decides by the key of a value. */
  isOf?: (key: string) => boolean
  /** Returns what of a value is wanted, if it is not all. */
  within?: (value: Record<string, unknown>) => object
  /** Decides by all values whether only what follows is wanted. */
  isStart?: (values: ReadonlyMap<string, unknown>) => boolean
}

/**
 * Returns the history of shared values, the newest first. `changes` are all that set any, the oldest first: of those that
 * came from other desks and backups, none was ever a state of this one.
 */
export function sharedHistory(
  changes: readonly LoggedChange[],
  { isOf = () => true, isStart, within }: Wanted = {},
): SharedEntry[] {
  const values = new Map<string, unknown>()
  let entries = !isStart || isStart(values) ? ([] as SharedEntry[]) : undefined
  for (const { past, ...logged } of changes) {
    if (past) continue
    const told = toldBy(logged, values, isOf, within)
    if (isStart?.(values)) entries = []
    else entries?.push(...told)
  }
  return entries?.reverse() ?? []
}

/** Returns the entries of a change, and applies it to the values. */
function toldBy(
  { at, change: { set = {}, by } }: LoggedChange,
  values: Map<string, unknown>,
  isOf: (key: string) => boolean,
  within: NonNullable<Wanted['within']> = (value) => value,
): SharedEntry[] {
  const before = new Map(Object.keys(set).map((key) => [key, values.get(key)]))
  const all = Object.entries(set)
  for (const [key, value] of all) if (value !== null) values.set(key, value)
  const entries = all.flatMap(([key, value]) => {
    const label = labelOf(key)
    if (!label || !isOf(key)) return []
    const teller = new Teller(values, key)
    const [old, fresh] = [before.get(key), value].map((one) => (isObject(one) ? within(one) : one))
    const told = teller.tell(old, fresh ?? undefined)
    return told.length > 0 ? [{ at, ...(by && { by }), what: teller.what(label), changes: told }] : []
  })
  for (const [key, value] of all) if (value === null) values.delete(key)
  return entries
}

/** Tells what is different in one value. */
class Teller {
  #event: Record<string, unknown>
  #currency: Currency | undefined

  constructor(
    readonly values: ReadonlyMap<string, unknown>,
    readonly key: string,
  ) {
    const [, event = ''] = namesIn(key)
    const till = values.get(keyOf(['events', event, 'till']))
    this.#currency = isObject(till) && isCurrency(till.currency) ? till.currency : undefined
    const stored = values.get(keyOf(['events', event]))
    this.#event = isObject(stored) ? stored : {}
  }

  /** Returns what was changed, such as `Precio Inscripción, Copa Lima`. */
  what(label: string): string {
    const [first, , ...rest] = namesIn(this.key)
    const last = namesIn(this.key).at(-1) ?? ''
    const { name = '', openedAt = '' } = this.#event
    const event = first === 'events' && eventTitle({ name: String(name), openedAt: String(openedAt) })
    if (event && rest.length === 0) return `${label} ${event}`
    // A licence, a machine and a group of riders have their names in the keys.
    const own =
      rest[0] === 'startLists'
        ? groupTitle(this.#classes, groupOfKey(last))
        : this.#name(this.values.get(this.key))
    const known = own || (/^(validity|receipts)$/.test(first ?? '') && last)
    return [[label, known].filter(Boolean).join(' '), event].filter(Boolean).join(', ')
  }

  #name(value: unknown): string {
    if (!isObject(value)) return ''
    const { name, label, number, letter, shift, code, kind, cents, rented, modalidad, category } = value
    if (shift !== undefined) return `${letter}, turno ${shift}`
    const kindText = cents !== undefined && codes.kind?.[String(kind)]
    const known = [name, label, number, kindText, rented !== undefined && code]
    const group = typeof category === 'string' ? { category } : {}
    const isPlaced = typeof modalidad === 'string' && (cents ?? number) !== undefined
    return [known.find(Boolean), isPlaced && groupTitle(this.#classes, { modalidad, ...group })]
      .filter(Boolean)
      .join(' ')
  }

  get #classes(): { categories: Category[] } {
    const { categories } = this.#event
    return {
      categories: Array.isArray(categories) ? categories.flatMap((one) => readAs(category, one) ?? []) : [],
    }
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
      for (const [word, key, part] of partsOf(name, { ...before, ...after }))
        yield* this.#differences([...path, word], before[part], after[part], key)
    } else if (name === 'logo') yield 'Logo: cambió'
    else {
      const isYesOrNo = before === true || after === true
      const textOf = (value: unknown) => (isNone(value) && !isYesOrNo ? '' : this.#text(name, value))
      const [old, fresh] = [textOf(before), textOf(after)]
      if (old === fresh) return
      const values = `«${excerpt(old, fresh)}» → «${excerpt(fresh, old)}»`
      yield [path.join(', '), values].filter(Boolean).join(': ')
    }
  }

  *#items(path: readonly string[], one: Items, other: Items): Generator<string> {
    for (const id of new Set([...one.keys(), ...other.keys()])) {
      const [old, fresh] = [one.get(id), other.get(id)]
      const its = `${path.join(', ')} ${this.#name(fresh ?? old)}`
      if (old && fresh) yield* this.#differences([its], old, fresh)
      else yield `${its}: ${fresh ? 'agregado' : 'quitado'}, ${this.#text('', fresh ?? old)}`
    }
  }

  #text(name: string, value: unknown): string {
    if (isNone(value)) return 'no'
    if (value === true) return 'sí'
    if (Array.isArray(value))
      return value.map((one) => (isObject(one) ? this.#name(one) : this.#text(name, one))).join(', ')
    if (isValidityRule(value)) return describeRule(value)
    if (isObject(value)) {
      const told = partsOf(name, value).filter(([, key, part]) => key !== 'logo' && !isNone(value[part]))
      return told
        .map(([word, key, part]) => `${word} ${shortened(this.#text(key, value[part]), longest)}`)
        .join(', ')
    }
    const isMoney = /^(cents|float)$/.test(name) && this.#currency
    if (typeof value === 'number') return isMoney ? formatMoney(value, isMoney) : String(value)
    const text = String(value)
    if (isCalendarDay(text)) return formatDay(text)
    if (/^\d{4}-/.test(text) && isMoment(text)) return formatMoment(text)
    if (name === 'category')
      return categoryOf(this.#classes, { category: text })?.name ?? wordOfCategory(text)
    if (name === 'waiver') {
      const waiver = this.values.get(keyOf(['waivers', text]))
      return isObject(waiver) ? `versión ${waiver.version}` : 'otro texto'
    }
    return codes[name]?.[text] ?? text
  }
}

/** Returns the parts of a value that are told: the word, the name that says how, and the property. */
function partsOf(name: string, value: Record<string, unknown>): [word: string, name: string, part: string][] {
  return Object.keys(value).flatMap((part) => {
    if (name === 'counted') return [[part, 'cents', part]]
    const word = words[part]
    return word === undefined ? [] : [[word, part, part]]
  })
}

/** Returns a text, or of a long one the part where it begins to differ from another. */
function excerpt(text: string, other: string): string {
  let start = 0
  while (start < text.length && text[start] === other[start]) start++
  return start > longest - 20 ? `…${shortened(text.slice(start - 20), longest)}` : shortened(text, longest)
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
  return new Map(
    value.map((one) => [one.id ?? one.code ?? `${one.number} ${one.modalidad} ${one.category}`, one]),
  )
}
