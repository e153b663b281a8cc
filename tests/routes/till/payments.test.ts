/** Tests of money over HTTP: what entering charges, what the desk takes, and what it refuses. */
import { expect, test } from 'vitest'
import type { Payment } from '#domain/till/lines'
import { ask } from '../../support/requests.ts'
import { anId, eventData, nameOf, openTill, prices, thisDrawer } from '../../support/till.ts'

test('entering charges the price of the modalidad, and a second one its own', async () => {
  const { enter, owedBy } = await openTill()
  expect(await owedBy(await enter())).toBe(12_000)
  expect(await owedBy(await enter({}, ['RALLY']))).toBe(8000)
  expect(await owedBy(await enter({}, ['MOTOCROSS', 'RALLY']))).toBe(16_000)
})

test('those who owe are counted, listed, and selected by orders for all that a list shows', async () => {
  const server = await openTill()
  const { enter, pay } = server
  const [ana, eva, luz] = [await enter(), await enter(), await enter({}, ['RALLY'])]
  await pay(eva, 12_000)
  const owing = async (filter = '') => {
    const { body } = await ask(server, 'GET', `/api?list=all&lacks=payment${filter}`)
    const [counts] = (await ask(server, 'GET', `/api/count?lacks=payment${filter}`)).body.data
    return [counts.owing, body.data.map((one: { id_driver: string }) => one.id_driver)]
  }
  expect(await owing()).toEqual([2, [luz, ana]])
  expect(await owing('&entered=RALLY')).toEqual([1, [luz]])
  const printed = await ask(server, 'POST', '/api/printed-list', { lacks: 'payment' })
  expect(printed.body.data[0].title).toBe('2 pilotos que deben')
  const entered = await ask(server, 'POST', '/api/entries', {
    event: server.event,
    ...{ lacks: 'payment', modalidades: ['ENDURO CROSS'] },
  })
  expect(entered.body.data[0]).toMatchObject({ changed: 2 })
})

test('a charge stays as it was when the price changes, and a rider who leaves owes nothing', async () => {
  const { enter, owedBy, order, setPrices } = await openTill()
  const id = await enter()
  const dearer = prices.map((price) => ({ ...price, cents: price.cents + 1000 }))
  await setPrices(dearer)
  expect(await owedBy(id)).toBe(12_000)
  expect(await owedBy(await enter())).toBe(13_000)
  await setPrices(dearer, { anew: true })
  expect(await owedBy(id)).toBe(13_000)
  await order('/api/entries/withdraw', { ids: [id] })
  expect(await owedBy(id)).toBe(0)
})

test('a more special price counts for who is entered from then on', async () => {
  const { enter, owedBy, setPrices } = await openTill()
  const [ana, eva] = [await enter({}, ['RALLY']), await enter({}, ['RALLY'])]
  const rally = { id: 'rally', kind: 'entry', label: 'Rally', modalidad: 'RALLY', cents: 9900 }
  await setPrices([...prices, rally])
  expect([await owedBy(ana), await owedBy(await enter({}, ['RALLY']))]).toEqual([8000, 9900])
  await setPrices([rally])
  expect(await owedBy(eva)).toBe(8000)
  await setPrices([rally], { anew: true })
  expect(await owedBy(eva)).toBe(9900)
})

test('who leaves the first modalidad rides the second one at the price of a first', async () => {
  const { enter, owedBy, order, pay } = await openTill()
  const rider = await enter({}, ['MOTOCROSS', 'RALLY'])
  await pay(rider, 16_000)
  await order('/api/entries/withdraw', { ids: [rider], modalidad: 'MOTOCROSS' })
  expect(await owedBy(rider)).toBe(8000 - 16_000)
})

test('a rider is once in a payment', async () => {
  const { enter, pay } = await openTill()
  const rider = await enter()
  const parts = [1, 2].map(() => ({ rider, owed: 12_000, cents: 12_000 }))
  const twice = await pay(rider, 12_000, { parts })
  expect(twice.body.error).toContain('está dos veces')
})

