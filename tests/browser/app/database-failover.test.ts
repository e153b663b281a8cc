/** Tests of a primary that dies under load: every desk and every open page continues on its standby by itself. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { PilotosError } from '#domain/errors'
import { passagesOf } from '#domain/gate/settlement'
import type { OpenStores } from '../../../server/store/contract/stores.ts'
import { diagnose, openStores } from '../../../server/store/open.ts'
import { Desk, type Write } from '../../support/desk.ts'
import { pageOpener } from '../../support/page.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft, aRow } from '../../support/pilots.ts'
import { hasPostgres } from '../../support/postgres.ts'
import { promote, startPair } from '../../support/replication.ts'
import { formRequest, startTestServer } from '../../support/server.ts'

const openPage = pageOpener()

describe.skipIf(!hasPostgres)('with a primary and a synchronous standby', () => {
  test('after the death of the primary under load, all desks and the open list continue on the promoted standby, and each acknowledged write is stored once', async () => {
    const { primary, standby, data, reversed } = await startPair()
    const { page, url } = await openPage('/search', { folder: data, expectsErrors: true })
    // This kiosk begins with the standby in its list.
    const kiosk = await startTestServer({ folder: reversed, expectsErrors: true })
    const [first, second] = [primary, standby].map(({ port }) => `127.0.0.1:${port}`)
    expect(await textsOf(data)).toEqual(
      expect.arrayContaining([
        `${first} es el servidor principal: acepta los cambios`,
        expect.stringContaining(`${second} es una réplica`),
        'La replicación es síncrona (on): lo que se confirma está en dos servidores',
      ]),
    )
    const office = await open(reversed)
    const desks = [kiosk.url, url]
      .flatMap((one) => [() => registration(one), () => registration(one), () => scan(one)])
      .concat(() => importOf(office))
      .map((next) => new Desk(next))
    const more = (count: number) => Promise.all(desks.map((desk) => desk.more(count)))
    await more(2)

    await primary.kill()
    await promote(standby)
    const promoted = performance.now()
    const before = desks.map(({ refusals }) => refusals.length)
    await Promise.race(desks.map((desk) => desk.more(1)))
    const soonest = performance.now() - promoted
    await more(1)
    const all = performance.now() - promoted
    // A request that waited for the promotion may reach its time limit; the next one succeeds.
    for (const [index, { refusals }] of desks.entries())
      expect(refusals.length - Number(before[index])).toBeLessThanOrEqual(1)
    for (const desk of desks) desk.rest()
    const late = aDraft({ name: 'Despuesdelrelevo' })
    await registration(kiosk.url, late).send()
    await page.getByText(late.name).first().waitFor()
    await page.getByText('La base de datos no responde').waitFor({ state: 'detached' })
    const listening = `SELECT count(*)::int FROM pg_stat_activity WHERE query ILIKE 'listen%'`
    await expect.poll(() => standby.admin(listening)).toEqual([{ count: 2 }])

    // The old primary comes back as it was, which is a mistake of its administrator.
    await primary.start()
    const stores = await open(data)
    expect(await textsOf(data)).toEqual(
      expect.arrayContaining([
        `${second} es el servidor principal: acepta los cambios`,
        expect.stringContaining(`${first} acepta cambios y es de antes del relevo`),
      ]),
    )
    await more(2)
    await Promise.all(desks.map((desk) => desk.stop()))
    const counts = desks.map(({ acknowledged, refusals }) => `${acknowledged.length}/${refusals.length}`)
    console.info(
      `acknowledged/refused: ${counts}; after the promotion, the first success came in ${Math.round(soonest)} ms, of every desk in ${Math.round(all)} ms`,
    )
    for (const { refusals, denied } of desks) {
      for (const text of refusals) expect(text).toMatch(/^La base de datos de 127\.0\.0\.1:\d+,127/)
      expect(denied).toEqual([])
    }
    const stored = [
      ...(await stores.pilots.list()).pilots.map(({ dni }) => String(dni)),
      ...passagesOf(await stores.passages.log()).map(({ id }) => id),
    ]
    const known = new Set(stored)
    expect(known.size).toBe(stored.length)
    expect(desks.flatMap(({ acknowledged }) => acknowledged).filter((key) => !known.has(key))).toEqual([])
    const counted = `SELECT count(*) = count(DISTINCT id) AND count(*) = (SELECT total FROM pilotos.state) AS once
      FROM pilotos.history WHERE kind = 'put'`
    expect(await standby.admin(counted, 'carrera')).toEqual([{ once: true }])
  }, 60_000)
})

async function textsOf(data: string): Promise<string[]> {
  return (await diagnose(data)).map(({ text }) => text)
}

async function open(data: string): Promise<OpenStores> {
  const stores = await openStores(data)
  onTestFinished(() => stores.close())
  return stores
}

function registration(url: string, draft = aDraft()): Write {
  const { headers, payload } = formRequest({ data_driver: draft })
  const request = { method: 'POST', headers: headers as never, body: new Uint8Array(payload as Buffer) }
  return { keys: [String(draft.dni)], send: () => post(`${url}/api`, request) }
}

function scan(url: string): Write {
  const passage = aScan({ gate: 'Puerta principal' })
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify({ passages: [passage] }) }
  return { keys: [passage.id], send: () => post(`${url}/api/passages`, request) }
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
