/**
 * Requests that follow from the definitions of the calls: such as a page sends, with what the desk has seen in answers, and
 * hostile ones, with one value that is not what the definition wants.
 */
import { type CallName, calls } from '#domain/api/calls'
import type { Random } from './world/world.ts'

export interface Request {
  method: string
  path: string
  body?: unknown
  type?: string
  /** A text of this request alone: if it is refused, nothing with the text is stored. */
  mark: string
}

export interface Schema {
  type?: string
  format?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  patternProperties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
}

/** Names by which requests call what answers call otherwise. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ ids: 'id_driver', rider: 'id_driver', scanned: 'id_driver', 'pilots.id': 'id_driver' },
  ...{ event: 'events.id', from: 'events.id', after: 'events.id', 'entries.id': 'id_driver' },
  ...{ chip: 'chips.code', price: 'prices.id', charges: 'charges.id', 'payments.id': 'receipt' },
}

const days = ['2026-11-21', '2026-12-31', '2024-02-29', '2026-02-30', '2027-06-01']
/** Texts for the patterns of the definitions. */
const texts = ['A', 'Q', '#0044aa', 'propio_talla', 'f'.repeat(64), '2026-11-21T10:00:00Z', ...days]
const formats: Readonly<Record<string, readonly string[]>> = {
  ...{ date: days, 'date-time': ['2026-11-21T10:00:00.000Z'], code: ['AN0000000001'], strokes: ['M1 1l2 2'] },
}
/** Names of the objects whose properties people name. */
const names = ['Efectivo', 'Yape', 'MOTOCROSS', 'RALLY', 'Anual', 'constructor']
const hostile: readonly unknown[] = [
  ...[null, '', ' ', -1, 0.5, 2 ** 53, 1e300, true, [], {}, [[]], 'x'.repeat(5000), '\u0000', '\ud800'],
  ...['__proto__', 'constructor', '../../etc/passwd', '=1+1', '👩🏽‍🚒', '\u202eabc', 'a\nb', '0', '1e3'],
]

/** Keeps the values that answers have shown, the last ones of each property, by its name. */
export class Seen {
  readonly #values = new Map<string, unknown[]>()

