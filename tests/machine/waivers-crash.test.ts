/** Tests that no acknowledged signature is lost or doubled when the kiosk is killed while eight phones and desks sign. */
import { expect, test } from 'vitest'
import type { PilotId } from '#domain/pilots/pilot-id'
import { openFolder } from '../../server/store/open.ts'
import { serve } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'
import { askAt } from '../support/versions.ts'

const rounds = Number(process.env.PILOTOS_TEST_ROUNDS ?? 4)
const writers = 8
const riders = 40

const random = (below: number) => Math.floor(Math.random() * below)

test(`a kiosk that is killed ${rounds} times while ${writers} sign keeps each acknowledged signature once`, async () => {
  const folder = await aFolder()
  const stores = await openFolder(folder)
  const ids: PilotId[] = []
  for (let index = 0; index < riders; index += 1) ids.push((await stores.pilots.register(aDraft())).id)
  await stores.close()
  /** The drawings that may be stored for a rider below a text, and whether one was acknowledged. */
  const sent = new Map<string, { drawings: Set<string>; isDone: boolean }>()
  for (let round = 0; round < rounds; round += 1) {
    const kiosk = await serve(['--data', folder])
    const [{ hash }] = await askAt(kiosk.url, 'PUT', '/api/waiver', { text: `Texto ${round}` })
    let left = 10 + random(riders)
    const work = Array.from({ length: writers }, async () => {
      while (left > 0) {
        const id = ids[random(riders)] ?? ''
        const strokes = `M${random(100)} ${random(100)}l800 ${random(200)}`
        const rider = sent.get(`${id} ${hash}`) ?? { drawings: new Set(), isDone: false }
        sent.set(`${id} ${hash}`, rider)
        rider.drawings.add(strokes)
        const sending = askAt(kiosk.url, 'POST', `/api/pilots/${id}/waiver`, { hash, strokes })
        if (await sending.catch(() => undefined)) rider.isDone = true
        left -= 1
        if (left === 0) kiosk.signal('SIGKILL')
      }
    })
    await Promise.all(work)
    const again = await openFolder(folder)
    const { pilots } = await again.pilots.list()
    expect(again.notes.filter((note) => /dañad|repetid/.test(note))).toEqual([])
    await again.close()
    const faults = [...sent].flatMap(([key, { drawings, isDone }]) => {
      const [id, text] = key.split(' ')
      const found = pilots.find((pilot) => pilot.id === id)?.waivers?.filter((one) => one.hash === text) ?? []
      if (found.length > 1) return `${key} is signed ${found.length} times`
      if (isDone && found.length === 0) return `${key} has lost the signature`
      return found.every(({ strokes = '' }) => drawings.has(strokes)) ? [] : `${key} has another drawing`
    })
    expect(faults, `round ${round}`).toEqual([])
  }
  expect([...sent.values()].filter(({ isDone }) => isDone).length).toBeGreaterThan(rounds * 5)
}, 120_000)
