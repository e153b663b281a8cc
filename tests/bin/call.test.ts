/** Tests `pilotos call`, on a folder and beside a running kiosk: its list, the help of each call, and calls of each kind. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Call } from '#domain/api/call'
import { type CallName, calls } from '#domain/api/calls'
import { exampleOfCall } from '../../bin/commands/desk/call.ts'
import { compileValidator } from '../../server/http/serve.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'

import { aDraft, aPicture } from '../support/pilots.ts'
import { startTestServer } from '../support/server.ts'

const names = (Object.keys(calls) as CallName[]).filter((name) => calls[name].role !== 'terminal')

test('lists the calls with their roles and words', async () => {
  const { code, stdout, stderr } = await pilotos(['call'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^PUT \/api\/till +admin +Changes the currency/m)
  expect(stdout).not.toContain('/terminal')
  expect(stderr).toContain('pilotos call "PUT /api/till" --help')
  const listed = JSON.parse((await pilotos(['call', '--json'])).stdout)
  expect(listed.map(({ call }: { call: string }) => call)).toEqual(names)
})

test('the example of a call that needs one of two parameters has one', () => {
  expect(exampleOfCall('GET /api')).toEqual({ address: 'GET /api?list=all' })
})

test.each(names)('%s has a help, with an example that fits its shape', async (name) => {
  const { params, query, body }: Call = calls[name]
  const { address, content } = exampleOfCall(name)
  const { code, stdout } = await pilotos(['call', name, '--help'])
  expect([code, stdout]).toEqual([0, expect.stringContaining(`\nEjemplo:\n  pilotos call "${address}"`)])
  expect(stdout).toContain(calls[name].summary)
  const [path = '', search = ''] = address.split('?')
  const values = path.split('/').filter((_, index) => name.split('/')[index]?.startsWith(':'))
  const keys = [...name.matchAll(/:(\w+)/g)].map(([, key = '']) => key)
  const given = {
    params: params && [params, Object.fromEntries(keys.map((key, index) => [key, values[index]]))],
    querystring: query && [query, Object.fromEntries(new URLSearchParams(search))],
    body: body && content !== undefined && [body, content],
  }
  for (const [httpPart, part] of Object.entries(given))
    if (part)
      expect(compileValidator({ schema: part[0] as object, httpPart })(part[1])).not.toHaveProperty('error')
})

describe.each(['a folder', 'a running kiosk'])('on %s', (where) => {
  /** Opens a folder with a pilot, beside a kiosk that asks for a password even on the laptop, or without one. */
  async function opened() {
    const folder = await aFolder()
    const input = JSON.stringify([{ id_driver: '7K3Q9XW2M4TB', ...aDraft({ dni: 70123456 }) }])
    await pilotos(['import', '-', '--data', folder], { input })
    if (where === 'a running kiosk') await startTestServer({ folder, requireLogin: true })
    const call = (args: string[], input?: string) => pilotos(['call', ...args, '--data', folder], { input })
    const dataOf = async (name: string) => JSON.parse((await call([name, '--json'])).stdout).data
    return { folder, call, dataOf }
  }

  test('gives an order with a body from the input or a file, and shows what is there as a table or JSON', async () => {
    const { folder, call, dataOf } = await opened()
    const [{ event, version }] = await dataOf('GET /api/till')
    const price = { id: 'lic', kind: 'extra', label: 'Licencia', cents: 5000 }
    const order = { event, version, currency: 'PEN', prices: [price], means: ['Yape'] }
    expect(await call(['PUT /api/till'], JSON.stringify(order))).toMatchObject({ code: 0 })
    const shown = await call(['get /api/till'])
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    expect(shown.stdout).toMatch(/^prices +\(id: lic, kind: extra, label: Licencia, cents: 5000\)$/m)
    const stale = join(folder, 'caja.json')
    await writeFile(stale, JSON.stringify({ ...order, currency: 'USD' }))
    const refused = await call(['PUT /api/till', '--body', stale])
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^pilotos: Otra persona cambió los precios/),
    })
    const classes = await call(['GET /api/classes'])
    expect(classes.stdout).toMatch(/^field +key +name[\s\S]*^modalidad +RALLY +RALLY/m)
  })

  test('says what is wrong with the fields, in the words of the page', async () => {
    const { call } = await opened()
    const field = JSON.stringify({ kind: 'texto', label: 'Bus', audience: 'desk' })
    await call(['POST /api/fields'], field)
    const again = JSON.stringify({ kind: 'numero', label: 'Bus', audience: 'desk' })
    expect(await call(['POST /api/fields'], again)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^pilotos: Hay datos por corregir: Ya hay un campo con ese nombre$/m),
    })
  })

  test('writes a file where --out says, and sends a form with a file', async () => {
    const { folder, call, dataOf } = await opened()
    const [photo, form, out] = [join(folder, 'foto.png'), join(folder, 'datos.json'), join(folder, 'a.pdf')]
    await writeFile(photo, await aPicture())
    await writeFile(form, JSON.stringify({ data_driver: aDraft({ dni: 41000002 }) }))
    const sent = await call(['POST /api', '--body', form, '--file', `_img=${photo}`])
    expect(sent, sent.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^attachment +\S+\.jpg$/m),
    })
    expect(await dataOf('GET /api?list=all')).toHaveLength(2)
    expect(await call(['GET /api/report.pdf', '--out', out])).toMatchObject({ code: 0, stdout: '' })
    expect(String(await readFile(out))).toMatch(/^%PDF/)
    const csv = await call(['GET /api/export?format=csv&plain=1'])
    expect(csv.stdout).toMatch(/^id_driver,attachment/)
  })

  test('asks before what cannot be undone, unless --yes says so, and is the author', async () => {
    const { call, dataOf } = await opened()
    const revoke = 'POST /api/pilots/7K3Q9XW2M4TB/revoke'
    expect(await call([revoke])).toMatchObject({ code: 2, stderr: expect.stringContaining('use --yes') })
    expect(await call([revoke, '--yes'])).toMatchObject({ code: 0 })
    const history = await dataOf('GET /api/pilots/7K3Q9XW2M4TB/history')
    expect(history.at(-1)).toMatchObject({ by: 'la terminal' })
  })

  test.each([
    ['GET /api/nothing', '', 'no existe la llamada «GET /api/nothing»: pilotos call las muestra'],
    ['till', '', 'no existe la llamada «till»'],
    ['PUT /api/till', '', 'falta el cuerpo, con event, currency, prices[].id'],
    ['PUT /api/till', '{', 'el cuerpo no es JSON'],
    [
      'PUT /api/till',
      '{"event": 5}',
      'currency es el código de una moneda, como PEN: vea pilotos call "PUT /api/till" --help',
    ],
    ['GET /api/passages?page=x', '', 'page es un número entero desde 1'],
    ['GET /api/pilots/:id/history', '', 'en la dirección va el valor de :id'],
  ])('ends with 2 for %s %s', async (name, input, message) => {
    const { call } = await opened()
    expect(await call([name], input)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
  })

  test('ends with 1 for what is not there, and makes the calls of a kiosk only beside one', async () => {
    const { call } = await opened()
    const unknown = await call(['GET /api/pilots/0000000000AA/history'])
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('No existe un piloto') })
    const pairing = await call(['POST /api/gate/pairings'], '{"gate": "Puerta principal"}')
    expect(pairing).toMatchObject(
      where === 'a folder'
        ? { code: 1, stderr: expect.stringContaining('de un kiosco abierto') }
        : { code: 0 },
    )
  })
})

test.each([
  ['till', 'pilotos call "GET /api/till/report" o pilotos call "GET /api/till/export"'],
  ['suspend', 'pilotos call "PUT /api/pilots/:id/terms"'],
])('an old name says which call does it now: %s', async (name, call) => {
  expect(await pilotos([name, '--data', 'x'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(call),
  })
})