test('a payment has a receipt, makes the balance zero, and counts once if it arrives twice', async () => {
  const { enter, owedBy, pay, report } = await openTill()
  const rider = await enter()
  const order = { id: anId(), handed: 15_000 }
  const first = await pay(rider, 12_000, order)
  expect(first.body.data[0].payment).toMatchObject({ letter: 'A', number: 1, cents: 12_000, handed: 15_000 })
  expect((await pay(rider, 12_000, order)).body.data[0].payment).toEqual(first.body.data[0].payment)
  expect(await owedBy(rider)).toBe(0)
  expect(await report()).toMatchObject({ paid: 12_000, charged: 12_000, means: { Efectivo: 12_000 } })
  const again = await pay(rider, 12_000)
  expect(again.status).toBe(409)
  expect(again.body.error).toMatch(/ya pagó: recibo A-0001 de S\/ 120\.00, el .* la laptop /)
})

test('somebody pays for three riders with one receipt, which has them in the order of the payment', async () => {
  const { enter, order, report, app } = await openTill()
  const riders = [await enter(), await enter(), await enter({}, ['RALLY'])]
  const owing = async () => (await ask({ app }, 'GET', '/api/till/owing')).body.data
  expect((await owing()).map(({ id }: { id: string }) => id).sort()).toEqual(riders.toSorted())
  const debts = [12_000, 12_000, 8000]
  const parts = riders.map((rider, index) => ({ rider, owed: debts[index], cents: debts[index] }))
  const paid = await order('/api/payments', { id: anId(), parts, means: 'Yape' })
  expect(paid.body.data[0].pilots.map(({ owed }: { owed: number }) => owed)).toEqual([0, 0, 0])
  expect(await owing()).toEqual([])
  const { receipts } = await report()
  expect(receipts).toHaveLength(1)
  expect(receipts[0]).toMatchObject({ name: 'A-0001', cents: 32_000 })
  expect(receipts[0].riders.map(({ id }: { id: string }) => id)).toEqual(riders)
})

test('a receipt names what no earlier one has paid', async () => {
  const { enter, order, pay } = await openTill()
  const rider = await enter()
  const conceptOf = (paid: Awaited<ReturnType<typeof pay>>) => paid.body.data[0].payment.concept
  const part = { parts: [{ rider, owed: 12_000, cents: 5000 }] }
  expect(conceptOf(await pay(rider, 12_000, part))).toBe('A cuenta: Inscripción MOTOCROSS')
  await order(`/api/pilots/${rider}/charges`, { id: '0-cargo-uno', price: 'lic', cents: 5000 })
  expect(conceptOf(await pay(rider, 12_000))).toBe('Inscripción MOTOCROSS, Licencia')
  await order(`/api/pilots/${rider}/charges`, { id: '0-cargo-dos', price: 'lic', cents: 5000 })
  expect(conceptOf(await pay(rider, 5000))).toBe('Licencia')
})

test('what the desk saw and what is owed are both said when they differ', async () => {
  const { enter, order, pay } = await openTill()
  const rider = await enter()
  const charged = await order(`/api/pilots/${rider}/charges`, { id: anId(), price: 'lic', cents: 5000 })
  expect(charged.body.data[0].pilots[0].owed).toBe(17_000)
  expect((await pay(rider, 12_000)).body.error).toContain('debía S/ 120.00 y ahora debe S/ 170.00')
  const dear = await order(`/api/pilots/${rider}/charges`, { id: anId(), price: 'lic', cents: 4000 })
  expect(dear.body.error).toBe('El precio de Licencia cambió: era S/ 40.00 y ahora es S/ 50.00')
})

