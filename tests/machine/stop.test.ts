/** Tests that a kiosk which is stopped in the middle of its work leaves what it has acknowledged, and nothing half. */
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { fieldNames } from '#domain/pilots/fields'
import { openFolder } from '../../server/store/open.ts'
import { lacks } from '../support/abilities.ts'
import { pilotos, serve } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'
import { orderHeaders } from '../support/sent-orders.ts'

const rows = 2000

/** Returns a CSV of riders, whose documents begin with `first`. */
function aFile(first: number): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const draft = aDraft({ dni: first + index })
    return fieldNames.map((name) => `"${draft[name] ?? ''}"`).join()
  })
  return [fieldNames.join(), ...lines].join('\n')
}

test.skipIf(lacks('signals'))(
  'SIGTERM during an import, a print, a backup and an upload keeps what was acknowledged, and leaves no other file',
  async () => {
    const [data, temporary] = [await aFolder(), await aFolder()]
    const kiosk = await serve(['--data', data], { env: { TMPDIR: temporary } })
    const send = (path: string, body: string, type = 'application/json') =>
      fetch(`${kiosk.url}/api/${path}`, {
        method: 'POST',
        headers: { ...orderHeaders(), 'content-type': type },
        body,
      })
    expect((await send('import', aFile(10_000_000), 'text/csv')).status).toBe(200)
    expect((await send('print', '{"layout":"card"}')).status).toBe(202)
    const upload = request(`${kiosk.url}/api/pictures`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/zip' },
    })
    upload.on('error', () => {}).write('PK')
    const uploads = async () => (await readdir(data)).filter((name) => name.startsWith('upload-'))
    await expect.poll(uploads).toHaveLength(1)
    const importing = send('import', aFile(20_000_000), 'text/csv')
    const backup = await send('backups', '{}')
    expect(await kiosk.stop('SIGTERM')).toBe(0)

    const isImported = await importing.then(({ status }) => status === 200).catch(() => false)
    await backup.arrayBuffer().catch(() => {})
    expect(await readdir(temporary)).toEqual([])
    expect((await readdir(data)).filter((name) => /^upload-|\.(tmp|new|part)/.test(name))).toEqual([])
    expect((await pilotos(['doctor', '--data', data])).code).toBe(0)
    const stores = await openFolder(data)
    const { total } = await stores.pilots.list({ perPage: 1 })
    await stores.close()
    expect(isImported ? [2 * rows] : [rows, 2 * rows]).toContain(total)
  },
)
