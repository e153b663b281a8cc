/** Holds the answers of servers in this process to the schemas of their routes: an answer that differs is an error. */
import { subscribe } from 'node:diagnostics_channel'
import { gunzipSync } from 'node:zlib'
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formats } from '#domain/stored/formats'

const ajv = new Ajv({ keywords: ['message', 'boundByRoute'], formats: { ...formats } })
/** The compiled schemas by their JSON: each server has its own copies of the same schemas. */
const checks = new Map<string, ValidateFunction>()

// Fastify publishes each new instance: https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const problem = problemOf(request, reply, payload)
    if (problem) done(new Error(`${request.method} ${request.url}: ${reply.statusCode}, ${problem}`))
    else done()
  })
})

interface AnswerSchema {
  /** The schemas by media type, of an answer that the route writes itself. */
  content?: Record<string, { schema: AnySchema }>
}

function problemOf(
  { routeOptions }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): string | undefined {
  const { statusCode } = reply
  const schemas = routeOptions.schema?.response as Record<string, AnswerSchema> | undefined
  if (!schemas) return undefined
  const answer = schemas[statusCode] ?? schemas[`${Math.floor(statusCode / 100)}xx`]
  if (!answer) return 'which its route does not name'
  const [type = ''] = String(reply.getHeader('content-type') ?? '').split(';')
  const schema = answer.content ? answer.content[type]?.schema : answer
  if (!schema) return `${type} is not one of ${Object.keys(answer.content ?? {})}`
  // An export is a stream, which is not read here.
  if (type !== 'application/json' || !(typeof payload === 'string' || Buffer.isBuffer(payload)))
    return undefined
  const isZipped = reply.getHeader('content-encoding') === 'gzip'
  const text = String(isZipped ? gunzipSync(payload) : payload)
  const check = checkOf(schema)
  return check(JSON.parse(text)) ? undefined : ajv.errorsText(check.errors)
}

function checkOf(schema: AnySchema): ValidateFunction {
  const key = JSON.stringify(schema)
  const check = checks.get(key) ?? ajv.compile(schema)
  checks.set(key, check)
  return check
}