test.each([
  [{ cents: 0 }, 400],
  [{ cents: -1 }, 400],
  [{ cents: 12_001 }, 422],
  [{ cents: 1e15 }, 400],
  [{ cents: 10.5 }, 400],
])('a payment of %j is refused', async (amount, status) => {
  const { enter, pay } = await openTill()
  const rider = await enter()
  expect((await pay(rider, 12_000, { parts: [{ rider, owed: 12_000, ...amount }] })).status).toBe(status)
})

test('a payment has the means of the event, and what is handed over is enough', async () => {
  const { enter, pay } = await openTill()
  const rider = await enter()
  const problemOf = async (more: object) => Object.keys((await pay(rider, 12_000, more)).body.fields ?? {})
  expect(await problemOf({ means: 'Cheque' })).toEqual(['means'])
  expect(await problemOf({ handed: 10_000 })).toEqual(['handed'])
  expect((await pay(rider, 12_000, { means: 'Transferencia', reference: '00412' })).status).toBe(200)
})

test('a transfer gets its number later, also in an event that is over, and has one number', async () => {
  const till = await openTill()
  const { enter, order, pay, report, openNext } = till
  const rider = await enter()
  const { id } = (await pay(rider, 12_000, { means: 'Transferencia' })).body.data[0].payment
  const cash = (await pay(await enter(), 12_000)).body.data[0].payment
  await openNext('Otra')
  const add = (to: string, reference: string) =>
    order(`/api/payments/${to}/reference`, { id: anId(), reference })
  expect((await add(id, ' ')).body.fields).toEqual({ reference: 'Escriba el número de la operación' })
  expect((await add(cash.id, '7')).status).toBe(422)
  expect((await add('otro', '7')).status).toBe(404)
  expect((await add(id, ' 00412 ')).body.data[0].payment).toMatchObject({ id, reference: '00412' })
  expect((await add(id, '00412')).status).toBe(200)
  expect((await add(id, '00413')).body.error).toBe('El recibo A-0001 ya tiene el número 00412')
  const { receipts } = (await ask(till, 'GET', `/api/till/report?event=${till.event}`)).body.data[0]
  expect(receipts[0]).toMatchObject({ cents: 12_000, payment: { reference: '00412' } })
  expect((await report()).receipts).toEqual([])
})

test('a payment is taken back by an admin with a reason, once, and the number goes on', async () => {
  const { enter, order, owedBy, pay, report } = await openTill()
  const rider = await enter()
  const { id } = (await pay(rider, 12_000)).body.data[0].payment
  const voided = await order(`/api/payments/${id}/void`, { id: anId(), reason: 'Era otra persona' })
  expect(voided.body.data[0].payment).toMatchObject({ number: 2, cents: -12_000, voids: id })
  expect(await owedBy(rider)).toBe(12_000)
  const again = await order(`/api/payments/${id}/void`, { id: anId(), reason: 'Otra vez' })
  expect(again.body.error).toContain('Ya está anulado, con el recibo A-0002')
  await pay(rider, 12_000)
  const { receipts, paid } = await report()
  expect(paid).toBe(12_000)
  expect(receipts.map(({ payment }: { payment: Payment }) => nameOf(payment))).toEqual(['A-1', 'A-2', 'A-3'])
  expect(receipts[0].voidedBy).toBe('A-0002')
})

test('a rider who leaves after paying gets the money back by a line, once, and nothing before that', async () => {
  const { enter, order, owedBy, pay, report } = await openTill()
  const rider = await enter()
  await pay(rider, 12_000)
  const none = await order(`/api/pilots/${rider}/refund`, { id: anId(), owed: 0, means: 'Efectivo' })
  expect(none).toMatchObject({ status: 409, body: { error: /no tiene nada a su favor/ } })
  await order('/api/entries/withdraw', { ids: [rider] })
  expect((await report()).overpaid).toMatchObject([{ id: rider, cents: -12_000 }])
  const { id } = (await report()).receipts[0].payment
  const refund = { id: anId(), owed: -12_000, means: 'Efectivo' }
  for (const _ of ['sent', 'sent again']) await order(`/api/pilots/${rider}/refund`, refund)
  expect(await owedBy(rider)).toBe(0)
  const twice = await order(`/api/pilots/${rider}/refund`, { ...refund, id: anId() })
  expect(twice.body.error).toContain('ya recibió lo suyo: recibo A-0002')
  const voided = { id: anId(), reason: 'Error' }
  expect((await order(`/api/payments/${id}/void`, voided)).body.error).toContain('ya se devolvió')
  expect(await report()).toMatchObject({ paid: 0, charged: 0 })
})

