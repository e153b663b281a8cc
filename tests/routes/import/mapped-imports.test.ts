/** Tests of imports in the browser, which sends a file with the choices about its columns and cells. */
import { once } from 'node:events'
import { request } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { DiskFullError } from '#domain/errors'
import { fileTooLarge, maxFileBytes } from '#domain/import/import'
import type { ImportMapping } from '#domain/import/mapping'
import { type FieldName, fieldNames } from '#domain/pilots/fields'
import type { PilotDraft } from '#domain/pilots/pilot'
import { aDraft } from '../../support/pilots.ts'
import { formRequest, openApp } from '../../support/server.ts'

/** Imports a file as the browser does. A mapping that is a text is sent as it is. */
function send(app: FastifyInstance, file: Buffer | string, mapping: ImportMapping | string = {}, query = '') {
  return app.inject({ ...formRequest({ mapping, file: Buffer.from(file) }), url: `/api/import${query}` })
}

/** Returns a CSV of one pilot whose headers of some fields are others. */
function csvOf(draft: PilotDraft, headers: Partial<Record<FieldName, string>> = {}): string {
  const cells = fieldNames.map((name) => `"${String(draft[name] ?? '').replaceAll('"', '""')}"`)
  return `${fieldNames.map((name) => headers[name] ?? name).join(';')}\n${cells.join(';')}\n`
}

const unknown = { nlicencia: 'Cód. Fed.', club: 'Notas' }
const completion: ImportMapping = { columns: { 'Cód. Fed.': 'nlicencia' }, defaults: { club: 'Sur' } }

test('a refusal comes with the preview of the file, and the completed mapping imports the file', async () => {
  const { app, stores } = await openApp()
  const file = csvOf(aDraft({ nlicencia: 'F-7' }), unknown)
  const refused = await send(app, file)
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    {
      error: 'Al archivo le faltan columnas: Numero de Licencia y Club',
      preview: expect.objectContaining({
        missing: ['nlicencia', 'club'],
        columns: expect.arrayContaining([{ name: 'Cód. Fed.', target: null, suggestion: 'nlicencia' }]),
        first: [expect.objectContaining({ line: 2, cells: expect.arrayContaining(['F-7']) })],
        isRemembered: false,
      }),
    },
  ])
  expect((await send(app, file, completion)).json().data[0].report.registered).toBe(1)
  expect((await stores.pilots.list()).pilots).toMatchObject([{ nlicencia: 'F-7', club: 'Sur' }])
})

const notMapping = 'mapping no dice cómo leer las columnas'

const wrongMappings: [string, ImportMapping | string, string][] = [
  ['no JSON', '{"columns":', notMapping],
  ['a target that does not exist', '{"columns": {"DNI": "foto"}}', notMapping],
  ['a column that the file does not have', '{"columns": {"Placa": "club"}}', 'no tiene la columna «Placa»'],
  ['a sheet that the file does not have', '{"sheet": "Lima"}', 'Solo un libro de Excel tiene hojas'],
]

test('a malformed mapping, or one of another file, is refused with 400, and nothing is imported', async () => {
  const { app, stores } = await openApp()
  for (const [name, mapping, message] of wrongMappings) {
    const response = await send(app, csvOf(aDraft()), mapping)
    const refusal = [name, response.statusCode, response.json().error]
    expect(refusal).toEqual([name, 400, expect.stringContaining(message)])
  }
  expect((await stores.pilots.list()).total).toBe(0)
})

test('a form with a file of over 100 MB or a mapping of over 4 MB is refused with 413', async () => {
  const { app } = await openApp()
  const large = await send(app, Buffer.alloc(maxFileBytes + 1))
  expect([large.statusCode, large.json().error]).toEqual([413, fileTooLarge])
  const long = await send(app, csvOf(aDraft()), { sheet: 'x'.repeat(4 * 1024 * 1024) })
  expect([long.statusCode, long.json().error]).toEqual([413, expect.stringContaining('Corrigió más celdas')])
})

