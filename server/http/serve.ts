/** Registers the routes of the calls of the API, and enforces the role and the schemas of each. */
import { Ajv, type AnySchema, type ErrorObject } from 'ajv'
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
  RouteShorthandOptions,
} from 'fastify'
import * as Type from 'typebox'
import { assetsPath, screens } from '#domain/api/addresses'
import type { Access, Call, WrittenAnswer } from '#domain/api/call'
import { type AnswerOf, type AnswersOf, type CallName, calls, type PartOf } from '#domain/api/calls'
import { answered, boolean, boundByRoute, integer, text } from '#domain/api/schema-parts'
import type { Schema } from '#domain/api/shape'
import { settingsPage } from '#domain/desk/settings-address'
import { MalformedError, NotFoundError } from '#domain/errors'
import { importPreview } from '#domain/import/schemas'
import { type PilotId, readPilotId } from '#domain/pilots/pilot-id'
import type { TemporaryPlace } from '../files/temporary-folder.ts'
import type { PublicAddress } from '../network/public-address.ts'
import type {
  Branding,
  ConsentTexts,
  Gates,
  PilotFields,
  Printers,
  PublicView,
  RetentionMonths,
  Validity,
} from '../settings/current-settings.ts'
import type { Events } from '../settings/race-events.ts'
import type { ReceptionDesk } from '../settings/reception.ts'
import type { Availability } from '../store/availability.ts'
import type { BackupFailure } from '../store/backup/automatic-backups.ts'
import type { ApplicationStore } from '../store/documents/applications.ts'
import type { RemovedRiders } from '../store/queries/removed-riders.ts'
import { inOrder } from '../store/shared/order-steps.ts'
import type { ServedStores, Stores } from '../store/shared/stores.ts'
import type { Workers } from '../workers/workers.ts'
import type { Guard } from './guard.ts'
import { orderOf } from './order-of.ts'
import type { WritePause } from './write-pause.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The access that the table gives the route. */
    access?: Access
  }
}

/** The parts of the server that several groups of routes need. `server/app.ts` creates them. */
export interface Parts {
  stores: Stores & Pick<ServedStores, 'sessions' | 'pairings' | 'settings' | 'applications' | 'damage'>
  guard: Guard
  workers: Workers
  address: PublicAddress
  availability: Availability
  events: Events
  fields: PilotFields
  validity: Validity
  gates: Gates
  branding: Branding
  consentText: ConsentTexts
  printers: Printers
  publicView: PublicView
  retentionMonths: RetentionMonths
  reception: ReceptionDesk
  queue: ApplicationStore
  removedRiders: RemovedRiders
  writePause: WritePause
  /** The folder of the backups. */
  backupFolder: string
  /** The failure of the last automatic backup, which is sent to staff. Absent if there are no automatic backups. */
  backupFailure?: BackupFailure
  /** The place of uploaded files. */
  uploadPlace: TemporaryPlace
  /** The path of the program that reads imported files. */
  readerFile: string
  /** Receives every error that is not a mistake of the caller. */
  report: (error: Error) => void
}

/** A group of routes, which says what it needs besides the parts that several groups need. `server/app.ts` hands all over. */
export type Routes<Needs = unknown> = FastifyPluginAsync<Parts & Needs>

interface RouteOf<Name extends CallName> {
  Params: PartOf<Name, 'params'>
  Querystring: PartOf<Name, 'query'>
  Body: PartOf<Name, 'body'>
}

/** A reply, if the route writes the answer itself. */
type Written<Answers> = Answers extends WrittenAnswer ? FastifyReply | Buffer | string : never

type Handler<Name extends CallName> = (
  request: FastifyRequest<RouteOf<Name>>,
  reply: FastifyReply,
) => AnswerOf<Name> extends undefined ? Promise<void> : Promise<AnswerOf<Name> | Written<AnswersOf<Name>>>

/**
 * Registers the route of a call, whose schema follows from the definition. `handler` returns the answer, and sets its
 * status only if the call has several.
 */
export function serve<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  handler: Handler<Name>,
  hooks: Pick<RouteShorthandOptions, 'onRequest' | 'preValidation'> = {},
): void {
  const { role: _, query, bodyLimit, answers: expected, ...schema }: Call = calls[name]
  const [method = '', url = ''] = name.split(' ')
  const [status, ...others] = Object.keys(expected)
  app.route<RouteOf<Name>>({
    method,
    url,
    schema: { ...schema, ...(query && { querystring: query }), response: answers(expected) },
    bodyLimit,
    ...hooks,
    handler(request, reply) {
      if (others.length === 0) reply.code(Number(status))
      return inOrder(orderOf(request, name), () => handler(request, reply))
    },
  })
}

/** Returns the identifier in a request. @throws NotFoundError if no pilot can have such an identifier */
export function requireId(text: string): PilotId {
  const id = readPilotId(text)
  if (!id) throw new NotFoundError()
  return id
}

/** Runs `work` after each erasure of a person, until the server stops. */
export function onErasure(
  app: FastifyInstance,
  { erasures }: Pick<Stores, 'erasures'>,
  work: () => Promise<void>,
): void {
  const unsubscribe = erasures.subscribe(work)
  app.addHook('onClose', async () => unsubscribe())
}

/** The access of each route, by its method and path. A HEAD request needs what its GET needs. */
export const routeRoles: Readonly<Record<string, Access>> = {
  ...Object.fromEntries(
    [...Object.values(screens), settingsPage].map((path) => [`GET ${path}`, 'public' as const]),
  ),
  [`GET ${assetsPath}*`]: 'public',
  ...Object.fromEntries(Object.entries<Call>(calls).map(([name, { role }]) => [name, role])),
}