test('an admin exempts a rider with a reason, and the entry is not charged again', async () => {
  const { enter, order, owedBy, report, app } = await openTill()
  const rider = await enter()
  const [{ charges }] = (await ask({ app }, 'GET', `/api?list=${rider}`)).body.data
  const given = { charges: charges.map(({ id }: { id: string }) => id) }
  expect((await order(`/api/pilots/${rider}/uncharge`, given)).status).toBe(409)
  await order(`/api/pilots/${rider}/uncharge`, { ...given, reason: 'Invitado' })
  expect(await owedBy(rider)).toBe(0)
  expect(await report()).toMatchObject({ charged: 12_000, exempt: 12_000, owing: [] })
})

test('an admin exempts a rider from what is not paid of a charge, and the desk that saw another debt is told both', async () => {
  const { enter, order, owedBy, report, pay, app } = await openTill()
  const rider = await enter()
  const url = `/api/pilots/${rider}/uncharge`
  const parts = [{ rider, owed: 12_000, cents: 8000 }]
  const { receipt } = (await pay(rider, 0, { parts })).body.data[0].payment
  const [{ charges }] = (await ask({ app }, 'GET', `/api?list=${rider}`)).body.data
  const given = { charges: [charges[0].id], reason: 'Invitado' }
  const refused = [await order(url, given), await order(url, { ...given, owed: 12_000 })]
  expect(refused.map(({ status, body }) => [status, body.error])).toEqual([
    [409, expect.stringContaining('ya está pagado')],
    [409, expect.stringMatching(/debía S\/ 120.00 y ahora debe S\/ 40.00/)],
  ])
  const answers = [await order(url, { ...given, owed: 4000 }), await order(url, { ...given, owed: 4000 })]
  expect(answers.map(({ status }) => status)).toEqual([200, 409])
  expect(answers[1]?.body.error).toMatch(/debía S\/ 40.00 y ahora debe S\/ 0.00/)
  const sums = { charged: 12_000, exempt: 4000, paid: 8000, owing: [], overpaid: [] }
  expect(await report()).toMatchObject(sums)
  const { body } = await ask({ app }, 'GET', `/api/pilots/${rider}/history`)
  expect(JSON.stringify(body)).toContain('Inscripción S/ 40.00 exonerado: Invitado')
  // The receipt that is taken back leaves its part as a debt.
  await order(`/api/payments/${receipt}/void`, { id: anId(), reason: 'Error' })
  expect((await pay(rider, 8000)).body.data[0].payment.concept).toBe('Inscripción MOTOCROSS')
  await order('/api/entries/withdraw', { ids: [rider] })
  expect(await owedBy(rider)).toBe(-8000)
})

test('the gate and the checks follow the balance, and the mark is not set by hand', async () => {
  const { enter, order, pay, event, app, stores } = await openTill()
  const rider = await enter()
  const marked = await ask({ app }, 'PUT', `/api/entries/${rider}`, {
    ...{ event, modalidad: 'MOTOCROSS', to: { checks: { payment: true } } },
  })
  expect(marked.body.error).toContain('El pago se anota al cobrar')
  await pay(rider, 12_000)
  expect((await stores.pilots.get(rider)).payments).toHaveLength(1)
  expect((await order('/api/entries/withdraw', { ids: [rider] })).status).toBe(200)
})

