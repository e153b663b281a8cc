/** Tests that a rename of a modalidad or of a licencia reaches all riders of a database that several servers write. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/store/postgres/database-stores.ts'
import type { PilotStore } from '../../server/store/shared/pilots.ts'
import { anEvent, openEventOf, setEvent } from '../support/events.ts'
import { aDraft } from '../support/pilots.ts'
import { hasPostgres, sharedPostgres } from '../support/postgres.ts'
import { formRequest, startTestServer } from '../support/server.ts'
import { askAt } from '../support/versions.ts'

const keys = { modalidad: 'MX1', licencia: 'Nacional' }
const renames = 12

/** Registers a rider with the names of a form, and enters the rider. Resolves to the identifier, or to a refusal. */
async function enterNew(
  url: string,
  names: object,
  npiloto: string,
): Promise<{ id?: string; refusal?: string }> {
  const { headers, payload } = formRequest({ data_driver: aDraft({ ...names, npiloto }) })
  const body = new Uint8Array(payload as Buffer)
  const registered = await fetch(`${url}/api`, { method: 'POST', headers: headers as never, body })
  if (registered.status !== 201) return { refusal: await registered.text() }
  const id: string = (await registered.json()).data[0].id_driver
  const { id: event } = await openEventOf(url)
  const [report] = await askAt(url, 'POST', '/api/entries', { event, ids: [id] })
  return { id, refusal: report.refused[0]?.reason }
}

/** Returns the names that riders have, in their fields and in their entries. */
async function namesIn(pilots: PilotStore): Promise<string[]> {
  const names = (await pilots.list()).pilots.flatMap(({ modalidad, licencia, entries = [] }) => [
    `modalidad ${modalidad}`,
    `licencia ${licencia}`,
    ...entries.map((entry) => `entry ${entry.modalidad}`),
  ])
  return [...new Set(names)].sort()
}

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const open = async (database: string) => {
    const stores = await openDatabase(database)
    onTestFinished(() => stores.close())
    return stores
  }

  test('eight writers enter riders at two servers that both rename, and nobody is lost or keeps a former name', async () => {
    const database = await sharedPostgres().databaseWithTables()
    const servers = await Promise.all([0, 1].map(() => startTestServer({ folder: database })))
    const urlOf = (index: number) => servers[index % 2]?.url ?? ''
    for (const [field, name] of Object.entries(keys))
      await askAt(urlOf(0), 'POST', '/api/classes', { field, name })
    await setEvent(urlOf(0), anEvent({ modalidades: (await openEventOf(urlOf(0))).modalidades }))
    const hasClasses = async () => (await (await fetch(`${urlOf(1)}/api/classes`)).text()).includes('"MX1"')
    await expect.poll(hasClasses).toBe(true)

    const names = { ...keys }
    let [isOver, number] = [false, 0]
    const ids: string[] = []
    const refusals = new Set<string>()
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      while (!isOver) {
        number += 1
        const { id, refusal } = await enterNew(urlOf(writer), { ...names }, String(number))
        if (id) ids.push(id)
        if (refusal) refusals.add(refusal)
      }
    })
    for (let round = 0; round < renames; round += 1) {
      const field = round % 3 === 2 ? 'licencia' : 'modalidad'
      const name = `${keys[field]} ${round}`
      const path = `/api/classes/${field}/${keys[field]}`
      // A server that does not know the name of the other one yet has the version of before.
      const rename = () => askAt(urlOf(round), 'PUT', path, { name }).catch((error) => error.message)
      await expect.poll(rename).toBeInstanceOf(Array)
      names[field] = name
    }
    isOver = true
    await Promise.all(writers)
    const { pilots } = await open(database)
    const { modalidad, licencia } = names
    const expected = [`entry ${modalidad}`, `licencia ${licencia}`, `modalidad ${modalidad}`]
    await expect.poll(() => namesIn(pilots)).toEqual(expected)
    const stored = new Set<string>((await pilots.list()).pilots.map(({ id }) => id))
    expect(ids.filter((id) => !stored.has(id))).toEqual([])
    // A server knows the names of the other one a moment later. Whoever is refused meanwhile tries again.
    const isPassing = /no corre en este evento|no es una opción/
    expect([...refusals].filter((refusal) => !isPassing.test(refusal))).toEqual([])
  })
})
