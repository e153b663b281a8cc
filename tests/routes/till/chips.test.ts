/** Tests of chips over HTTP: what gates, entries and timing files tell of them. */
import { expect, test } from 'vitest'
import { writeBook } from '../../../server/spreadsheets/pilot-file.ts'
import { anEvent } from '../../support/events.ts'
import { aScan } from '../../support/passages.ts'
import { ask, sameOrigin, write } from '../../support/requests.ts'
import type { TestServer } from '../../support/server.ts'
import { anId, openTill } from '../../support/till.ts'

/** Opens a desk with two chips, whose riders are on their way. */
async function openDesk() {
  const till = await openTill()
  const { order, app } = till
  const chips = ['401', '402'].map((code, index) => ({ code, label: String(12 + index), rented: true }))
  await order('/api/chips', { chips })
  const lend = (rider: string, chip: string, more = {}) =>
    order('/api/chips/lend', { id: anId(), rider, chip, ...more })
  const scanned = async (id: string, direction: 'in' | 'out') => {
    const passages = [aScan({ scanned: id, direction, gate: 'Puerta principal' })]
    return (await ask({ app }, 'POST', '/api/passages', { passages })).body.data[0]
  }
  const roster = async () => (await ask({ app }, 'GET', '/api/gate/roster')).body.data[0]
  return { ...till, lend, scanned, roster }
}

test('only the exit of a rider with a chip tells its label, to the roster too, and nothing of money', async () => {
  const { enter, lend, scanned, roster, order } = await openDesk()
  const [ana, eva] = [await enter(), await enter()]
  await lend(ana, '401', { deposit: 3000, document: 'DNI' })
  const exit = await scanned(ana, 'out')
  expect(exit).toMatchObject({ result: 'pass', admitted: true, chip: '12' })
  expect(await scanned(ana, 'in')).not.toHaveProperty('chip')
  expect(await scanned(eva, 'out')).not.toHaveProperty('chip')
  const { pilots } = await roster()
  const its = pilots.find(({ id }: { id: string }) => id === ana)
  expect(its.chip).toBe('12')
  const seen = JSON.stringify([exit, pilots])
  expect(seen).not.toMatch(/loans|deposit|owed|charges|payments|cents/)
  // A time or an identifier can have these digits too.
  expect(seen).not.toMatch(/:"?(?:3000|401)"?[,}]/)
  await lend(ana, '402')
  expect((await scanned(ana, 'out')).chip).toBe('12, 13')
  await order('/api/chips/return', { chip: '12' })
  await order('/api/chips/return', { chip: '13' })
  expect(await scanned(ana, 'out')).not.toHaveProperty('chip')
  expect(JSON.stringify((await roster()).pilots)).not.toContain('"chip"')
})

test('a lent chip is in the timing file, until another rider has it', async () => {
  const { enter, lend, order, app } = await openDesk()
  const [ana, eva] = [await enter({ npiloto: '71' }), await enter({ npiloto: '72' })]
  const timed = async () => {
    const { body } = await app.inject('/api/export?for=raceresult&entered=all')
    return body.split('\r\n').filter((line) => line.split(';').includes('401'))
  }
  expect(await timed()).toEqual([])
  await lend(ana, '12')
  const [line] = await timed()
  expect(line).toContain('71')
  await order('/api/chips/return', { chip: '401' })
  await lend(eva, '401')
  const after = await timed()
  expect(after).toHaveLength(1)
  expect(after[0]).toContain('72')
})

test('who is entered with a chip has it in each entry, and a rented one that is back is not of the next event', async () => {
  const { enter, lend, order, app, event, openNext } = await openDesk()
  const [ana, eva] = [await enter({}, []), await enter()]
  const transponders = async (id: string) => {
    const { entries = [] } = (await ask({ app }, 'GET', `/api?list=${id}`)).body.data[0]
    return entries.map(({ transponder }: { transponder?: string }) => transponder)
  }
  await lend(ana, '12')
  for (const modalidades of [['MOTOCROSS'], ['RALLY']])
    await order('/api/entries', { ids: [ana], modalidades })
  expect(await transponders(ana)).toEqual(['401', '401'])
  await lend(eva, '13')
  await order('/api/chips/return', { chip: '13' })
  await order('/api/entries/carry', { event: await openNext('Segunda'), from: event })
  expect([await transponders(ana), await transponders(eva)]).toEqual([['401', '401'], [undefined]])
})

