/** Tests of the browser's import and export of spreadsheets over HTTP. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { exportFormats } from '#domain/import/columns'
import { checkDraft } from '#domain/pilots/pilot'
import { readTable } from '../../../server/spreadsheets/table-reader.ts'
import { aDraft } from '../../support/pilots.ts'
import { write } from '../../support/requests.ts'
import { root } from '../../support/root.ts'
import { openApp, registered } from '../../support/server.ts'

const sheet = () => readFile(join(root, 'tests/fixtures/inscritos.xlsx'))

function send(app: FastifyInstance, payload: Buffer | string, query = '') {
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream' }
  return app.inject({ method: 'POST', url: `/api/import${query}`, headers, payload })
}

test('a dry run returns the report of the real import but for its number, and both contain the rejects', async () => {
  const { app, stores } = await openApp()
  const dry = (await send(app, await sheet(), '?dry_run=1')).json().data[0]
  expect((await stores.pilots.list()).total).toBe(0)
  const real = (await send(app, await sheet())).json().data[0]
  expect(real).toEqual({ ...dry, change: 1 })
  expect((await stores.pilots.list()).total).toBe(2)
  expect(real).toMatchObject({
    form: 'Excel, hoja «Inscritos» (no se lee «Portada»)',
    report: { registered: 2, updated: 0, unchanged: 0, rejectedRows: 2 },
    bad_cells: 3,
    groups: [
      {
        problem: 'con Correo Electronico: correo electronico invalido',
        cells: [{ place: 'fila 7, Correo', value: 'eva@ejemplo', message: 'correo electronico invalido' }],
      },
      {
        problem: 'con Celular: La celda contiene un error de Excel (#DIV/0!): escriba su valor',
        cells: [{ place: 'fila 8, Teléfono' }],
      },
      { field: 'npiloto', cells: [{ place: 'fila 7, Número de Piloto' }] },
    ],
  })
  const mended = real.rejects.replace('eva@ejemplo', 'eva@ejemplo.pe').replace('01/02/2026', '1-2')
  expect((await send(app, mended)).json().data[0].report).toMatchObject({ registered: 1, rejectedRows: 1 })
})

test('with strict nothing is registered if one row is bad, and with update existing pilots are changed', async () => {
  const { app, stores } = await openApp()
  const strict = (await send(app, await sheet(), '?strict=1')).json().data[0]
  expect(strict.report).toMatchObject({ registered: 0, rejectedRows: 2 })
  const { id_driver } = await registered(app, aDraft({ dni: 7 }))
  const changed = (await send(app, 'DNI;Club\n7;Otro\n', '?update=1')).json().data[0]
  expect(changed.report).toMatchObject({ registered: 0, updated: 1, rejectedRows: 0 })
  expect(await stores.pilots.get(id_driver)).toMatchObject({ club: 'Otro' })
})

test('a file of over 100 MB is refused with 413', async () => {
  const { app } = await openApp()
  expect((await send(app, Buffer.alloc(100 * 1024 * 1024 + 1))).statusCode).toBe(413)
})

test.each(exportFormats)(
  'an export to %s is a named file with the pilots that the search finds',
  async (format) => {
    const { app } = await openApp()
    await registered(app, aDraft({ dni: 7, name: 'Ñusta' }))
    await registered(app, aDraft({ dni: 8, name: 'Luis' }))
    const response = await app.inject(`/api/export?format=${format}&search=nusta`)
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="pilotos-\d{4}-\d\d-\d\d\.\w+"$/,
    )
    const { rows } = await readTable(response.rawPayload)
    expect([...rows].map(({ values }) => checkDraft(values).draft)).toEqual([
      aDraft({ dni: 7, name: 'Ñusta' }),
    ])
  },
)

test('an export contains the pilots that match the filters of the list, or the given pilots', async () => {
  const { app } = await openApp()
  await registered(app, aDraft({ dni: 1, modalidad: 'RALLY', licencia: 'Anual' }))
  await registered(app, aDraft({ dni: 2, modalidad: 'RALLY', licencia: 'Regional' }))
  const { id_driver } = await registered(app, aDraft({ dni: 3, modalidad: 'UTV' }))
  const dnis = (body: string) => JSON.parse(body).map(({ dni }: { dni: number }) => dni)
  const filtered = await app.inject('/api/export?format=json&modalidad=RALLY&licencia=Regional&today=1')
  expect(dnis(filtered.body)).toEqual([2])
  const missing = await app.inject('/api/export?format=json&modalidad=RALLY&no_photo=1&no_card=1')
  expect(dnis(missing.body)).toEqual([1, 2])
  for (const wrong of ['modalidad=rally', 'format=xls'])
    expect((await app.inject(`/api/export?${wrong}`)).statusCode).toBe(400)
  const some = (payload: object) => write({ app }, 'POST', '/api/export?format=json', payload)
  expect(dnis((await some([id_driver])).body)).toEqual([3])
  expect((await some([])).statusCode).toBe(400)
  expect((await some({ ids: [id_driver] })).statusCode).toBe(400)
  expect((await some(['0000000000ZZ'])).statusCode).toBe(404)
})
