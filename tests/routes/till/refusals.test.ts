/** Tests of what the till refuses, and of the orders that arrive twice: nothing changes, and the message says why. */
import { expect, test } from 'vitest'
import { maxCents } from '#domain/till/money'
import { ask } from '../../support/requests.ts'
import { anId, openTill, prices } from '../../support/till.ts'

test('a receipt is taken back once by one order, and not through another event or with a part of an erased person', async () => {
  const { enter, order, pay, owedBy, report, stores } = await openTill()
  const [ana, eva] = [await enter(), await enter()]
  const id = anId()
  const parts = [ana, eva].map((rider) => ({ rider, owed: 12_000, cents: 12_000 }))
  await pay(ana, 0, { id, parts })
  const unknown = await order('/api/payments/otro-recibo/void', { id: anId(), reason: 'Error' })
  expect(unknown).toMatchObject({ status: 404, body: { error: 'Ese recibo no es de este evento' } })
  const voided = { id: anId(), reason: 'Error' }
  const answers = [
    await order(`/api/payments/${id}/void`, voided),
    await order(`/api/payments/${id}/void`, voided),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect([await owedBy(ana), (await report()).receipts.length]).toEqual([12_000, 2])

  const again = anId()
  await pay(ana, 0, { id: again, parts })
  await stores.erasures.erase([eva])
  const refused = await order(`/api/payments/${again}/void`, { id: anId(), reason: 'Error' })
  expect(refused).toMatchObject({ status: 409, body: { error: /de una persona borrada/ } })
  // The order is forgotten with the erased person, and is not done again for the other one.
  expect(await pay(ana, 0, { id: again, parts })).toMatchObject({ status: 404 })
  const alone = await pay(ana, 0, { id: again, parts: [parts[0]] })
  expect(alone).toMatchObject({ status: 409, body: { error: expect.any(String) } })
  expect(await owedBy(ana)).toBe(0)
})

test('an order with the identifier of an earlier one that said something else is refused, and changes nothing', async () => {
  const till = await openTill()
  const { enter, order, owedBy, report, openNext, event } = till
  const [ana, eva] = [await enter(), await enter()]
  await order('/api/chips', { chips: ['401', '402'].map((code) => ({ code, label: '', rented: false })) })
  const paid = { id: anId(), parts: [{ rider: ana, owed: 12_000, cents: 5000 }], means: 'Efectivo' }
  const voided = { id: anId(), reason: 'Error' }
  const charge = { id: anId(), price: 'lic', cents: 5000 }
  const loan = { id: anId(), rider: ana, chip: '401', document: 'DNI' }
  const orders: [url: string, first: object, ...others: object[]][] = [
    [
      '/api/payments',
      paid,
      { parts: [{ ...paid.parts[0], cents: 6000 }] },
      { parts: [...paid.parts, { rider: eva, owed: 12_000, cents: 1 }] },
      { means: 'Yape' },
      { handed: 6000 },
    ],
    [`/api/payments/${paid.id}/void`, voided, { reason: 'Otro motivo' }],
    [`/api/pilots/${ana}/charges`, charge, { cents: 4000 }],
    ['/api/chips/lend', loan, { rider: eva }, { chip: '402' }, { document: '' }, { deposit: 1000 }],
  ]
  for (const [url, first, ...others] of orders) {
    const { status, body } = await order(url, first)
    expect(status, url).toBe(200)
    for (const other of others)
      expect(await order(url, { ...first, ...other })).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('ya se hizo') },
      })
    const again = await order(url, first)
    expect([again.status, again.body.data[0].payment], url).toEqual([200, body.data[0].payment])
  }
  expect((await order(`/api/pilots/${eva}/charges`, charge)).status).toBe(409)
  expect([await owedBy(ana), await owedBy(eva), (await report()).receipts.length]).toEqual([
    17_000, 12_000, 2,
  ])
  const next = await openNext('Otra')
  expect((await ask(till, 'POST', '/api/payments', { ...paid, event: next })).status).toBe(409)
  expect((await ask(till, 'POST', '/api/payments', { ...paid, event })).status).toBe(200)
})

test('an extra charge and a loan count once, and nobody owes more than there are exact amounts', async () => {
  const { enter, order, owedBy, setPrices } = await openTill()
  const rider = await enter()
  const charge = { id: anId(), price: 'lic', cents: 5000 }
  await order(`/api/pilots/${rider}/charges`, charge)
  await order(`/api/pilots/${rider}/charges`, charge)
  expect(await owedBy(rider)).toBe(17_000)

  await order('/api/chips', { chips: [{ code: '401', label: '12', rented: true }] })
  const loan = { id: anId(), rider, chip: '401', deposit: 1000 }
  await order('/api/chips/lend', loan)
  expect((await order('/api/chips/lend', loan)).status).toBe(200)
  expect(await owedBy(rider)).toBe(20_000)
  expect((await order('/api/chips/remove', { chip: '12' })).body.error).toContain('está prestado')

  const dear = [...prices, { id: 'caro', kind: 'extra', label: 'Caro', cents: maxCents }]
  await setPrices(dear)
  const beyond = await order(`/api/pilots/${rider}/charges`, { id: anId(), price: 'caro', cents: maxCents })
  expect(beyond).toMatchObject({ status: 409, body: { error: /ya debe demasiado/ } })
})

