/**
 * The parts of the JSON schemas of requests and answers, from which the types of the wire, the checks of requests and
 * `/api/openapi.json` follow. `description` says what a value means. The keyword `message` is the Spanish text that
 * answers a value which the schema refuses. A schema with a `title` stands once in the document, under this title.
 */
import * as Type from 'typebox'
import type { OwnName } from '../pilots/own/own-name.ts'
import { enumerate } from '../text/text.ts'
import { maxPerPage, type WrittenAnswer } from './call.ts'

export function text(description: string, options: Type.TStringOptions = {}) {
  return Type.String({ ...options, description })
}

export function integer(description: string) {
  return Type.Integer({ description })
}

/** A time: ISO 8601, UTC. */
export function moment(description: string) {
  return text(description, { format: 'date-time' })
}

/** A day, as `YYYY-MM-DD`. */
export function day(description: string, options: Type.TStringOptions = {}) {
  return text(description, { ...options, format: 'date' })
}

export function boolean(description: string, options: Type.TSchemaOptions = {}) {
  return Type.Boolean({ ...options, description })
}

export function textList(description: string) {
  return Type.Array(Type.String(), { description })
}

export function oneOf<Value extends string>(
  values: readonly Value[],
  description: string,
  options: Type.TSchemaOptions = {},
) {
  return Type.Enum([...values], { ...options, description })
}

/** The name of one of some fields, or of a field of one's own. */
export function orOwn<Value extends string>(
  values: readonly Value[],
  description: string,
  options: Type.TSchemaOptions = {},
) {
  const own = text('A field of one’s own: see `GET /api/fields`.', {
    pattern: '^propio_',
    maxLength: 70,
    ...options,
  })
  return Type.Unsafe<Value | OwnName>(Type.Union([oneOf(values, description, options), own], { description }))
}

export function nullable<Schema extends Type.TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** An object of an answer, which has no other properties. */
export function answered<Properties extends Type.TProperties>(
  properties: Properties,
  options: Type.TSchemaOptions = {},
) {
  return Type.Object(properties, { ...options, additionalProperties: false })
}

/** Returns the schema of an answer with a stored shape, in which no object has other properties. */
export function closed<Schema extends Type.TSchema>(
  shape: Schema,
  options: Type.TSchemaOptions = {},
): Schema {
  return JSON.parse(JSON.stringify({ ...shape, ...options }), (_, value) => {
    // How a damaged value is read is no matter of the answer.
    if (value?.isCut) delete value.isCut
    return value?.type === 'object' && value.properties ? { additionalProperties: false, ...value } : value
  })
}

/** An object of a request, which has no other properties. `message` answers any other value. */
export function requested<Properties extends Type.TProperties>(message: string, properties: Properties) {
  return Type.Object(properties, { additionalProperties: false, message })
}

/** The most properties of an object with the names of classes, and the longest name that is read at all. */
const [mostNamed, longestName] = [100, 60]

/** An object of a request with a value for some classes, whose names only the settings know. */
export function requestedByName<Schema extends Type.TSchema>(
  message: string,
  schema: Schema,
  description: string,
) {
  return Type.Unsafe<Record<string, Type.Static<Schema>>>(
    Type.Object(
      {},
      {
        additionalProperties: false,
        patternProperties: { [`^.{1,${longestName}}$`]: schema },
        maxProperties: mostNamed,
        message,
        description,
      },
    ),
  )
}

/** The version of what people change, in an answer and in an edit that began with it. */
export const version = text('The version: an opaque text, which another content does not have.')
export const seenVersion = text('The version with which the edit began.', {
  maxLength: 100,
  message: 'Falta la versión de lo que se cambia: cargue la página otra vez y repita',
})

/** An answer with one item. */
export function dataOf<Item extends Type.TSchema>(item: Item) {
  return answered({ data: Type.Array(item, { minItems: 1, maxItems: 1 }) })
}

/** An answer with any number of items. */
export function dataList<Item extends Type.TSchema>(item: Item) {
  return answered({ data: Type.Array(item) })
}

