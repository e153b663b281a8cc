/** Serves the description of the HTTP API as OpenAPI 3.1, which is made from the schemas of the routes, and a page of it. */
import { STATUS_CODES } from 'node:http'
import fastify, { type FastifyInstance, type FastifyPluginAsync, type RouteOptions } from 'fastify'
import * as Type from 'typebox'
import { orderHeader } from '#domain/api/call'
import type { CallName } from '#domain/api/calls'
import { rowsOf, type Schema, typeOf } from '#domain/api/shape'
import { escapedHtml } from '#domain/text/text'
import { needsOrderId } from './order-of.ts'
import { pageHeadersFor } from './replies.ts'
import { nothing, serve } from './serve.ts'

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

  serve(app, 'GET /api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(await document())),
  )

  serve(app, 'GET /api/docs', async (_request, reply) =>
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
        ...(needsOrderId(`${route.method} ${route.url}` as CallName) && { headers: orderHeaders }),
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

/** The header of each call that needs the identifier of an order. */
const orderHeaders = Type.Object({
  [orderHeader]: Type.String({
    description:
      'An identifier of the order, which the program that gives it makes: 8 to 40 letters, digits, `-` and `_`. An order that is ' +
      'sent again with the same one is done once. An uploaded file needs none.',
  }),
})

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

/** The parts of an OpenAPI document that the page shows. */
interface ApiDocument {
  info: { title: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Operation {
  summary: string
  description?: string
  'x-role'?: string
  parameters?: { in: string; name: string; description?: string; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

type Content = Record<string, { schema: Schema }>

const apiPageStyles = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 3rem; font-size: 1.2rem; }
h2 code { font-size: 1.1rem; }
p { white-space: pre-line; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.2rem 0.8rem 0.2rem 0; border-bottom: 1px solid #ccc; }
small { font-weight: normal; }
`

/** Returns the page of the document as HTML, for engineers. */
function apiPage({ info, paths, components }: ApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  const schemas = Object.entries(components.schemas)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${info.title}: HTTP API</title>
<style>${apiPageStyles}</style>
<h1>${info.title}: HTTP API</h1>
${paragraph(info.description)}
<ul>${operations.map(({ name, operation }) => `<li>${link(name)} ${marked(operation.summary)}</li>`).join('')}</ul>
${operations.map(({ name, operation }) => section(name, operationHtml(operation))).join('')}
${schemas.map(([name, schema]) => section(name, paragraph(schema.description) + table(cellsOf('', schema)))).join('')}
</html>`
}

function operationHtml(operation: Operation): string {
  const { summary, description, parameters = [], requestBody, responses } = operation
  const rows = [
    ...parameters.flatMap(({ in: place, name, description, schema }) =>
      cellsOf(`${place} ${name}`, { ...schema, description }),
    ),
    ...contentRows('body', requestBody?.content),
    ...Object.entries(responses)
      .filter(([status]) => STATUS_CODES[status])
      .flatMap(([status, { content }]) => contentRows(status, content)),
  ]
  const role = paragraph(`Role: \`${operation['x-role']}\``)
  return paragraph(summary) + role + paragraph(description) + table(rows)
}

type Row = [name: string, type: string, description: string]

function contentRows(place: string, content: Content = {}): Row[] {
  return Object.entries(content).flatMap(([type, { schema }]) =>
    type === 'application/json' && Object.keys(schema).length > 0
      ? cellsOf(place, schema)
      : cellsOf(`${place} ${type}`, schema),
  )
}

/** Returns the rows of a schema as HTML. */
function cellsOf(name: string, schema: Schema): Row[] {
  return rowsOf(name, schema).map((row) => [
    row.name,
    row.schema.$ref ? link(row.schema.$ref.replace(/.*\//, '')) : escapedHtml(typeOf(row.schema)),
    marked(row.description),
  ])
}

function table(rows: Row[]): string {
  const lines = rows.map(
    ([name, ...cells]) =>
      `<tr><td><code>${escapedHtml(name)}</code>${cells.map((cell) => `<td>${cell}`).join('')}`,
  )
  return rows.length > 0 ? `<table>${lines.join('')}</table>` : ''
}

function section(name: string, content: string): string {
  return `<h2 id="${anchor(name)}"><code>${escapedHtml(name)}</code></h2>${content}`
}

function link(name: string): string {
  return `<a href="#${anchor(name)}"><code>${escapedHtml(name)}</code></a>`
}

function anchor(name: string): string {
  return name.replaceAll(/[^\w/]/g, '-')
}

function paragraph(text = ''): string {
  return text && `<p>${marked(text)}</p>`
}

/** Renders the marks of code and of bold text; other marks of Markdown stay as they are. */
function marked(text: string): string {
  return escapedHtml(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
}