  /** Notes the values of an answer of a call. The items of a list are known by the name of the list, too. */
  note(value: unknown, list: string): void {
    if (Array.isArray(value)) for (const item of value.slice(0, 20)) this.note(item, list)
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) this.#noteProperty(name, one, list)
  }

  #noteProperty(name: string, value: unknown, list: string): void {
    if (typeof value === 'object') this.note(value, name === 'data' ? list : name)
    else for (const key of [name, `${list}.${name}`]) this.#add(key, value)
  }

  #add(key: string, value: unknown): void {
    const values = this.#values.get(key) ?? []
    // Nobody types the name of a rider for that of something else.
    if (values.includes(value) || String(value).includes('Zq')) return
    this.#values.set(key, [...values.slice(-30), value])
  }

  /** Returns what was seen of a property of the items of a list. */
  of(name: string, list: string): readonly unknown[] {
    const keys = [synonyms[`${list}.${name}`], synonyms[name], `${list}.${name}`, name === 'id' ? '' : name]
    return keys.flatMap((key) => (key && this.#values.get(key)) || []).slice(0, 60)
  }
}

/** Returns the name of the list that a path is about, such as `pilots`. */
export function listOf(path: string): string {
  return /^\/api\/([a-z-]+)/.exec(path)?.[1] ?? ''
}

/** Returns a request of a call. */
export function requestOf(name: CallName, random: Random, seen: Seen, isHostile: boolean): Request {
  const { params, query, body, consumes } = calls[name] as {
    params?: Schema
    query?: Schema
    body?: Schema
    consumes?: string[]
  }
  const [method = '', pattern = ''] = name.split(' ')
  const list = listOf(pattern)
  const mark = `Mk${random.bytes(5).toString('hex')}`
  const made = new Values(random, seen, mark)
  const parts = { query: made.object(query ?? {}, list), body: body && made.value(body, '', list) }
  const given = made.object(params ?? {}, list)
  if (isHostile) spoil(random, random.chance(0.15) ? given : random.chance(0.2) ? parts.query : parts.body)
  const path = pattern.replace(/:(\w+)/g, (_, key) => encoded(given[key] ?? mark))
  const asked = Object.entries(parts.query).map(([key, one]) => `${key}=${encoded(one)}`)
  return {
    method,
    path: asked.length > 0 ? `${path}?${asked.join('&')}` : path,
    ...(body && { body: consumes || parts.body === undefined ? random.bytes(40) : parts.body }),
    ...(consumes && { type: consumes[0] as string }),
    mark,
  }
}

/** Values that schemas accept, or nearly so. */
export class Values {
  constructor(
    private readonly random: Random,
    private readonly seen: Seen,
    private readonly mark: string,
  ) {}

  object({ properties = {}, required = [], patternProperties, additionalProperties }: Schema, list: string) {
    const { random } = this
    const object: Record<string, unknown> = {}
    for (const [name, schema] of Object.entries(properties))
      if (required.includes(name) || random.chance(0.2)) object[name] = this.value(schema, name, list)
    const named = typeof additionalProperties === 'object' ? [additionalProperties] : []
    for (const schema of [...Object.values(patternProperties ?? {}), ...named])
      if (random.chance(0.7)) object[random.pick(names)] = this.value(schema, '', list)
    return object
  }

  value(schema: Schema, name = '', list = ''): unknown {
    const { random } = this
    if ('const' in schema) return schema.const
    if (schema.enum) return random.pick(schema.enum)
    if (schema.anyOf) return this.value(random.pick(schema.anyOf), name, list)
    switch (schema.type) {
      case 'object':
        return this.object(schema, name || list)
      case 'array': {
        const { minItems = 0, maxItems = 3 } = schema
        const count = minItems + random.below(Math.min(3, maxItems - minItems) + 1)
        return Array.from({ length: count }, () => this.value(schema.items ?? {}, name, name || list))
      }
      case 'integer':
      case 'number':
        return this.#number(schema, name, list)
      case 'boolean':
        return random.chance(0.5)
      case 'string':
        return this.#text(schema, name, list)
      case 'null':
        return null
      default:
        return undefined
    }
  }

  #number({ minimum = -3, maximum = 1e9 }: Schema, name: string, list: string): number {
    const { random } = this
    const fitting = this.seen
      .of(name, list)
      .filter(
        (one): one is number => Number.isInteger(one) && Number(one) >= minimum && Number(one) <= maximum,
      )
    if (fitting.length > 0 && random.chance(0.5)) return random.pick(fitting)
    return random.pick([minimum, maximum, minimum + random.below(Math.min(100, maximum - minimum + 1))])
  }

  #text(
    { pattern, format = '', minLength = 0, maxLength = 200 }: Schema,
    name: string,
    list: string,
  ): string {
    const { random, mark } = this
    if (formats[format]) return random.pick(formats[format])
    const isFitting = (one: unknown) =>
      typeof one === 'string' &&
      one.length >= minLength &&
      one.length <= maxLength &&
      (pattern === undefined || new RegExp(pattern, 'u').test(one))
    const fitting = this.seen.of(name, list).filter(isFitting) as string[]
    if (fitting.length > 0 && random.chance(0.8)) return random.pick(fitting)
    const long = random.chance(0.1) ? mark.padEnd(Math.min(maxLength, 3000), 'ñ') : mark
    const own = [long, `${mark} x`, ...(pattern || random.chance(0.1) ? texts : [])].filter(isFitting)
    return own.length > 0 ? random.pick(own) : mark.slice(0, maxLength)
  }
}

/** Replaces one value in an object by another one, takes it away, or adds one. */
export function spoil(random: Random, whole: unknown): void {
  const places = placesIn(whole)
  if (places.length === 0) return
  const [object, key] = random.pick(places)
  const [value, way] = [random.pick(hostile), random.next()]
  if (way < 0.1) delete object[key]
  else if (way < 0.2 && !Array.isArray(object)) object[`${key}2`] = value
  else object[key] = value
}

/** Returns all properties and items in a value, each with the object that has it. */
export function placesIn(whole: unknown): [object: Record<string, unknown>, key: string][] {
  if (typeof whole !== 'object' || whole === null) return []
  const object = whole as Record<string, unknown>
  return Object.keys(object).flatMap((key) => [[object, key], ...placesIn(object[key])])
}

function encoded(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return encodeURIComponent(text.toWellFormed())
}