test('a drawer has its float and what was paid, and what is paid after its close is of the next shift', async () => {
  const till = await openTill()
  const { enter, order, pay, report, event } = till
  await ask(till, 'PUT', '/api/till/float', { event, float: 5000 })
  await pay(await enter(), 12_000)
  const shift = { letter: 'A', drawer: thisDrawer, shift: 1 }
  const count = { ...shift, float: 5000, expected: { Efectivo: 17_000 }, counted: { Efectivo: 16_900 } }
  const closed = await order('/api/till/close', count)
  expect(closed.body.data[0].drawers).toMatchObject([
    { ...shift, float: 5000, expected: { Efectivo: 17_000 }, closed: { counted: { Efectivo: 16_900 } } },
  ])
  expect((await order('/api/till/close', count)).body.error).toContain('ya se cerró')
  await pay(await enter(), 12_000, { means: 'Yape' })
  expect((await report()).drawers[1]).toMatchObject({ shift: 2, expected: { Efectivo: 0, Yape: 12_000 } })
})

test('a drawer is not closed while somebody pays into it unseen, and the count corrects what it began with', async () => {
  const { enter, order, pay, report } = await openTill()
  await pay(await enter(), 12_000)
  const shift = { letter: 'A', drawer: thisDrawer, shift: 1, float: 5000, counted: { Efectivo: 17_000 } }
  await pay(await enter(), 12_000, { means: 'Yape' })
  const unseen = await order('/api/till/close', { ...shift, expected: { Efectivo: 12_000 } })
  expect([unseen.status, unseen.body.error]).toEqual([409, expect.stringContaining('Mientras tanto cambió')])
  const counted = { Efectivo: 17_000, Yape: 12_000 }
  const seen = { ...shift, counted, expected: { Efectivo: 12_000, Yape: 12_000 } }
  expect((await order('/api/till/close', seen)).status).toBe(200)
  expect((await report()).drawers).toMatchObject([{ float: 5000, expected: counted, closed: { counted } }])
})

test('a chip is lent to one rider, fills the transponder, and comes back', async () => {
  const { enter, order, owedBy, event, app } = await openTill()
  const [ana, eva] = [await enter(), await enter()]
  expect((await order('/api/chips/lend', { id: anId(), rider: ana, chip: '401' })).status).toBe(404)
  await order('/api/chips', { chips: [{ code: '401', label: '12', rented: true }] })
  const lent = await order('/api/chips/lend', { id: anId(), rider: ana, chip: '12', deposit: 3000 })
  expect(lent.body.data[0].pilots[0].entries).toMatchObject([{ event, transponder: '401' }])
  expect(await owedBy(ana)).toBe(12_000 + 2000 + 3000)
  const taken = await order('/api/chips/lend', { id: anId(), rider: eva, chip: '401' })
  expect(taken).toMatchObject({ status: 409, body: { id: ana } })
  const back = await order('/api/chips/return', { chip: '401' })
  expect(back.body.data[0].pilots[0]).toMatchObject({ id_driver: ana, owed: 14_000 })
  expect((await order('/api/chips/return', { chip: '401' })).body.error).toBe('El chip 12 no está prestado')
  await order('/api/chips/lend', { id: anId(), rider: eva, chip: '401' })
  const { lent: out } = (await ask({ app }, 'GET', '/api/chips')).body.data[0]
  expect(out).toMatchObject([{ id: eva, chip: '401', label: '12' }])
  const [record] = (await ask({ app }, 'GET', `/api?list=${ana}`)).body.data
  expect(record.entries[0].transponder).toBeUndefined()
})

