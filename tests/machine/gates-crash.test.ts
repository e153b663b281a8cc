/** Tests that no acknowledged scan is lost when the kiosk is killed while phones at its gates send scans. */
import { expect, test } from 'vitest'
import type { Scan } from '#domain/gate/passage'
import { openFolder } from '../../server/store/open.ts'
import { serve } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aScan } from '../support/passages.ts'
import { aDraft } from '../support/pilots.ts'
import { orderHeaders } from '../support/sent-orders.ts'

const rounds = Number(process.env.PILOTOS_TEST_ROUNDS ?? 5)
const phones = 8
/** The number of scans that a kiosk has acknowledged before it is killed. */
const leastScans = 30

interface Acknowledged {
  id: string
  result: string
  scanned: string
}

test(`a kiosk that is killed ${rounds} times, with ${phones} phones at work, loses no acknowledged scan and counts none twice`, async () => {
  const folder = await aFolder()
  const { cookies, codes } = await prepare(folder)
  const acknowledged: Acknowledged[] = []
  /** The last scan of each phone, which it sends again after the kiosk is back. */
  const pending = new Map<string, Scan[]>()
  for (let round = 0; round < rounds; round += 1) {
    const kiosk = await serve(['--data', folder])
    expect(kiosk.complaints(), `round ${round}`).not.toMatch(/lectura|dañad/)
    let isDown = false
    let left = leastScans + Math.floor(Math.random() * 100)
    const work = cookies.map(async (cookie, phone) => {
      while (!isDown) {
        const scans = pending.get(cookie) ?? someScans(codes, phone)
        pending.set(cookie, scans)
        const answers = await send(kiosk.url, cookie, scans).catch(() => undefined)
        if (!answers) return
        pending.delete(cookie)
        acknowledged.push(...answers.map((one, index) => ({ ...one, scanned: scans[index]?.scanned ?? '' })))
        left -= answers.length
        if (left <= 0 && !isDown) {
          isDown = true
          kiosk.signal('SIGKILL')
        }
      }
    })
    await Promise.all(work)
  }
  const stores = await openFolder(folder)
  expect(stores.notes.filter((note) => !note.includes('nunca se dio por guardado'))).toEqual([])
  const { passages } = await stores.passages.list()
  await stores.close()
  const stored = new Map(passages.map((passage) => [passage.id, passage]))
  expect(stored.size).toBe(passages.length)
  expect(acknowledged.length).toBeGreaterThanOrEqual(rounds * leastScans)
  const wrong = acknowledged.filter(({ id, result, scanned }) => {
    const passage = stored.get(id)
    return passage?.result !== result || passage.scanned !== scanned
  })
  expect(wrong).toEqual([])
}, 180_000)

/** Registers riders and pairs phones. Returns the cookies of the phones, and the codes of the riders. */
async function prepare(folder: string): Promise<{ cookies: string[]; codes: string[] }> {
  const stores = await openFolder(folder)
  const codes: string[] = []
  for (let count = 0; count < 20; count += 1) codes.push((await stores.pilots.register(aDraft())).id)
  const cookies: string[] = []
  for (let phone = 1; phone <= phones; phone += 1) {
    const gate = phone % 2 === 0 ? 'Norte' : 'Sur'
    const account = {
      user: `Puerta ${gate} ${phone}`,
      password: `phone:${phone}`,
      role: 'puerta',
      gate,
    } as const
    await stores.accounts.put(account)
    cookies.push(`pilotos_session=${await stores.sessions.start(account)}`)
  }
  await stores.close()
  return { cookies, codes }
}

/** Returns one scan or a batch, as a phone sends that was offline. */
function someScans(codes: readonly string[], phone: number): Scan[] {
  return Array.from({ length: phone % 3 === 0 ? 10 : 1 }, () => {
    const scanned = codes[Math.floor(Math.random() * codes.length)] ?? ''
    return aScan({ scanned, direction: Math.random() < 0.5 ? 'in' : 'out' })
  })
}

async function send(url: string, cookie: string, passages: Scan[]): Promise<Omit<Acknowledged, 'scanned'>[]> {
  const headers = { cookie, 'content-type': 'application/json', ...orderHeaders() }
  const body = JSON.stringify({ passages })
  const response = await fetch(`${url}/api/passages`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: Omit<Acknowledged, 'scanned'>[] }).data
}
