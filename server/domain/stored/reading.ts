/**
 * Reads settings by their shapes. Data of an older or a newer version, or of a person who has edited it, loses only what is
 * not valid.
 */
import type { Static, TSchema } from 'typebox'
import Format from 'typebox/format'
import { Check } from 'typebox/schema'
import { isObject } from '../text/text.ts'
import { hasShape, type Shaped } from './checks.ts'
import { formats } from './formats.ts'
import { shapes } from './shapes.ts'

/** The keywords by which the parts of a value are known. */
interface Schema {
  type?: string
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  patternProperties?: Readonly<Record<string, Schema>>
  additionalProperties?: Schema
  propertyNames?: Schema
  required?: readonly string[]
  maxItems?: number
  maxLength?: number
  maxProperties?: number
  /** True if what is too much, or an item that is not valid, is left out. */
  isCut?: true
  default?: unknown
}

for (const [name, check] of Object.entries(formats)) Format.Set(name, check)

const accepts = (schema: Schema, value: unknown) => Check(schema as object, value)

/** Returns settings as this version understands them. */
export function readSettings(stored: unknown): Shaped<'settings'> {
  const whole = understood(shapes.settings as Schema, stored)
  return hasShape('settings', whole) ? whole : (readAs(shapes.settings, whole) ?? {})
}

/** Returns a part of settings, or undefined if nothing of it is valid. */
export function readAs<Shape extends TSchema>(shape: Shape, stored: unknown): Static<Shape> | undefined {
  return repaired(shape as Schema, understood(shape as Schema, stored)) as Static<Shape> | undefined
}

/** Returns false for a value of the settings, to which the names of `path` lead, that only a newer version knows. */
export function isKnownValue(path: readonly string[]): boolean {
  return schemaAt(path) !== undefined
}

/** Returns true for a value of which a reader loses nothing that this version knows. */
export function isReadableValue(path: readonly string[], value: unknown): boolean {
  const schema = schemaAt(path)
  return schema === undefined || (schema !== null && accepts(schema, understood(schema, value)))
}

/** Returns the path of the first part that is absent in a value, or that its schema does not accept, such as `/accounts/0/user`. */
export function unacceptedPart(shape: TSchema, value: unknown): string {
  const schema = shape as Schema
  const { items, required = [] } = schema
  const values: Readonly<Record<string, unknown>> =
    Array.isArray(value) || isObject(value) ? { ...value } : {}
  for (const name of new Set([...required, ...Object.keys(values)])) {
    const part = Array.isArray(value) ? items : schemaOf(schema, name)
    if (part && !accepts(part, values[name]))
      return `/${name}${unacceptedPart(part as TSchema, values[name])}`
  }
  return ''
}

/** Returns the schema of a value: undefined for one that this version does not know, null for a name that no value can have. */
function schemaAt(path: readonly string[]): Schema | null | undefined {
  let schema: Schema | undefined = shapes.settings as Schema
  for (const name of path) {
    const { propertyNames }: Schema = schema
    if (propertyNames && !accepts(propertyNames, name)) return null
    schema = schema.items ?? schemaOf(schema, name)
    if (!schema) return undefined
  }
  // The value of a list is the order of its items.
  return schema.items ? { type: 'array', items: { type: 'string' } } : schema
}

/** Returns the schema of a part of an object, or undefined for a name that this version does not know. */
function schemaOf(schema: Schema, name: string): Schema | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties, propertyNames } = schema
  if (Object.hasOwn(properties, name)) return properties[name]
  const [, one] = Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern).test(name)) ?? []
  if (one || !additionalProperties) return one
  return !propertyNames || accepts(propertyNames, name) ? additionalProperties : undefined
}

/** Returns a value without properties that its schema does not name, and with the defaults of those that are absent. */
function understood(schema: Schema, value: unknown): unknown {
  const { items, type, properties = {}, required = [] } = schema
  if (items && Array.isArray(value)) return value.map((one) => understood(items, one))
  if (type !== 'object' || !isObject(value)) return value
  const known = [...new Set([...Object.keys(properties), ...Object.keys(value)])].flatMap((name) => {
    const part = schemaOf(schema, name)
    const usual = required.includes(name) ? part?.default : undefined
    const one = value[name] === undefined ? usual : part && understood(part, value[name])
    return one === undefined ? [] : [[name, one] as const]
  })
  return Object.fromEntries(known)
}

/**
 * Returns a value without its parts that are not valid: properties, and what a text or a list with `isCut` has too much.
 * Undefined, or the default, if it is not valid itself.
 */
function repaired(schema: Schema, value: unknown): unknown {
  if (accepts(schema, value)) return value
  const { items, type, maxItems, maxProperties, maxLength, isCut } = schema
  let rest = value
  if (items && Array.isArray(value) && isCut)
    rest = value.filter((one) => accepts(items, one)).slice(0, maxItems)
  else if (type === 'object' && isObject(value)) {
    const good = Object.entries(value).flatMap(([name, one]) => {
      const part = repaired(schemaOf(schema, name) ?? {}, one)
      return part === undefined ? [] : [[name, part] as const]
    })
    rest = Object.fromEntries(good.slice(0, maxProperties))
  } else if (typeof value === 'string' && isCut) rest = [...value].slice(0, maxLength).join('')
  return accepts(schema, rest) ? rest : schema.default
}