/** Enforces the table for all routes that are registered afterwards. @throws Error for a route without a row */
export function enforceRoles(
  app: FastifyInstance,
  { guard, isTerminal }: { guard: Guard; isTerminal: (request: FastifyRequest) => boolean },
): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: accessOf(route) }
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { access } = request.routeOptions.config
    // Fastify answers an address without a route by a handler that is no route.
    if (access === undefined && !request.is404) throw new Error(`${request.url} has no access`)
    if (access === 'terminal') {
      if (!isTerminal(request)) throw new NotFoundError('No existe esa dirección')
    } else if (access !== undefined && access !== 'public') guard.requireRole(request, access)
    done()
  })
}

function accessOf({ method, url }: RouteOptions): Access {
  const [first = ''] = [method].flat().map((one) => (one === 'HEAD' ? 'GET' : one))
  const key = `${first} ${url}`
  const access = routeRoles[key]
  if (access === undefined) throw new Error(`${key} is missing among the calls of server/domain/api/calls.ts`)
  return access
}

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

/** Returns the first part of a schema that a value of any size or with any properties fits, or undefined. */
function openPart(schema: Schema, name: string): string | undefined {
  const { type, items, anyOf, properties = {}, patternProperties = {}, ...keywords } = schema
  if (keywords[boundByRoute] || 'enum' in keywords || 'const' in keywords) return undefined
  if (anyOf) return firstOpen(anyOf.map((one) => [name, one]))
  if (['null', 'boolean', 'integer', 'number'].includes(String(type))) return undefined
  if (type === 'string') return keywords.maxLength === undefined ? name : undefined
  if (type === 'object' && keywords.additionalProperties === false) {
    const named = Object.entries(patternProperties)
    if (named.length > 0 && keywords.maxProperties === undefined) return name
    const all = [...Object.entries(properties), ...named]
    return firstOpen(all.map(([key, one]) => [`${name}.${key}`, one]))
  }
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

/** Checking the schemas themselves would take longer than compiling them. The types of TypeBox hold them right. */
const options = {
  ...{ keywords: ['message', boundByRoute], verbose: true, meta: false, validateSchema: false },
  validateFormats: false,
}
let ofAddresses: Ajv | undefined
let ofBodies: Ajv | undefined

interface RouteSchema {
  schema: AnySchema
  /** `body`, `querystring`, `params` or `headers`. */
  httpPart?: string
}

/** Compiles a schema when its first request comes, so that a server starts without waiting for all of them. */
export function compileValidator({ schema, httpPart }: RouteSchema) {
  let check: ReturnType<Ajv['compile']> | undefined
  return (value: unknown) => {
    check ??= ajvFor(httpPart).compile(schema)
    return check(value) ? { value } : { error: new MalformedError(messageOf(check.errors?.[0])) }
  }
}

/** Addresses write numbers as text. */
function ajvFor(httpPart?: string): Ajv {
  if (httpPart === 'body') {
    ofBodies ??= new Ajv(options)
    return ofBodies
  }
  ofAddresses ??= new Ajv({ ...options, coerceTypes: true })
  return ofAddresses
}

function messageOf({ keyword, params, parentSchema, instancePath = '' }: Partial<ErrorObject> = {}): string {
  if (keyword === 'additionalProperties')
    return `La petición tiene una propiedad de más: ${String(params?.additionalProperty).slice(0, 60)}`
  const isMissing = keyword === 'required'
  const refused = isMissing ? parentSchema?.properties[params?.missingProperty] : parentSchema
  if (refused?.message) return refused.message
  const path = [...instancePath.split('/').slice(1), ...(isMissing ? [params?.missingProperty] : [])].join(
    '.',
  )
  return `La petición no se entiende${path && `: ${isMissing ? 'falta ' : ''}${path.slice(0, 60)}`}`
}

/** The types, and a test, hold the answers to their schemas: another check of each would only cost time. */
export function compileSerializer() {
  return JSON.stringify
}

/** A refusal, which every route may give. The other properties are those of `ErrorDetails`. */
const refusal = answered(
  {
    error: text('The message, in Spanish.'),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: "One message per field with a problem, by the field's name (401, 409, 422).",
      }),
    ),
    id: Type.Optional(text('The identifier of the pilot who has the DNI already (409).')),
    missing: Type.Optional(
      Type.Array(text('A pilot who does not exist, if several were to be removed (404).')),
    ),
    turn: Type.Optional(integer('The turn of the application on which somebody has decided (409).')),
    revoked_at: Type.Optional(text('The time at which the credential was revoked (410).')),
    next: Type.Optional(
      text('The identifier of the credential that replaces the revoked one, for staff only (410).'),
    ),
    printed: Type.Optional(integer('The number of ordered pilots who have a card already (409).')),
    total: Type.Optional(integer('The number of ordered pilots (409).')),
    wait: Type.Optional(
      Type.Number({ description: 'The seconds to wait before the next attempt (429, 503).' }),
    ),
    unknown: Type.Optional(
      boolean(
        'True if it is unknown whether the change was stored, because the connection to the database was lost.',
      ),
    ),
    preview: Type.Optional(importPreview),
  },
  { title: 'Refusal', description: 'A refusal.' },
)

/** Adds the refusals to the answers of a route. */
function answers<Answers extends Record<number, object>>(expected: Answers) {
  return { ...expected, '4xx': refusal, '5xx': refusal }
}
