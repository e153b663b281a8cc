/** Describes the schemas of calls to engineers: with a row for each property, and with a value that fits. */

/** The keywords of a JSON schema that descriptions, examples and the check of bounds use. */
export interface Schema {
  boundByRoute?: true
  $ref?: string
  description?: string
  type?: string
  format?: string
  pattern?: string
  const?: unknown
  enum?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  maxProperties?: number
  additionalProperties?: unknown
  items?: Schema | Schema[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: readonly string[]
}

export interface ShapeRow {
  name: string
  schema: Schema
  description: string
  isOptional: boolean
}

/** Returns a row for each property without properties of its own, such as `200 data[].id`. */
export function rowsOf(name: string, schema: Schema, isOptional = false): ShapeRow[] {
  const { $ref, properties, items, anyOf, required = [], description = '' } = schema
  if ($ref) return [{ name, schema, description, isOptional }]
  if (anyOf)
    return anyOf.filter(({ type }) => type !== 'null').flatMap((one) => rowsOf(name, one, isOptional))
  if (properties && Object.keys(properties).length > 0)
    return Object.entries(properties).flatMap(([key, one]) =>
      rowsOf(
        name.endsWith(' ') || name === ''
          ? name + key
          : `${name}${/^\d+$|^body$/.test(name) ? ' ' : '.'}${key}`,
        one,
        isOptional || !required.includes(key),
      ),
    )
  if (items && !Array.isArray(items) && description === '') return rowsOf(`${name}[]`, items, isOptional)
  return [{ name, schema, description, isOptional }]
}

/** Returns the type of a value with its bounds, such as `integer, 1–200`. */
export function typeOf({ type = '', enum: values, minimum, maximum, maxLength }: Schema): string {
  if (values) return values.join(', ')
  if (maxLength !== undefined) return `${type}, at most ${maxLength}`
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  return isBounded ? `${type}, ${minimum}–${maximum}` : type
}

/** Texts that examples have, by the names of properties. */
const namedTexts: Readonly<Record<string, string>> = {
  ...{ id: '7K3Q9XW2M4TB', ids: '7K3Q9XW2M4TB', rider: '7K3Q9XW2M4TB', event: 'primero', gate: 'Norte' },
  ...{ reason: 'Pago pendiente', user: 'marta', licencia: 'Anual', key: 'RALLY', modalidad: 'RALLY' },
}
/** Texts for the patterns and formats of the definitions. */
const texts = [
  ...['texto', '2026-12-31', '2026-12-31T10:00:00.000Z', '#0044aa', 'propio_talla', 'A', 'M1 1l2 2'],
  ...['7K3Q9XW2M4TB', '0b6cb3e2-7f0a-4c1d-9a35-6d1f2c9e8b47', 'a'.repeat(22), 'a'.repeat(64)],
]
const formatTexts: Readonly<Record<string, string>> = {
  ...{
    date: '2026-12-31',
    'date-time': '2026-12-31T10:00:00.000Z',
    strokes: 'M1 1l2 2',
    code: 'AN0000000001',
  },
}

/**
 * Returns a value that a schema accepts. An object has the required properties, or all if none is required besides the
 * version. `name` is that of the property.
 */
export function exampleOf(schema: Schema, name = ''): unknown {
  const { anyOf, enum: values, items = {}, minItems = 1, minimum, maximum } = schema
  if ('const' in schema) return schema.const
  if (values) return values[0]
  if (anyOf) return exampleOf(anyOf.find(({ type }) => type !== 'null') ?? {}, name)
  switch (schema.type) {
    case 'object':
      return exampleObject(schema)
    case 'array':
      if (Array.isArray(items)) return items.map((one) => exampleOf(one, name))
      return Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items, name))
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, minimum ?? 1), maximum ?? Number.POSITIVE_INFINITY)
    case 'boolean':
      return true
    case 'string':
      return exampleText(schema, name)
    default:
      return null
  }
}

function exampleObject({ properties = {}, patternProperties = {}, required = [] }: Schema) {
  const isSelective = required.some((name) => name !== 'version')
  const shown = Object.entries(properties).filter(([name]) => !isSelective || required.includes(name))
  const named = Object.values(patternProperties).map((one) => ['Anual', one] as const)
  return Object.fromEntries([...shown, ...named].map(([name, one]) => [name, exampleOf(one, name)]))
}

function exampleText(
  { pattern = '', format = '', minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema,
  name: string,
): string {
  const choices = [formatTexts[format], namedTexts[name], ...texts, 'x'.repeat(minLength)]
  const isFitting = (text = '') =>
    text.length >= minLength && text.length <= maxLength && new RegExp(pattern, 'u').test(text)
  return choices.find((text) => text !== undefined && isFitting(text)) ?? ''
}
