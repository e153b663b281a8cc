/** Tests of a cluster that loses a server under load: every desk, page and gate goes on by itself, over one address. */
import postgres from 'postgres'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PilotosError } from '#domain/errors'
import { passagesOf } from '#domain/gate/log-entry'
import type { Passage } from '#domain/gate/passage'
import { openStores } from '../../../server/store/open.ts'
import type { OpenStores } from '../../../server/store/shared/stores.ts'
import { hasCluster, startCluster } from '../../support/cluster.ts'
import { serve } from '../../support/command.ts'
import { Desk, type Write } from '../../support/desk.ts'
import { openGate } from '../../support/gate.ts'
import { blank, openElsewhere, pageOpener, phone, register } from '../../support/page.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft, aRow } from '../../support/pilots.ts'
import { hasPostgres } from '../../support/postgres.ts'
import { scan } from '../../support/scanner.ts'
import { orderHeaders } from '../../support/sent-orders.ts'
import { formRequest } from '../../support/server.ts'

const openPage = pageOpener()

describe.skipIf(!hasPostgres || !hasCluster)('with three servers under Patroni, behind HAProxy', () => {
  test('after the death of a standby, then of the primary, which comes back as a standby, two kiosks go on by themselves, and each acknowledged write is stored once', async () => {
    const cluster = await startCluster()
    const ask = async (text: string, database: string) => {
      const sql = postgres(cluster.addressOf(database), { max: 1, onnotice: () => {} })
      return sql.unsafe(text).finally(() => sql.end())
    }
    await ask('CREATE DATABASE carrera', 'postgres')
    const data = cluster.addressOf('carrera')
    const opened = await openPage('/search', { folder: data, expectsErrors: true })
    const kiosk = await serve(['--data', data])
    const rider = await register(opened.url, aDraft({ name: 'Rosa' }))
    const form = await openElsewhere(opened, '/form')
    await form.getByLabel('Nombres').fill('Ana')
    const gate = await openElsewhere(opened, blank, phone)
    await openGate(gate)
    const office = await openStores(data)
    onTestFinished(() => office.close())
    const desks = [kiosk.url, opened.url]
      .flatMap((url) => [() => registration(url), () => registration(url), () => passage(url)])
      .concat(() => importOf(office))
      .map((next) => new Desk(next))
    /** Waits until each desk has written `count` more, and returns the seconds that this took. */
    const more = async (count: number) => {
      const start = performance.now()
      await Promise.all(desks.map((desk) => desk.more(count)))
      return Math.round((performance.now() - start) / 100) / 10
    }
    await more(2)

    const { synchronous } = await cluster.whole()
    synchronous.kill()
    const withoutStandby = await more(10)
    synchronous.start()

    const { primary } = await cluster.whole()
    primary.kill()
    const notice = form.getByRole('alert').filter({ hasText: 'La base de datos no responde. Lo' })
    const going = more(1)
    await notice.waitFor()
    await scan(gate, rider)
    await gate.getByRole('heading', { level: 2, name: 'PASE' }).waitFor()
    const withoutPrimary = await going
    await notice.waitFor({ state: 'detached' })
    expect(await form.getByLabel('Nombres').inputValue()).toBe('Ana')
    const listening = "SELECT count(*)::int FROM pg_stat_activity WHERE query ILIKE 'listen%'"
    await expect.poll(() => ask(listening, 'carrera')).toEqual([{ count: 2 }])

    primary.start()
    expect((await cluster.whole()).primary).not.toBe(primary)
    await more(2)
    // The pauses between two attempts of a gate grow to ten seconds.
    const isSent = async () => (await allPassages(office)).some(({ scanned }) => scanned === rider)
    await expect.poll(isSent, { timeout: 60_000, interval: 500 }).toBe(true)
    const late = aDraft({ name: 'Despuesdelrelevo' })
    for (const desk of desks) desk.rest()
    await registration(kiosk.url, late).send()
    await opened.page.getByText(late.name).first().waitFor()
    await Promise.all(desks.map((desk) => desk.stop()))

    for (const { refusals, denied } of desks) {
      for (const text of refusals) expect(text).toMatch(/^La base de datos de 127\.0\.0\.1:\d+ /)
      expect(denied).toEqual([])
    }
    const { pilots } = await office.pilots.list()
    const stored = [
      ...pilots.map(({ dni }) => String(dni)),
      ...(await allPassages(office)).map(({ id }) => id),
    ]
    const known = new Set(stored)
    const acknowledged = desks.flatMap((desk) => desk.acknowledged)
    const lost = acknowledged.filter((key) => !known.has(key))
    console.info(
      `${acknowledged.length} acknowledged, ${lost.length} lost, ${stored.length - known.size} twice, ${desks.flatMap(({ refusals }) => refusals).length} refused; seconds until all desks had written again: without a standby ${withoutStandby}, without the primary ${withoutPrimary}`,
    )
    expect([lost, stored.length - known.size]).toEqual([[], 0])
    const histories = await Promise.all(pilots.map(({ id }) => office.pilots.history(id)))
    const registrations = histories.flat().filter(({ kind }) => kind === 'registered')
    expect(registrations).toHaveLength(pilots.length)
  }, 180_000)
})

/** Returns the passages of the log, which answers a part of it at a time. */
async function allPassages({ passages }: OpenStores): Promise<Passage[]> {
  const entries = await passages.log()
  for (let more = entries; more.length > 0; entries.push(...more))
    more = await passages.log(entries.at(-1)?.number)
  return passagesOf(entries)
}

function registration(url: string, draft = aDraft()): Write {
  const { headers, payload } = formRequest({ data_driver: draft })
  const request = { method: 'POST', headers: headers as never, body: new Uint8Array(payload as Buffer) }
  return { keys: [String(draft.dni)], send: () => post(`${url}/api`, request) }
}

function passage(url: string): Write {
  const one = aScan({ gate: 'Puerta principal' })
  const headers = { ...orderHeaders(), 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify({ passages: [one] }) }
  return { keys: [one.id], send: () => post(`${url}/api/passages`, request) }
}

async function post(address: string, request: RequestInit): ReturnType<Write['send']> {
  const response = await fetch(address, request)
  const { error, unknown } = (await response.json()) as { error?: string; unknown?: boolean }
  if (response.ok) return 'stored'
  return response.status === 409 ? 'duplicate' : { text: String(error), isUnknown: unknown === true }
}

/** An import of ten pilots. A repeated one is refused row by row, or registers all of them. */
function importOf({ pilots }: OpenStores): Write {
  const drafts = Array.from({ length: 10 }, () => aDraft())
  const rows = drafts.map((draft, index) => aRow(index, draft))
  return {
    keys: drafts.map(({ dni }) => String(dni)),
    async send() {
      try {
        const { registered } = await pilots.import(rows)
        expect([0, 10]).toContain(registered)
        return registered > 0 ? 'stored' : 'duplicate'
      } catch (error) {
        if (!(error instanceof PilotosError)) throw error
        return { text: error.message, isUnknown: error.details.unknown === true }
      }
    },
  }
}
