/** Tests of imports whose file asks for categories of the open event: preview, pending entries, entering and undo. */
import { expect, test, vi } from 'vitest'
import { fieldNames } from '#domain/pilots/fields'
import { anEvent } from '../../support/events.ts'
import { aDraft } from '../../support/pilots.ts'
import { laptop, write } from '../../support/requests.ts'
import { formRequest, openApp } from '../../support/server.ts'

/** Returns a CSV of riders with a category in place of the modalidad. */
function csvOf(...riders: { npiloto: string; clase: string; moto?: string; transponder?: string }[]): string {
  const names = fieldNames.filter((name) => name !== 'modalidad')
  const lines = riders.map(({ clase, moto = '', ...values }, index) => {
    const draft = aDraft({ ...values, dni: 70000001 + index })
    return [...names.map((name) => String(draft[name] ?? '').replace(/["\n]/g, ' ')), clase, moto].join(';')
  })
  return [[...names, 'Clase', 'Moto'].join(';'), ...lines, ''].join('\n')
}

test('the riders of a file are pending in their categories, one order enters them there, and another category is told and not changed', async () => {
  const { app, stores } = await openApp()
  const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    (await app.inject({ ...laptop, method, url, ...(payload && { payload }) })).json()
  const names = ['MX1', 'MX2', '85 cc']
  const categories = names.map((name, index) => ({
    ...{ modalidad: 'MOTOCROSS', name, numbers: `${index * 100 + 1}-${index * 100 + 99}` },
  }))
  await write({ app }, 'PUT', '/api/events/primero', { ...anEvent(), categories })
  const send = async (csv: string, query = '') =>
    (
      await app.inject({
        ...formRequest({ mapping: {}, file: Buffer.from(csv) }),
        url: `/api/import${query}`,
      })
    ).json().data[0]
  const sheet = csvOf(
    { npiloto: '110', clase: 'mx 2', moto: 'KTM 250SX-F' },
    { npiloto: '7', clase: '85', moto: 'Kawa KX 85' },
    { npiloto: '9', clase: 'Mx-1' },
    { npiloto: '10', clase: 'MX5' },
  )
  const dry = await send(sheet, '?dry_run=1')
  expect(dry.columns.slice(-2)).toMatchObject([
    { name: 'Clase', target: 'categoria_evento' },
    { name: 'Moto', target: 'moto_evento' },
  ])
  expect(dry.missing).toEqual([])
  expect(dry.categories).toEqual({ wishes: 3, rows: 0, listed: [] })
  expect(dry.groups).toMatchObject([
    {
      problem: 'con Categoría del evento sin reconocer',
      choices: ['MOTOCROSS · MX1', 'MOTOCROSS · MX2', 'MOTOCROSS · 85 cc', 'Sin categoría'],
      values: [{ value: 'MX5', rows: 1 }],
      cells: [{ line: 5, place: 'línea 5, Clase', value: 'MX5' }],
    },
  ])
  expect(dry.rejects).toContain('Categoría del evento')
  expect((await stores.pilots.list()).total).toBe(0)

  const done = await send(sheet)
  expect(done.report).toMatchObject({ registered: 3, rejectedRows: 1 })
  expect((await call('GET', '/api/count')).data[0]).toMatchObject({ pending: 3, modalidad: { MOTOCROSS: 3 } })
  const { riders } = (await call('GET', '/api/entries/pending')).data[0]
  expect(
    riders.toSorted(
      (one: { number: string }, other: { number: string }) => Number(other.number) - Number(one.number),
    ),
  ).toMatchObject([
    { category: 'motocross-mx2', number: '110', motorcycle: { brand: 'KTM', cc: 250 } },
    { category: 'motocross-mx1', number: '9' },
    {
      category: 'motocross-85cc',
      motorcycle: { cc: 85 },
      reason: 'El número 7 no es de 85 cc, que tiene 201-299',
    },
  ])
  // Riders who have a number of the category are entered with the whole list, and the others get the next free one.
  const entered = await call('POST', '/api/entries', { event: 'primero' })
  expect(entered.data[0]).toMatchObject({ changed: 2, refused_total: 1 })
  await call('POST', '/api/entries/pending', { event: 'primero' })
  const entries = (await stores.pilots.list({ order: 'asc' })).pilots.map((pilot) => pilot.entries?.[0])
  expect(entries).toMatchObject([
    { category: 'motocross-mx2', number: '110', motorcycle: { brand: 'KTM', cc: 250 } },
    { category: 'motocross-85cc', number: '201', motorcycle: { brand: 'Kawasaki', cc: 85 } },
    { category: 'motocross-mx1', number: '9' },
  ])
  const again = await send(sheet.replace(';mx 2', ';85'), '?update=1')
  expect(again.categories).toMatchObject({
    wishes: 0,
    rows: 1,
    listed: [{ line: 2, stored: 'MX2', given: '85 cc' }],
  })
  expect((await stores.pilots.list({ order: 'asc' })).pilots[0]?.entries).toMatchObject([
    { category: 'motocross-mx2' },
  ])
})

test('one choice for an unknown text gives all of its riders the category, and nobody is told as repeated in another one', async () => {
  const { app, stores } = await openApp()
  const names = ['MX1', 'MX2']
  const categories = names.map((name) => ({ modalidad: 'MOTOCROSS', name }))
  await write({ app }, 'PUT', '/api/events/primero', { ...anEvent(), categories })
  const file = Buffer.from(
    csvOf(...['Promoc.', 'PROMOC', 'MX1', 'mx 1', 'MX2', 'Novel'].map((clase) => ({ npiloto: '7', clase }))),
  )
  const send = async (mapping: object, query = '') => {
    const columns = { Clase: 'categoria_evento' }
    const request = formRequest({ mapping: { columns, ...mapping }, file })
    return (await app.inject({ ...request, url: `/api/import${query}` })).json().data[0]
  }
  const dry = await send({}, '?dry_run=1')
  expect(dry.groups).toMatchObject([
    {
      size: 3,
      values: [
        { value: 'Promoc.', spellings: ['PROMOC'], rows: 2 },
        { value: 'Novel', rows: 1 },
      ],
    },
  ])
  expect(dry.remarks).toMatchObject({
    sameNumberRows: 2,
    sameNumbers: [{ number: '7', modalidad: 'MOTOCROSS', category: 'MX1', lines: [4, 5] }],
  })
  const replacements = {
    categoria_evento: { 'Promoc.': 'MOTOCROSS · MX2', Novel: 'Sin categoría' },
  }
  const chosen = await send({ replacements }, '?dry_run=1')
  expect(chosen).toMatchObject({
    report: { registered: 5 },
    categories: { wishes: 5 },
    groups: [{ field: 'modalidad', cells: [{ line: 7 }] }],
    remarks: { sameNumberRows: 5, sameNumbers: [{ lines: [2, 3, 6] }, { lines: [4, 5] }] },
  })
  await send({ replacements, defaults: { modalidad: 'RALLY' } })
  const { pilots } = await stores.pilots.list({ order: 'asc' })
  expect(pilots.map(({ modalidad, pending = [] }) => [modalidad, pending[0]?.category])).toEqual([
    ...Array.from({ length: 2 }, () => ['MOTOCROSS', 'motocross-mx2']),
    ...Array.from({ length: 2 }, () => ['MOTOCROSS', 'motocross-mx1']),
    ['MOTOCROSS', 'motocross-mx2'],
    ['RALLY', undefined],
  ])
  // The choice is that of a sheet, and is not remembered for the next one.
  expect((await send({}, '?dry_run=1&update=1')).groups).toMatchObject([
    { values: [{ value: 'Promoc.' }, {}] },
  ])
})

test('the undo of an import gives back the wishes of before, and a file for a kept event asks for none', async () => {
  const { app, stores } = await openApp()
  const categories = ['MX1', 'MX2'].map((name) => ({ modalidad: 'MOTOCROSS', name }))
  await write({ app }, 'PUT', '/api/events/primero', { ...anEvent(), categories })
  const send = async (clase: string, query: string) => {
    const file = Buffer.from(csvOf({ npiloto: '1', clase }))
    const request = formRequest({ mapping: { columns: { Clase: 'categoria_evento' } }, file })
    return (await app.inject({ ...request, url: `/api/import?update=1${query}` })).json().data[0]
  }
  const wishOf = async () => (await stores.pilots.list()).pilots[0]?.pending?.map(({ category }) => category)
  await send('MX1', '')
  const { change } = await send('MX2', '')
  expect(await wishOf()).toEqual(['motocross-mx2'])
  expect((await send('MX1', '&keep_entries=1')).report).toMatchObject({ unchanged: 1 })
  expect(await wishOf()).toEqual(['motocross-mx2'])
  const undone = await app.inject({
    ...laptop,
    method: 'POST',
    url: '/api/import/undo',
    payload: { change },
  })
  expect(undone.json().data).toEqual([{ removed: 0, restored: 1 }])
  expect(await wishOf()).toEqual(['motocross-mx1'])
})

test('a file whose event ends while it is read is refused, and leaves nobody pending where nobody looks', async () => {
  const { app, stores } = await openApp()
  const categories = [{ modalidad: 'MOTOCROSS', name: 'MX1' }]
  const put = (method: 'POST' | 'PUT', url: string) =>
    write({ app }, method, url, { ...anEvent(), categories })
  await put('PUT', '/api/events/primero')
  vi.spyOn(stores.pilots, 'clubs').mockImplementationOnce(async () => {
    expect((await put('POST', '/api/events?after=primero')).statusCode).toBe(201)
    return []
  })
  const file = Buffer.from(csvOf({ npiloto: '1', clase: 'MX1' }))
  const send = () => app.inject({ ...formRequest({ mapping: {}, file }), url: '/api/import' })
  const refused = await send()
  expect([refused.statusCode, refused.json().error]).toEqual([
    409,
    expect.stringContaining('Mientras tanto se abrió'),
  ])
  expect((await stores.pilots.list()).total).toBe(0)
  expect((await send()).json().data[0]).toMatchObject({
    report: { registered: 1 },
    categories: { wishes: 1 },
  })
})

test('a sheet of another modalidad has the numbers of its own entries, and changes neither those of a rider nor the number that he prefers', async () => {
  const { app, stores } = await openApp()
  const categories = [
    { modalidad: 'MOTOCROSS', name: 'MX1' },
    { modalidad: 'RALLY', name: 'R1' },
  ]
  await write({ app }, 'PUT', '/api/events/primero', { ...anEvent(), categories })
  const send = async (csv: string) => {
    const file = formRequest({ mapping: {}, file: Buffer.from(csv) })
    return (await app.inject({ ...file, url: '/api/import?update=1' })).json().data[0].report
  }
  const enter = async () =>
    (await write({ app }, 'POST', '/api/entries', { event: 'primero' })).json().data[0]
  const riders = async () =>
    (await stores.pilots.list({ order: 'asc' })).pilots.map(({ npiloto, modalidad, entries = [] }) => [
      ...[npiloto, modalidad],
      ...entries.map(({ category, number, transponder }) => [category, number, transponder].join(' ')),
    ])
  const [motocross, rally] = [
    csvOf({ npiloto: '7', clase: 'MX1', transponder: '71' }, { npiloto: '8', clase: 'MX1' }),
    csvOf({ npiloto: '43', clase: 'R1', transponder: '72' }, { npiloto: '44', clase: 'R1' }),
  ]
  expect(await send(motocross)).toMatchObject({ registered: 2 })
  expect(await send(rally)).toMatchObject({ updated: 2 })
  // Both sheets are entered at once, also if one of them arrives again before.
  expect(await send(motocross)).toMatchObject({ unchanged: 2 })
  expect(await enter()).toMatchObject({ changed: 4, refused_total: 0 })
  const all = [
    ['7', 'MOTOCROSS', 'motocross-mx1 7 71', 'rally-r1 43 72'],
    ['8', 'MOTOCROSS', 'motocross-mx1 8 ', 'rally-r1 44 '],
  ]
  expect(await riders()).toEqual(all)
  expect(await send(rally)).toMatchObject({ unchanged: 2 })
  expect(await riders()).toEqual(all)
  // A rider who is entered in one modalidad gets the other one beside it.
  await write({ app }, 'POST', '/api/entries/withdraw', {
    ...{ event: 'primero', ids: (await stores.pilots.list()).pilots.map(({ id }) => id), modalidad: 'RALLY' },
  })
  expect(await send(rally)).toMatchObject({ updated: 2 })
  const [{ id } = { id: '' }] = (await stores.pilots.list({ order: 'asc' })).pilots
  const proposed = (await app.inject({ ...laptop, url: `/api/entries/${id}` })).json().data
  expect(proposed).toMatchObject([{ modalidad: 'RALLY', category: 'rally-r1', number: '43' }])
  expect(await enter()).toMatchObject({ changed: 2 })
  expect(await riders()).toEqual(all)
})
