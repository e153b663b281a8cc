/** Tests that the events of a database are those of all of its servers. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { EventInfo } from '#domain/events/calls'
import { firstEventId } from '#domain/events/event'
import { diagnose } from '../../../server/store/open.ts'
import { openDatabase } from '../../../server/store/postgres/database-stores.ts'
import { anEvent, setEvent } from '../../support/events.ts'
import { changeGates, passageRecords, passageSummary, sendScans } from '../../support/gate.ts'
import { register } from '../../support/page.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'
import { hasPostgres, sharedPostgres } from '../../support/postgres.ts'
import { orderHeaders } from '../../support/sent-orders.ts'
import { startTestServer } from '../../support/server.ts'
import { askAt } from '../../support/versions.ts'

async function events(url: string): Promise<EventInfo[]> {
  return (await (await fetch(`${url}/api/events`)).json()).data
}

function open(url: string, name: string) {
  return fetch(`${url}/api/events?after=${firstEventId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...orderHeaders() },
    body: JSON.stringify(anEvent({ name, country: 'CO' })),
  })
}

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  test('a server and the doctor say that the clock stands before what the database has stored', async () => {
    const database = await sharedPostgres().databaseWithTables()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 48 * 3_600_000 })
    onTestFinished(() => void vi.useRealTimers())
    const { pilots, close } = await openDatabase(database)
    await pilots.register(aDraft())
    await close()
    vi.useRealTimers()
    const { url } = await startTestServer({ folder: database })
    const { data } = await (await fetch(`${url}/api/session`)).json()
    expect(Date.parse(data[0].clock.newest) - Date.parse(data[0].clock.now)).toBeGreaterThan(47 * 3_600_000)
    const findings = await diagnose(database)
    for (const text of ['El reloj de esta máquina dice', '1 cambio dice una hora que todavía no llega'])
      expect(findings).toContainEqual(expect.objectContaining({ text: expect.stringContaining(text) }))
  })

  test('of two laptops that change one event at once, one is refused', async () => {
    const database = await sharedPostgres().databaseWithTables()
    const servers = await Promise.all([1, 2].map(() => startTestServer({ folder: database })))
    const [first] = servers
    if (!first) throw new Error('No servers')
    await setEvent(first.url, anEvent())
    const [event] = await events(first.url)
    const answers = await Promise.allSettled(
      servers.map(({ url }, index) => {
        const edit = { ...anEvent({ name: `Mesa ${index}` }), version: event?.version }
        return askAt(url, 'PUT', `/api/events/${firstEventId}`, edit)
      }),
    )
    const done = answers.findIndex(({ status }) => status === 'fulfilled')
    const kept = `Mesa ${done}`
    expect(answers[1 - done]).toMatchObject({
      reason: {
        message: expect.stringContaining(`cambió este evento mientras tanto. Evento ${kept}: Nombre:`),
      },
    })
    for (const { url } of servers) await expect.poll(async () => (await events(url))[0]?.name).toBe(kept)
  })

  test('eight writers at two servers add categories and reserved numbers beside each other, and none is lost', async () => {
    const database = await sharedPostgres().databaseWithTables()
    const servers = await Promise.all([0, 1].map(() => startTestServer({ folder: database })))
    const urlOf = (index: number) => servers[index % 2]?.url ?? ''
    await setEvent(urlOf(0), anEvent())
    await expect.poll(async () => (await events(urlOf(1)))[0]?.name).toBe('Copa Andina')
    const modalidad = 'MOTOCROSS'
    const names = Array.from({ length: 8 }, (_, writer) =>
      [0, 1, 2].map((number) => `MX ${writer} ${number}`),
    )
    await Promise.all(
      names.map(async (own, writer) => {
        for (const name of own) {
          await askAt(urlOf(writer), 'POST', '/api/categories/primero', { modalidad, name })
          const number = name.replace(/\D/g, '9')
          await askAt(urlOf(writer), 'POST', '/api/reserved/primero', { modalidad, number, for: name })
        }
      }),
    )
    const stored = async (url: string) => {
      const [event] = await events(url)
      return [event?.categories.map(({ name }) => name).sort(), event?.reserved.map((one) => one.for).sort()]
    }
    for (const { url } of servers) await expect.poll(() => stored(url)).toEqual([names.flat(), names.flat()])
  })

  test('of two laptops that open an event at once one does, and both count for the new one, also after a restart', async () => {
    const database = await sharedPostgres().databaseWithTables()
    const [one, other] = await Promise.all([1, 2].map(() => startTestServer({ folder: database })))
    if (!one || !other) throw new Error('No servers')
    await changeGates(one.url, { gates: ['Norte'] })
    const ana = await register(one.url, aDraft({ name: 'Ana' }))
    await sendScans(one.url, aScan({ scanned: ana }))

    const answers = await Promise.all([open(one.url, 'Copa Andina'), open(other.url, 'Gran Premio')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const winner = answers[0]?.ok ? 'Copa Andina' : 'Gran Premio'
    for (const { url } of [one, other])
      await expect.poll(async () => (await events(url)).map(({ name }) => name)).toEqual([winner, ''])

    await sendScans(one.url, aScan({ scanned: 'un texto' }))
    await expect.poll(async () => passageSummary(other.url)).toMatchObject({ inside: 0, event: winner })
    const listed = await events(one.url)
    expect(listed).toMatchObject([{ country: 'CO' }, { country: '' }])
    await Promise.all([one.close(), other.close()])
    const { url } = await startTestServer({ folder: database })
    expect(await events(url)).toEqual(listed)
    const scannedIn = async (event: string) =>
      (await passageRecords(url, `&event=${event}`)).map(({ scanned }) => scanned)
    expect(await scannedIn('open')).toEqual(['un texto'])
    expect(await scannedIn(firstEventId)).toEqual([ana])
  })
})