test('a form without a file is refused as an empty file', async () => {
  const { app } = await openApp()
  const response = await app.inject({ ...formRequest({ mapping: {} }), url: '/api/import' })
  expect([response.statusCode, response.json().error]).toEqual([400, 'El archivo está vacío'])
})

test('the mapping of an import is used for the next file with the same header, until forget=1', async () => {
  const { app } = await openApp()
  const next = async (query: string, mapping?: ImportMapping) => {
    const answer = (await send(app, csvOf(aDraft(), unknown), mapping, query)).json()
    return answer.data?.[0].isRemembered ?? answer.preview.missing
  }
  const missing = ['nlicencia', 'club']
  // A dry run is not remembered.
  expect(await next('?dry_run=1', completion)).toBe(false)
  expect(await next('')).toEqual(missing)
  expect(await next('', completion)).toBe(false)
  expect(await next('')).toBe(true)
  // A dry run forgets nothing.
  expect(await next('?dry_run=1&forget=1')).toEqual(missing)
  expect(await next('')).toBe(true)
  expect(await next('?forget=1', { ...completion, defaults: { club: 'Norte' } })).toBe(false)
  const { defaults } = (await send(app, csvOf(aDraft(), unknown), {}, '?dry_run=1')).json().data[0]
  expect(defaults).toEqual({ club: 'Norte' })
})

test('an import without any choice forgets the mapping for its header if forget=1', async () => {
  const { app, stores } = await openApp()
  await send(app, csvOf(aDraft()), { defaults: { club: 'Sur' } })
  expect(Object.values((await stores.settings.read()).mappings ?? {})).toEqual([
    { columns: {}, defaults: { club: 'Sur' } },
  ])
  await send(app, csvOf(aDraft()), {}, '?forget=1')
  expect((await stores.settings.read()).mappings).toEqual({})
})

test('if the backup fails, nothing is imported', async () => {
  const backUp = () => Promise.reject(new DiskFullError('/respaldos'))
  const test = await openApp({ backUp })
  const { app, stores } = test
  const pilots = Array.from({ length: 51 }, () => aDraft({ club: 'Sur' }))
  await send(app, JSON.stringify(pilots))
  const moved = pilots.map((pilot) => ({ ...pilot, club: 'Norte' }))
  const response = await send(app, JSON.stringify([...moved, aDraft()]), {}, '?update=1')
  expect([response.statusCode, response.json().error]).toEqual([
    507,
    'No se guardó: el disco de /respaldos está lleno. Libere espacio y repita',
  ])
  expect(test.reported).toHaveLength(1)
  expect((await stores.pilots.list({ search: 'norte' })).total).toBe(0)
  expect((await stores.pilots.list()).total).toBe(51)
})

test('a file that is cut off, and a page that leaves while it sends its file, are no failures of the kiosk', async () => {
  const { app, reported } = await openApp()
  const { headers, payload } = formRequest({ mapping: {}, file: Buffer.from('x'.repeat(1000)) })
  const half = Buffer.from(String(payload)).subarray(0, 600)
  const cut = await app.inject({ method: 'POST', url: '/api/import', headers, payload: half })
  expect([cut.statusCode, cut.json().error]).toEqual([
    400,
    'El formulario llegó incompleto: envíelo otra vez',
  ])

  const answered: unknown[] = []
  app.server.on('request', (_request, response) => response.on('close', () => answered.push(response)))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = request(`${url}/api/import`, {
    method: 'POST',
    headers: { ...(headers as Record<string, string>), 'content-length': 9000 },
  })
  leaving.on('error', () => {})
  leaving.write(half)
  await once(app.server, 'request')
  leaving.destroy()
  await expect.poll(() => answered).toHaveLength(1)
  // The refusal of the form follows in the same turn.
  await app.close()
  expect(reported).toEqual([])
})