test('a chip is lent for one of two categories of a modalidad, and one for the other is rented, too', async () => {
  const { enter, lend, order, app, event, owedBy } = await openDesk()
  const categories = ['KZ2', 'Máster A'].map((name) => ({ modalidad: 'MOTOCROSS', name }))
  const data = anEvent({ categories: categories as never })
  expect((await write({ app }, 'PUT', `/api/events/${event}`, data)).statusCode).toBe(200)
  const [kz2, master] = ['motocross-kz2', 'motocross-mastera']
  const enterIn = (ids: string[], id = '', number = '') =>
    order('/api/entries', {
      ...{ ids, modalidades: ['MOTOCROSS'], number, further: true, categories: { MOTOCROSS: { id } } },
    })
  const [ana, eva] = [await enter({}, []), await enter()]
  await enterIn([ana], kz2, '77')
  await enterIn([ana], master, '12')
  const its = async () => {
    const { entries = [] } = (await ask({ app }, 'GET', `/api?list=${ana}`)).body.data[0]
    return entries.map(({ transponder }: { transponder?: string }) => transponder)
  }
  const lent = async () => (await ask({ app }, 'GET', '/api/chips')).body.data[0].lent
  const before = await owedBy(ana)
  const place = { modalidad: 'MOTOCROSS', category: master }
  expect((await lend(ana, '12', place)).status).toBe(200)
  expect([await its(), await owedBy(ana)]).toEqual([[undefined, '401'], before + 2000])
  expect(await lent()).toMatchObject([{ chip: '401', number: '12' }])
  // Another chip for the same entry replaces it, and one for the other is rented beside it.
  await lend(ana, '13', place)
  expect([await its(), await owedBy(ana)]).toEqual([[undefined, '402'], before + 2000])
  await order('/api/chips/return', { chip: '12' })
  await lend(ana, '12', { ...place, category: kz2 })
  expect([await its(), await owedBy(ana)]).toEqual([['401', '402'], before + 4000])
  expect(await lent()).toMatchObject([
    { chip: '401', number: '77' },
    { chip: '402', number: '12' },
  ])
  const file = (await app.inject('/api/export?for=orbits&entered=all')).body
  expect(file.match(/^(?:77,KZ2|12,Máster A|12,MASTER A),.*\b40[12]\b/gim)).toHaveLength(2)
  // A chip that is lent for one entry is that of the other no more.
  for (const chip of ['12', '13']) await order('/api/chips/return', { chip })
  await lend(ana, '12')
  expect(await its()).toEqual(['401', '401'])
  await order('/api/chips/return', { chip: '12' })
  await lend(ana, '12', place)
  expect(await its()).toEqual([undefined, '401'])
  expect(await lend(eva, '13', place)).toMatchObject({
    ...{ status: 409, body: { error: /ya no está inscrito en Máster A de MOTOCROSS/ } },
  })
  expect(await lent()).toHaveLength(1)
})

/** Sends a sheet as a browser does, and returns the status and the answer. */
async function readSheet({ app }: Pick<TestServer, 'app'>, payload: string | Buffer) {
  const headers = { ...sameOrigin, 'content-type': 'text/csv' }
  const answer = await app.inject({ method: 'POST', url: '/api/chips/sheet', headers, payload })
  return { status: answer.statusCode, body: answer.json() }
}

test('a sheet has its columns in any order, and all bad lines are told at once', async () => {
  const desk = await openDesk()
  const lines = [
    'Etiqueta;Código;¿Alquilado?',
    '20;ab-12345;sí',
    '21;AB-12346;',
    '22;AB-12345;no',
    '12;AB-12347;x',
    '24;;x',
    ';AB-12348;propio',
    '26;AB-12349;quizás',
    '999999999999999999999999999999999;AB-12350;no',
  ]
  const { chips, problems } = (await readSheet(desk, lines.join('\r\n'))).body.data[0]
  expect(chips).toEqual([
    { code: 'AB-12345', label: '20', rented: true },
    { code: 'AB-12346', label: '21', rented: false },
    { code: 'AB-12348', label: '', rented: false },
  ])
  expect(problems).toEqual([
    { line: 4, message: 'El código AB-12345 está dos veces' },
    { line: 5, message: '12 ya es el código o la etiqueta del chip 401' },
    { line: 6, message: 'Falta el código' },
    { line: 8, message: 'Alquilado es sí o no, y dice «quizás»' },
    { line: 9, message: 'La etiqueta tiene 33 letras: son hasta 30' },
  ])
  expect((await ask(desk, 'GET', '/api/chips')).body.data[0].chips).toHaveLength(2)
})

test('a sheet may begin with titles, and neither words nor what Excel has shortened are codes', async () => {
  const desk = await openDesk()
  const titled =
    'Chips de CronoPerú, 2026;\nPara la Copa Andina\n\nCódigo;Etiqueta\n0012;20\nRojo;21\n1,23E+11;22\n'
  expect((await readSheet(desk, titled)).body.data[0]).toEqual({
    chips: [{ code: '0012', label: '20', rented: false }],
    problems: [
      { line: 6, message: 'El código no tiene cifras: «Rojo»' },
      { line: 7, message: expect.stringContaining('Excel acortó el código a 1,23E+11') },
    ],
  })
  const bare = (await readSheet(desk, 'CHIP 1\nCHIP 2\nAB-3,chip rojo\n')).body.data[0].chips
  expect(bare.map(({ code }: { code: string }) => code)).toEqual(['CHIP 1', 'CHIP 2', 'AB-3'])
})