test('several drawers that are closed in the same moment are all closed', async () => {
  const { stores, order, report, event } = await openTill()
  const drawers = ['ana', 'eva', 'luis', 'rosa']
  const shiftOf = (drawer: string) => ({ letter: 'A', drawer, shift: 1, float: 100 })
  const shifts = drawers.map(shiftOf)
  const { events = {} } = await stores.settings.read()
  const stored = events[event]
  if (!stored?.till) throw new Error('there is no till')
  await stores.settings.change({ events: { [event]: { ...stored, till: { ...stored.till, shifts } } } })
  const counts = { expected: { Efectivo: 100 }, counted: {} }
  const close = (drawer: string) => order('/api/till/close', { ...shiftOf(drawer), ...counts })
  const answers = await Promise.all(drawers.map(close))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const closed = (await report()).drawers.filter((one: { closed?: object }) => one.closed)
  expect(closed).toHaveLength(4)
  expect((await close('nadie')).status).toBe(404)
})

test('a drawer that is closed while eight others pay into it has what was counted, and they pay into the next shift', async () => {
  const { enter, order, pay, report } = await openTill()
  await pay(await enter(), 12_000)
  for (const round of [1, 2, 3]) {
    const riders: string[] = []
    for (let index = 0; index < 8; index += 1) riders.push(await enter())
    const open = (await report()).drawers.find(({ closed }: { closed?: object }) => !closed)
    const close = order('/api/till/close', { ...open, counted: open.expected })
    const answers = await Promise.all([close, ...riders.map((rider) => pay(rider, 12_000))])
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200))
    const { drawers } = await report()
    expect(drawers[round - 1]).toMatchObject({ expected: open.expected, closed: { counted: open.expected } })
    expect(drawers[round]).toMatchObject({ shift: round + 1, expected: { Efectivo: 96_000 } })
  }
})

test('a rider who moves to another category at one price pays what was charged, whatever the prices are then', async () => {
  const till = await openTill()
  const { enter, owedBy, order, event, setPrices } = till
  const categories = ['MX1', 'MX2'].map((name) => ({ modalidad: 'MOTOCROSS', name }))
  const data = { ...(await eventData(till)), name: 'Copa', categories }
  const changed = await ask(till, 'PUT', `/api/events/${event}`, data)
  const [, mx2] = changed.body.data[0].categories
  const rider = await enter()
  const change = { event, modalidad: 'MOTOCROSS', to: { category: { id: mx2.id } } }
  expect((await ask(till, 'PUT', `/api/entries/${rider}`, change)).status).toBe(200)
  const special = { ...prices[0], id: 'mx2', label: 'MX2', category: mx2.id, cents: 20_000 }
  await setPrices([...prices, special])
  expect(await owedBy(rider)).toBe(12_000)
  await order('/api/entries/withdraw', { ids: [rider] })
  expect(await owedBy(rider)).toBe(0)
})

test('only admins take back an extra that is paid, and nobody charges the price of an entry by hand', async () => {
  const { as, enter, order, pay, owedBy } = await openTill()
  const rider = await enter()
  await order(`/api/pilots/${rider}/charges`, { id: 'cargo-licencia', price: 'lic', cents: 5000 })
  await pay(rider, 17_000)
  const payload = { event: 'primero', charges: ['cargo-licencia'] }
  const url = `/api/pilots/${rider}/uncharge`
  const refused = await (await as('mesa'))('POST', url, payload)
  expect(refused.json().error).toContain('ya está pagado')
  expect((await order(url, payload)).status).toBe(200)
  expect(
    (await order(`/api/pilots/${rider}/charges`, { id: anId(), price: 'mx', cents: 12_000 })).status,
  ).toBe(409)
  expect(await owedBy(rider)).toBe(-5000)
})

