/** Tests of `pilotos waivers`. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { firstEventId } from '#domain/events/event'
import { eventsOf } from '#domain/events/events'
import type { PilotId } from '#domain/pilots/pilot-id'
import { openStores } from '../../server/store/open.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { withStores } from '../support/opened-stores.ts'
import { aDraft } from '../support/pilots.ts'

test('the command writes the signatures of an event, and says how many riders have not signed', async () => {
  const data = await aFolder()
  const hash = 'a'.repeat(64)
  const stores = await openStores(data)
  const [event] = eventsOf()
  await stores.settings.change({
    waivers: { [hash]: { version: 1, text: 'Corro bajo mi responsabilidad.' } },
    events: { [firstEventId]: { ...event, name: 'Copa Sur', waiver: hash } },
  })
  const ids: PilotId[] = []
  for (const npiloto of ['27', '28']) ids.push((await stores.pilots.register(aDraft({ npiloto }))).id)
  await stores.pilots.changeEntries({ kind: 'enter', ids }, event)
  await stores.close()
  const out = join(await aFolder(), 'deslindes.pdf')
  const run = () => pilotos(['waivers', '--out', out, '--data', data])
  expect(await run()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Ningún inscrito de Copa Sur ha firmado el deslinde todavía'),
  })
  const signature = { version: 1, hash, at: '2026-11-28T15:00:00.000Z', strokes: 'M100 300l200 -200l300 250' }
  await withStores(data, ({ pilots }) => pilots.sign(ids[0] as PilotId, signature))
  const { code, stderr } = await run()
  expect([code, stderr]).toEqual([0, `1 deslinde de Copa Sur en ${out}; 1 inscrito sin firmar\n`])
  expect((await readFile(out)).subarray(0, 5).toString()).toBe('%PDF-')
})
