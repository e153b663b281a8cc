/** The server's routes over a store that does not store registrations, to measure the cost of everything else. */
import { createApp } from '../../../server/app.ts'
import { publicAddress } from '../../../server/network/public-address.ts'
import { openFolder } from '../../../server/store/open.ts'
import { PilotIds } from '../../../server/store/shared/pilot-ids.ts'
import { root } from '../../support/root.ts'

const [port, folder = ''] = process.argv.slice(2)
const stores = await openFolder(folder)
const ids = new PilotIds()
stores.pilots.register = async (draft) => ({ id: ids.next(), photo: null, ...draft })
const app = await createApp({
  stores,
  installation: 'clone',
  clientFolder: `${root}/dist/client`,
  readerFile: `${root}/dist/program/table-reader.cjs`,
  workerFile: `${root}/dist/program/worker.cjs`,
  address: publicAddress({ port: Number(port) }),
  secret: folder,
  backupFolder: folder,
  uploadPlace: { parent: folder, prefix: 'upload-' },
  proxySign: undefined,
  report: console.error,
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