test('what was paid in an event that is over is still given back, and its chip comes back', async () => {
  const till = await openTill()
  const { enter, order, pay, openNext } = till
  const rider = await enter()
  await order('/api/chips', { chips: [{ code: '401', label: '12', rented: false }] })
  await order('/api/chips/lend', { id: anId(), rider, chip: '401' })
  const { receipt } = (await pay(rider, 12_000)).body.data[0].payment
  const now = await openNext('Otra')
  expect((await order(`/api/payments/${receipt}/void`, { id: anId(), reason: 'Error' })).status).toBe(200)
  const eva = await enter()
  const lent = await ask(till, 'POST', '/api/chips/lend', { event: now, id: anId(), rider: eva, chip: '12' })
  expect(lent).toMatchObject({ status: 409, body: { id: rider } })
  const back = await ask(till, 'POST', '/api/chips/return', { event: now, chip: '12' })
  expect(back.body.data[0].pilots[0].id_driver).toBe(rider)
})

test('a debt of an event that is over is paid into its till, and nothing else is charged in it', async () => {
  const till = await openTill()
  const { enter, order, pay, openNext, event } = till
  const [ana, eva] = [await enter(), await enter()]
  await pay(ana, 12_000)
  const now = await openNext('Otra')
  const of = (path: string) => ask(till, 'GET', `/api/till${path}?event=${event}`)
  expect((await of('/owing')).body.data).toMatchObject([{ id: eva, cents: 12_000 }])
  const paid = await pay(eva, 12_000)
  expect(paid.body.data[0].payment).toMatchObject({ event, number: 2, cents: 12_000 })
  expect((await of('/owing')).body.data).toEqual([])
  expect((await of('')).body.data[0]).toMatchObject({
    event,
    letter: 'A',
    means: expect.arrayContaining(['Yape']),
  })
  expect((await of('/report')).body.data[0]).toMatchObject({ paid: 24_000 })
  const open = (await ask(till, 'GET', '/api/till/report')).body.data[0]
  expect([open.paid, (await ask(till, 'GET', '/api/till')).body.data[0].event]).toEqual([0, now])
  const charge = await order(`/api/pilots/${eva}/charges`, { id: anId(), price: 'lic', cents: 5000 })
  expect(charge).toMatchObject({ status: 409, body: { error: /Mientras tanto se abrió/ } })
})

test('an order that another rider has used already is refused, and a void can be taken back', async () => {
  const { enter, order, pay, owedBy } = await openTill()
  const [ana, eva] = [await enter(), await enter()]
  const id = anId()
  await pay(ana, 12_000, { id })
  expect((await pay(eva, 12_000, { id })).body.error).toContain('otro piloto')
  const voided = { id: anId(), reason: 'Error' }
  await order(`/api/payments/${id}/void`, voided)
  await order(`/api/payments/${voided.id}/void`, { id: anId(), reason: 'No era' })
  expect(await owedBy(ana)).toBe(0)
  expect((await order(`/api/payments/${id}/void`, { id: anId(), reason: 'Error' })).status).toBe(200)
})

test('a change of the prices that began with other ones, or with other means, is refused and tells both values', async () => {
  const till = await openTill()
  const [{ version }] = (await ask(till, 'GET', '/api/till')).body.data
  const dearer = { ...prices[0], cents: 13_000 }
  await till.setPrices([dearer, ...prices.slice(1)], { means: ['Yape', 'Plin'] })
  const told = await till.setPrices(prices, { version, means: ['Bim'] })
  expect(told.status).toBe(409)
  expect(told.body.error).toBe(
    'Otra persona cambió los precios mientras tanto. Caja, Primer evento: Medios de pago: «Yape» → «Yape, Plin»; ' +
      'Precio Inscripción MOTOCROSS, Primer evento: Monto: «S/ 120.00» → «S/ 130.00»',
  )
  expect((await till.setPrices(prices, { means: ['Bim'] })).body.data[0].means.at(-1)).toBe('Bim')
})

test('a price until a day is not above the one of later', async () => {
  const { setPrices } = await openTill()
  const early = { cents: 12_001, until: '2026-11-30' }
  const { status, body } = await setPrices([{ ...prices[0], early }])
  expect([status, Object.keys(body.fields)]).toEqual([422, ['prices.0.early']])
})