test('prices with a mistake and another currency are refused as soon as there are lines, with the place', async () => {
  const till = await openTill()
  const { enter, setPrices } = till
  await enter()
  const twin = { id: 'otro', kind: 'entry', label: '', cents: 1 }
  expect((await setPrices([...prices, twin])).body.fields).toHaveProperty(['prices.5.label'])
  expect((await setPrices(prices, { currency: 'CLP' })).body.fields).toHaveProperty(['currency'])
  expect((await ask(till, 'GET', '/api/till')).body.data[0]).toMatchObject({ currency: 'PEN' })
})

test('the currency stays while only erased persons have paid', async () => {
  const { enter, pay, setPrices, stores } = await openTill()
  const rider = await enter()
  await pay(rider, 12_000)
  await stores.erasures.erase([rider])
  const dollars = await setPrices(prices, { currency: 'USD' })
  expect(dollars).toMatchObject({ status: 422, body: { fields: { currency: /no cambia más/ } } })
})

test('no order and no price names a line that follows from another identifier', async () => {
  const { enter, order, pay, report, event, setPrices, stores } = await openTill()
  const [ana, eva] = [await enter(), await enter()]
  const id = anId()
  const parts = [ana, eva].map((rider) => ({ rider, owed: 12_000, cents: 12_000 }))
  await pay(ana, 0, { id, parts })
  const charge = { price: 'lic', cents: 5000 }
  await order(`/api/pilots/${eva}/charges`, { id: 'cargo-uno', ...charge })
  const refused = await Promise.all([
    pay(eva, 5000, { id: `${id} 2` }),
    order(`/api/pilots/${eva}/refund`, { id: `${id} 2`, owed: -1, means: 'Efectivo' }),
    order(`/api/payments/${id}/void`, { id: `${id} 2`, reason: 'Error' }),
    order(`/api/pilots/${eva}/charges`, { id: 'cargo-uno -', ...charge }),
    order(`/api/pilots/${eva}/charges`, { id: `${event} MOTOCROSS mx 1`, ...charge }),
    order('/api/chips/lend', { id: 'cargo-uno alquiler', rider: eva, chip: '401' }),
    setPrices([{ id: 'mx 1', kind: 'entry', label: '', cents: 1 }]),
  ])
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400))
  expect(refused[0]?.body.error).toContain('no es el identificador de un pedido')
  expect(await report()).toMatchObject({ paid: 24_000, charged: 29_000 })

  // The receipt of a person who is erased is in the till, without a rider.
  await stores.erasures.erase([ana, eva])
  const again = await pay(await enter(), 12_000, { id })
  expect(again).toMatchObject({ status: 409, body: { error: /ya se hizo/ } })
  expect(await report()).toMatchObject({ paid: 24_000 })
})

test('a desk needs its letter for its float, only admins correct it after a payment, and a count has known means', async () => {
  const { as, enter, order, event } = await openTill()
  const eva = await as('mesa', 'eva')
  const setFloat = async (float: number) => (await eva('PUT', '/api/till/float', { event, float })).json()
  expect((await setFloat(100)).data[0].float).toBe(100)
  const parts = [{ rider: await enter(), owed: 12_000, cents: 12_000 }]
  await eva('POST', '/api/payments', { event, id: anId(), parts, means: 'Efectivo' })
  expect((await setFloat(900)).error).toContain('Ya cobró en este turno')

  const shift = { letter: 'A', drawer: 'eva', shift: 1, float: 100, expected: { Efectivo: 12_100 } }
  const unknown = await order('/api/till/close', { ...shift, counted: { Trueque: 5 } })
  expect(unknown.body.error).toContain('«Trueque» no es una forma de pago')
  expect((await order('/api/till/close', { ...shift, shift: 7, counted: {} })).status).toBe(404)
  expect((await order('/api/till/close', { ...shift, counted: { Efectivo: 12_100 } })).status).toBe(200)
  const twice = await order('/api/till/close', { ...shift, counted: { Efectivo: 1 } })
  expect(twice).toMatchObject({ status: 409, body: { error: /ya se cerró/ } })
})

test('a laptop without a letter takes no money and has no float', async () => {
  const { enter, pay, ...till } = await openTill({}, 'inválida')
  const rider = await enter()
  const float = await ask(till, 'PUT', '/api/till/float', { event: till.event, float: 100 })
  for (const answer of [float, await pay(rider, 12_000)])
    expect(answer).toMatchObject({ status: 409, body: { error: /Elija antes la letra/ } })
  expect((await ask(till, 'GET', '/api/till')).body.data[0]).toMatchObject({ letter: null, float: null })
  expect((await ask(till, 'GET', '/api/till/report')).body.data[0].drawers).toEqual([])
})
