/** Tests that `docs/http-api.md` names each route with its query, its body and its answers, and nothing else. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { expect, test } from 'vitest'
import { pilotRecord } from '#domain/web/schemas'
import { refusal } from '../../server/routes/answers.ts'
import { nothing } from '../../server/routes/bodies.ts'
import { root } from '../support/root.ts'
import { openApp } from '../support/server.ts'

/** The keywords of a schema that name its parts. */
interface Keywords {
  properties?: Record<string, object>
  items?: object
  anyOf?: object[]
  /** The schemas by media type, of an answer that the route writes itself. */
  content?: Record<string, { schema: object }>
}

test('the documentation of the HTTP API names the routes, parameters, properties and statuses that exist', async () => {
  const documented = sectionsOf(await readFile(join(root, 'docs', 'http-api.md'), 'utf8'))
  const expected = Object.fromEntries(
    (await collectRoutes()).map(({ method, url, schema }) => [`${method} ${url}`, rowsOf(schema)]),
  )
  expected['The record'] = namesOf(pilotRecord).map((name) => `record ${name}`)
  expected.Refusals = namesOf(refusal).map((name) => `refusal ${name}`)
  expect(documented).toEqual(expected)
})

/** Returns the rows of each section that has a table: `place name`, from its first two columns. */
function sectionsOf(text: string): Record<string, string[]> {
  const sections = text.split(/^#+ /m).map((section) => {
    const [title = '', ...lines] = section.split('\n')
    const rows = lines.flatMap((line) => {
      const [, place, name] = /^\| (\w+) +\| (\S*)/.exec(line) ?? []
      return place && place !== 'in' ? [`${place} ${name?.replaceAll('`', '')}`] : []
    })
    return [title.replaceAll('`', '').trim(), rows] as const
  })
  return Object.fromEntries(sections.filter(([, rows]) => rows.length > 0))
}

/** Returns the routes that answer calls. The pages and their assets have no schema. */
async function collectRoutes(): Promise<RouteOptions[]> {
  const routes: RouteOptions[] = []
  const collect = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => {
      if (route.schema?.response && route.method !== 'HEAD') routes.push(route)
    })
  }
  subscribe('fastify.initialization', collect)
  await openApp()
  unsubscribe('fastify.initialization', collect)
  return routes
}

function rowsOf(schema: RouteOptions['schema'] = {}): string[] {
  const { params, querystring, body, response } = schema as Record<string, object | undefined>
  const answers = Object.entries(response ?? {}).filter(([status]) => !status.endsWith('xx'))
  return [
    ...namesOf(params).map((name) => `path ${name}`),
    ...namesOf(querystring).map((name) => `query ${name}`),
    ...(body && body !== nothing ? rowsOfPart('body', body) : []),
    ...answers.flatMap(([status, answer]) => rowsOfAnswer(status, answer)),
  ]
}

function rowsOfAnswer(status: string, answer: object): string[] {
  const { content } = answer as Keywords
  if (!content) return rowsOfPart(status, answer)
  return Object.entries(content).flatMap(([type, { schema }]) =>
    namesOf(schema).length > 0 ? rowsOfPart(status, schema) : [`${status} ${type}`],
  )
}

/** A part without named properties has one row. */
function rowsOfPart(place: string, schema: object): string[] {
  const names = namesOf(schema)
  return names.length > 0 ? names.map((name) => `${place} ${name}`) : [`${place} `]
}

/** Returns the paths of all properties, such as `data[].report.registered`. A record has a section of its own. */
function namesOf(schema: object = {}): string[] {
  const { properties = {}, items, anyOf } = schema as Keywords
  if (anyOf) return anyOf.flatMap(namesOf)
  if (items === pilotRecord) return ['[]']
  if (items) return namesOf(items).map((name) => `[].${name}`)
  return Object.entries(properties).flatMap(([name, property]) => {
    const parts = namesOf(property)
    return parts.length > 0 ? parts.map((part) => name + (part.startsWith('[') ? '' : '.') + part) : [name]
  })
}
