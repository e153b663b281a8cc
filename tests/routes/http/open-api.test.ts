/** Tests that `/api/openapi.json` describes every route and every property, and the page that shows it. */
import { expect, test } from 'vitest'
import { routeRoles } from '../../../server/http/serve.ts'
import { openApp } from '../../support/server.ts'

interface Schema {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

type Content = Record<string, { schema: Schema }>

interface Operation {
  summary?: string
  'x-role'?: string
  parameters?: { name: string; description?: string }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

async function describedApi() {
  const { app } = await openApp()
  const ask = (url: string) => app.inject({ url, headers: { 'sec-fetch-site': 'same-origin' } })
  const document: Document = (await ask('/api/openapi.json')).json()
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  )
  return { document, operations, page: await ask('/api/docs') }
}

test('every route of the API has a summary, and the role that it needs', async () => {
  const { operations } = await describedApi()
  const withParameters = (key: string) => key.replaceAll(/:(\w+)/g, '{$1}')
  const expected = Object.entries(routeRoles).map(([key, role]) => [withParameters(key), role] as const)
  const isPage = (key: string) => !/^\w+ \/(api|files|terminal)/.test(key)
  expect(new Map(operations.map(([name, operation]) => [name, operation['x-role']]))).toEqual(
    new Map(expected.filter(([key]) => !isPage(key))),
  )
  expect(operations.filter(([, { summary }]) => !summary).map(([name]) => name)).toEqual([])
})

test('every parameter and every property has a description', async () => {
  const { document, operations } = await describedApi()
  const missing = operations.flatMap(([name, { parameters = [], requestBody, responses }]) => [
    ...parameters.filter(({ description }) => !description).map((one) => `${name} ${one.name}`),
    ...undescribedIn(`${name} body`, requestBody?.content),
    ...Object.entries(responses).flatMap(([status, { content }]) =>
      undescribedIn(`${name} ${status}`, content),
    ),
  ])
  const shared = Object.entries(document.components.schemas)
  expect([...missing, ...shared.flatMap(([name, schema]) => undescribed(name, schema))]).toEqual([])
})

test('a schema that several routes share stands once in the document', async () => {
  const { document } = await describedApi()
  const text = JSON.stringify(document.paths)
  const references = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name)
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining([...new Set(references)]))
  expect(document.components.schemas).toMatchObject({ Pilot: {}, Passage: {}, Refusal: {}, Session: {} })
  expect(document.openapi).toBe('3.1.0')
})

test('the page shows every route, and needs no script', async () => {
  const { operations, page } = await describedApi()
  const { body, headers } = page
  for (const [name, { summary = '' }] of operations) {
    expect(body).toContain(`<code>${name}</code>`)
    expect(body).toContain(summary.split(/[`*"'&<]/)[0])
  }
  expect(body).not.toContain('<script')
  expect(body).not.toContain('undefined')
  expect(headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-/)
})

function undescribedIn(place: string, content: Content = {}): string[] {
  // Of a file, the media type says what it is.
  const described = Object.entries(content).filter(
    ([type]) => type.endsWith('json') || type.startsWith('multi'),
  )
  return described.flatMap(([, { schema }]) =>
    Object.keys(schema).length > 0 ? undescribed(place, schema) : [],
  )
}

/** Returns the parts of a schema without a description, that have no described parts of their own. */
function undescribed(name: string, schema: Schema): string[] {
  const { $ref, description, properties, items, anyOf } = schema
  if ($ref) return []
  if (properties && Object.keys(properties).length > 0)
    return Object.entries(properties).flatMap(([key, one]) => undescribed(`${name}.${key}`, one))
  if (description) return []
  if (items) return undescribed(`${name}[]`, items)
  const parts = anyOf?.filter((one) => 'properties' in one || 'description' in one || '$ref' in one) ?? []
  return parts.length > 0 ? parts.flatMap((one) => undescribed(name, one)) : [name]
}