test('a pasted list and a workbook are read alike, and a file without chips is refused', async () => {
  const desk = await openDesk()
  const expected = [
    { code: '7001', label: '31', rented: true },
    { code: '7002', label: '32', rented: false },
  ]
  expect((await readSheet(desk, '7001\t31\tsí\n7002\t32\t\n')).body.data[0].chips).toEqual(expected)
  const rows = [
    ['Transponder', 'Nro', 'Alquiler'],
    [7001, '31', 'si'],
    [7002, '32', 'no'],
  ]
  const [first = [], ...rest] = rows
  const columns = first.map((label) => ({ label: String(label) }))
  const book = await writeBook({ sheet: 'Chips', columns, rows: rest })
  expect((await readSheet(desk, Buffer.from(book))).body.data[0].chips).toEqual(expected)
  expect(await readSheet(desk, '')).toMatchObject({ status: 400 })
  expect((await readSheet(desk, 'Código;Etiqueta\r\n')).body.error).toBe('No hay ningún chip en la lista')
})

test('an event has 3,000 chips and no more, no label twice, and tells what each rider left', async () => {
  const desk = await openDesk()
  const { enter, lend, order, app } = desk
  const many = Array.from({ length: 2998 }, (_, index) => ({
    ...{ code: `X${1000 + index}`, label: String(1000 + index), rented: index % 2 === 0 },
  }))
  expect((await order('/api/chips', { chips: many })).status).toBe(200)
  const one = { code: 'X1', label: '', rented: false }
  expect((await order('/api/chips', { chips: [one] })).body.error).toBe('Un evento tiene hasta 3000 chips')
  const twice = { code: 'X1000', label: '12', rented: false }
  const refused = await order('/api/chips', { chips: [twice] })
  expect(refused).toMatchObject({ status: 409, body: { error: /código o la etiqueta del chip 401/ } })
  const ana = await enter({ celular: 912345678 })
  await lend(ana, '12', { deposit: 3000 })
  await lend(ana, '13', { document: 'DNI' })
  const number = { event: desk.event, modalidad: 'MOTOCROSS', to: { number: '907' } }
  await ask({ app }, 'PUT', `/api/entries/${ana}`, number)
  const { chips, lent, currency } = (await ask({ app }, 'GET', '/api/chips')).body.data[0]
  expect([chips.length, currency]).toEqual([3000, 'PEN'])
  expect(lent).toMatchObject([
    { id: ana, number: '907', label: '12', deposit: 3000, phone: '912345678', chat: '912345678' },
    { id: ana, label: '13', document: 'DNI' },
  ])
})

test('a deposit of an event that is over is given back in the next one, if it was paid', async () => {
  const { enter, lend, order, pay, app, owedBy, event, openNext } = await openDesk()
  const [ana, eva] = [await enter(), await enter()]
  await lend(ana, '12', { deposit: 3000 })
  await lend(eva, '13', { deposit: 3000 })
  await pay(ana, 17_000)
  const id = await openNext('Segunda')
  for (const chip of ['12', '13']) await order('/api/chips/return', { event: id, chip })
  expect([await owedBy(ana), await owedBy(eva)]).toEqual([-3000, 0])
  const refund = { event: id, id: anId(), owed: -3000, means: 'Efectivo' }
  expect((await order(`/api/pilots/${ana}/refund`, refund)).status).toBe(200)
  const reports = [event, id].map(async (one) => {
    const { concepts, paid, owing } = (await ask({ app }, 'GET', `/api/till/report?event=${one}`)).body
      .data[0]
    return [concepts.map(({ charged }: { charged: number }) => charged), paid, owing.length]
  })
  expect(await Promise.all(reports)).toEqual([
    [[4000, 3000, 24_000], 17_000, 1],
    [[-3000], -3000, 0],
  ])
})

test('a person who has a chip is erased once it is back', async () => {
  const { enter, lend, order, app } = await openDesk()
  const ana = await enter({ dni: 40_111_222 })
  await lend(ana, '12')
  const erase = () => ask({ app }, 'POST', `/api/pilots/${ana}/erase`, { document: '40111222' })
  expect(await erase()).toMatchObject({ status: 409, body: { error: /tiene el chip 401: recíbalo antes/ } })
  await order('/api/chips/return', { chip: '12' })
  expect((await erase()).status).toBe(200)
})
