/** Makes calls on a folder or a database in this process, by the routes of a server without a port. */
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import type { InjectOptions } from 'fastify'
import { defaultPort, secretHeader } from '#domain/api/addresses'
import { type AppOptions, createApp } from './app.ts'
import { publicAddress } from './network/public-address.ts'
import type { Send } from './network/server-calls.ts'
import { writeSafetyBackup } from './store/backup/backup-files.ts'
import { backupFolderOf, isDatabase } from './store/data-address.ts'
import { openFolder } from './store/open.ts'
import type { ServedStores } from './store/shared/stores.ts'

interface DirectOptions
  extends Pick<AppOptions, 'installation' | 'clientFolder' | 'readerFile' | 'workerFile' | 'report'> {
  /** The data folder, or the address of a database. */
  data: string
  /** Called once, if another program holds the folder and this one waits for it. */
  onWait: () => void
  /** Receives the repairs that were made on opening, in Spanish. */
  say: (text: string) => void
}

/** Opens the data for calls of `use`, and closes it afterwards. @throws MachineError if a server holds the folder */
export async function withDirectCalls<Result>(
  options: DirectOptions,
  use: (send: Send) => Promise<Result>,
): Promise<Result> {
  const { data, onWait, say } = options
  const stores: ServedStores = isDatabase(data)
    ? await (await import('./store/postgres/database-stores.ts')).openDatabase(data)
    : await openFolder(data, { leaveJournal: true, onWait })
  try {
    stores.notes.forEach(say)
    const secret = randomBytes(32).toString('base64url')
    const folder = backupFolderOf(data)
    const app = await createApp({
      ...options,
      stores,
      secret,
      address: publicAddress({ publicUrl: (await stores.settings.read()).address, port: defaultPort }),
      backupFolder: resolve(folder),
      backUp: () => writeSafetyBackup(stores, folder, 'importar'),
      uploadPlace: { parent: tmpdir(), prefix: 'pilotos-upload-' },
      proxySign: undefined,
    })
    try {
      return await use(async ({ method, path, headers, content }) => {
        const answer = await app.inject({
          method: method as InjectOptions['method'],
          url: path,
          headers: { ...headers, [secretHeader]: secret },
          payload: content,
          payloadAsStream: true,
        })
        const type = String(answer.headers['content-type'] ?? '')
        return { status: answer.statusCode, type, content: answer.stream() }
      })
    } finally {
      await app.close()
    }
  } finally {
    await stores.close()
  }
}
