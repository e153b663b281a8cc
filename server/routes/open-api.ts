/** Serves the description of the HTTP API as OpenAPI 3.1, which is made from the schemas of the routes, and a page of it. */
import fastify, { type FastifyInstance, type FastifyPluginAsync, type RouteOptions } from 'fastify'
import { apiPagePath, openApiPath } from '#domain/web/addresses'
import { pageHeadersFor } from '../access/headers.ts'
import { type ApiDocument, apiPage, apiPageStyles } from './api-page.ts'
import { answers, file, nothing } from './route-schemas.ts'

const about =
  'The pages call the server through this API, and other programs can do so too. Bodies are JSON, unless a call ' +
  'names another media type. Times are ISO 8601 in UTC, days are `YYYY-MM-DD`. A successful answer is ' +
  '`{"data": […]}`, unless a call says otherwise, and a refusal is a `Refusal`. `x-role` is the role that a call ' +
  'needs. The page docs/http-api.md says more about roles, other sites, refusals and events.'

/** Collects the routes with a schema that are registered afterwards; pages and assets have none. */
export function collectRoutes(app: FastifyInstance): readonly RouteOptions[] {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (route.schema?.response && route.method !== 'HEAD') routes.push(route)
  })
  return routes
}

/** The document is made, and its library loaded, when it is first asked for. */
export const openApi: FastifyPluginAsync<{ routes: readonly RouteOptions[] }> = async (app, { routes }) => {
  let made: Promise<ApiDocument> | undefined
  const document = () => {
    made ??= documentOf(routes)
    return made
  }

  const json = {
    summary: 'Answers with this document.',
    response: answers({ 200: file(['application/json']) }),
  }
  app.get(openApiPath, { schema: json }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(await document())),
  )

  const page = {
    summary: 'Answers with a page to read this document, which needs no script and no internet.',
    response: answers({ 200: file(['text/html']) }),
  }
  app.get(apiPagePath, { schema: page }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers(pageHeadersFor([apiPageStyles]))
      .send(apiPage(await document())),
  )
}

/** Describes the routes, by registering them in an instance that never listens. */
async function documentOf(routes: readonly RouteOptions[]): Promise<ApiDocument> {
  const { default: swagger } = await import('@fastify/swagger')
  const app = fastify({ exposeHeadRoutes: false })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'PilotOS', version: '1', description: about } },
    transform: ({ schema: { body, ...schema } = {}, url, route }) => ({
      url,
      schema: {
        ...schema,
        ...(body !== undefined && body !== nothing && { body }),
        'x-role': route.config?.access,
      },
    }),
  })
  for (const { method, url, schema, config } of routes)
    app.route({ method, url, schema, config, handler: () => '' })
  await app.ready()
  const { paths, ...rest } = app.swagger() as unknown as ApiDocument
  const schemas: ApiDocument['components']['schemas'] = {}
  return { ...rest, paths: withReferences(paths, schemas), components: { schemas } }
}

/** Moves each schema with a title into `schemas`, and leaves a reference in its places. */
function withReferences<Value>(value: Value, schemas: Record<string, object>): Value {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, schemas)) as Value
  if (typeof value !== 'object' || value === null) return value
  const { title, ...rest } = value as { title?: unknown }
  const entries = Object.entries(typeof title === 'string' ? rest : value)
  const copy = Object.fromEntries(entries.map(([key, item]) => [key, withReferences(item, schemas)]))
  if (typeof title !== 'string') return copy as Value
  schemas[title] = copy
  return { $ref: `#/components/schemas/${title}` } as Value
}
