/** Tests of chips over HTTP: what gates, entries and timing files tell of them. */
import { expect, test } from 'vitest'
import { aScan } from '../../support/passages.ts'
import { anId, ask, openTill } from '../../support/till.ts'

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
  expect(seen).not.toMatch(/3000|loans|deposit|owed|charges|payments|cents|401/)
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
