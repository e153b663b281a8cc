/** Tests that archives depend on nothing but their files and a time. */
import { unzipSync } from 'fflate'
import { afterEach, expect, test, vi } from 'vitest'
import { ar } from '../../packaging/ar.ts'
import { below } from '../../packaging/entries.ts'
import { tar, untar } from '../../packaging/tarball.ts'
import { zip } from '../../packaging/zip.ts'

const entries = below('pilotos', [
  { path: 'LÉAME.txt', content: Buffer.from('ñ') },
  { path: 'runtime/node', content: Buffer.from([0, 1, 2]), isExecutable: true },
])
const time = new Date('2026-11-22T16:48:08Z')

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a tar archive restores paths, contents and the right to run', async () => {
  expect(await untar(await tar(entries, time))).toEqual(
    entries.map(({ isExecutable = false, ...entry }) => ({ ...entry, isExecutable })),
  )
})

test('a ZIP is the same in every time zone', () => {
  const zones = ['UTC', 'America/Lima', 'Asia/Tokyo'].map((zone) => {
    vi.stubEnv('TZ', zone)
    return zip(entries, time).toString('hex')
  })
  expect(new Set(zones).size).toBe(1)
  expect(Object.keys(unzipSync(Buffer.from(zones[0] ?? '', 'hex')))).toEqual(entries.map(({ path }) => path))
})

test('an ar archive begins its members at even offsets', () => {
  const archive = ar(
    [
      ['one', Buffer.from('x')],
      ['two', Buffer.from('yz')],
    ],
    time,
  ).toString('latin1')
  expect(
    archive.startsWith('!<arch>\none             1795366088  0     0     100644  1         `\nx\ntwo '),
  ).toBe(true)
  expect(archive.endsWith('2         `\nyz')).toBe(true)
})
