/** The bodies that routes accept: each consists of named and bounded properties. */
import type { FastifyInstance } from 'fastify'
import * as Type from 'typebox'

const byRoute = 'The limits of the route bound it'

/** The bytes of a file. */
export const bytes = Type.Unsafe<Buffer | null | undefined>({ title: byRoute })

/** A value of any kind, of which nothing is stored. */
export const anything = Type.Unsafe<unknown>({ title: byRoute })

/** The body of a route that needs none. */
export const nothing = Type.Union([Type.Null(), Type.Object({}, { additionalProperties: false })])

/**
 * Checks the bodies of all routes that are registered afterwards. A route that states no body accepts none. The calls of
 * commands are excepted: a command could write to the data folder itself.
 * @throws Error for a route whose body may have further properties, or may be of any length
 */
export function enforceBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { method, url, schema, config } = route
    if ([method].flat().every((one) => one === 'GET' || one === 'HEAD') || config?.access === 'terminal')
      return
    route.schema = { ...schema, body: schema?.body ?? nothing }
    const open = openPart(route.schema.body as Schema, 'body')
    if (open) throw new Error(`${method} ${url} accepts anything as its ${open}`)
  })
}

/** The keywords of JSON Schema by which the bounds of a value are known. */
interface Schema {
  title?: string
  type?: string
  enum?: unknown
  const?: unknown
  maxLength?: number
  maxItems?: number
  items?: Schema | Schema[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  additionalProperties?: unknown
}

/** Returns the first part of a schema that a value of any size or with any properties fits, or undefined. */
function openPart(schema: Schema, name: string): string | undefined {
  const { type, items, anyOf, properties = {}, ...keywords } = schema
  if (keywords.title === byRoute || 'enum' in keywords || 'const' in keywords) return undefined
  if (anyOf) return firstOpen(anyOf.map((one) => [name, one]))
  if (['null', 'boolean', 'integer', 'number'].includes(String(type))) return undefined
  if (type === 'string') return keywords.maxLength === undefined ? name : undefined
  if (type === 'object' && keywords.additionalProperties === false)
    return firstOpen(Object.entries(properties).map(([key, one]) => [`${name}.${key}`, one]))
  if (Array.isArray(items)) return firstOpen(items.map((one) => [`${name}[]`, one]))
  if (type === 'array' && keywords.maxItems !== undefined && items) return openPart(items, `${name}[]`)
  return name
}

function firstOpen(parts: [string, Schema][]): string | undefined {
  for (const [name, schema] of parts) {
    const open = openPart(schema, name)
    if (open) return open
  }
  return undefined
}
