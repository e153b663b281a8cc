/** The warm-up for the code cache of the server: it compiles the code that every start of a server needs. */
import { createApp } from '../server/app.ts'
import { publicAddress } from '../server/network/public-address.ts'
import { openFolder } from '../server/store/open.ts'
import type { Installed } from './data-folder.ts'

/** Opens a server on an empty folder, without a port, and requests its list and its page. */
export async function warmUpServer(folder: string, installed: Installed): Promise<void> {
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
  await app.close()
  await stores.close()
}