/** The address of the server, as it calls itself. */
export const publicUrl = text('The public address in the QRs.')

/** An answer without a body. */
export const empty = Type.Unsafe<undefined>({ type: 'null', description: 'No content.' })

/** An answer that the route writes itself: a file of one of the media types, whose parameters are ignored, or JSON. */
export function file<Json extends Type.TSchema = Type.TNever>(
  mediaTypes: readonly string[],
  json?: Json,
): WrittenAnswer<Json> {
  const files = mediaTypes.map((type) => [type.split(';')[0], { schema: Type.Unsafe<Buffer>({}) }])
  return { content: Object.fromEntries(json ? [...files, ['application/json', { schema: json }]] : files) }
}

/** The keyword of a value without bounds of its own: the limits of its route bound it. */
export const boundByRoute = 'boundByRoute'

/** The bytes of a file. */
export function bytes(description: string) {
  return Type.Unsafe<Buffer | null | undefined>({ [boundByRoute]: true, description })
}

/** A value of any kind, of which nothing is stored. */
export function anything(description: string) {
  return Type.Unsafe<unknown>({ [boundByRoute]: true, description })
}

/** A day as `YYYY-MM-DD`, which may be in no calendar. */
export function givenDay(description: string) {
  return text(description, {
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    maxLength: 10,
    message: 'El día va como 2026-12-31',
  })
}

/**
 * A parameter of an address that `1` turns on, for which a caller gives true. Those of imports and exports accept `true`
 * in the address as well: see `isOn`.
 */
export function flag(description: string) {
  return Type.Optional(Type.Unsafe<string | boolean>(text(description)))
}

export function isOn(value?: string | boolean): boolean {
  return value === '1' || value === 'true'
}

/** A parameter of an address that is a whole number. */
export function numberQuery(name: string, description: string, minimum: number, maximum?: number) {
  const bounds = maximum === undefined ? `desde ${minimum}` : `de ${minimum} a ${maximum}`
  return Type.Optional(
    Type.Integer({
      minimum,
      maximum: maximum ?? Number.MAX_SAFE_INTEGER,
      message: `${name} es un número entero ${bounds}`,
      description,
    }),
  )
}

/** A value of a request that is one of some: the message names them. `name` is feminine if `article` is. */
export function choice<Value extends string>(
  name: string,
  values: readonly Value[],
  description: string,
  article: 'uno de: ' | 'una de: ' | '' = '',
) {
  return oneOf(values, description, { message: `${name} es ${article}${enumerate(values, 'o')}` })
}

/** A parameter of an address that is one of some values: see `choice`. */
export function optionQuery<Value extends string>(...args: Parameters<typeof choice<Value>>) {
  return Type.Optional(choice(...args))
}

/** A parameter of an address that may be given once. */
export function onceQuery(name: string, description: string, options: Type.TStringOptions = {}) {
  return Type.Optional(text(description, { ...options, message: `${name} va una sola vez` }))
}

/** The page of a list, in an address. `without` says how many items a page has without `per_page`. */
export function pageQuery(without: string) {
  return {
    page: numberQuery('page', 'The number of the page, from 1.', 1),
    per_page: numberQuery(
      'per_page',
      `The number of items on a page. Without it, ${without}.`,
      1,
      maxPerPage,
    ),
  }
}

/** A property that is true or absent. */
export function onlyTrue(description: string) {
  return Type.Optional(Type.Literal(true, { description: `${description} Otherwise absent.` }))
}

/** The properties of an item of a list that an admin keeps, as they are stored. */
export const kept = {
  order: Type.Number({ default: 0, description: 'The place among the others.' }),
  isRetired: onlyTrue('True if nobody can choose it any more, or is asked for it. Who has it keeps it.'),
}

/** The author of a change, which changes of old versions lack. */
export const author = Type.Optional(
  text('The author: an account, or a text such as `esta laptop` or `la terminal`. Absent from old changes.'),
)
