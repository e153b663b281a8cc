/** The warm-up that the build runs once, so that V8 compiles the code that every start of the program needs. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../server/app.ts'
import { publicAddress } from '../server/network/public-address.ts'
import { openFolder } from '../server/store/open.ts'
import type { Installed } from './installed.ts'
import { pilotTable } from './terminal/table.ts'

/** Opens a server on an empty folder, without a port, and requests its list and its page. */
export async function warmUp(installed: Installed): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pilotos-'))
  const report = (error: Error) => {
    throw error
  }
  const stores = await openFolder(folder, { report })
  const app = await createApp({
    stores,
    ...installed,
    address: publicAddress({ port: 0 }),
    secret: folder,
    backupFolder: folder,
    uploadPlace: { parent: folder, prefix: 'upload-' },
    proxySign: undefined,
    report,
  })
  for (const url of ['/', '/api?list=all&per_page=1']) {
    const { statusCode } = await app.inject(url)
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
  }
  pilotTable((await stores.pilots.list()).pilots, 80)
  await app.close()
  await stores.close()
  await rm(folder, { recursive: true })
}
