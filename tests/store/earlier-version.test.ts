/** Tests that data from before version 1.0.0 is refused with words that say what to do, and stays as it is. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readOther } from '../../server/merge/other-desk.ts'
import { readBackup } from '../../server/store/backup/backup.ts'
import { formatVersion } from '../../server/store/folder/log/snapshot.ts'
import { diagnose, openFolder, openStores } from '../../server/store/open.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { backupHead, writeArchive } from '../support/hostile-backups.ts'
import { aDraft } from '../support/pilots.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { testOnDatabase, testOnFolder } from '../support/stores.ts'

const refusal =
  /es de un PilotOS anterior a la versión 1\.0\.0, que este no lee\. No se ha tocado nada: .* con el último PilotOS 1\.0\.0, haga con él una copia y restáurela con este$/

/** Returns the files of a folder with their contents. */
async function filesIn(folder: string): Promise<[name: string, content: string][]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  )
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort()
  return Promise.all(paths.map(async (path) => [path, await readFile(path, 'base64')] as const))
}

testOnFolder('a folder from before version 1.0.0 is refused, and stays as it is', async () => {
  const folder = await aFolder()
  const stores = await openFolder(folder)
  await stores.pilots.register(aDraft(), await stores.photos.save(Buffer.from('photo')))
  await stores.close()
  for (const name of ['pilots.json', 'pilots.json.bak']) {
    const { crc32: _sum, ...snapshot } = JSON.parse(await readFile(join(folder, name), 'utf8'))
    expect(snapshot.version).toBe(formatVersion)
    await writeFile(join(folder, name), JSON.stringify({ ...snapshot, version: 3 }))
  }
  // Stones had no kind then.
  await writeFile(
    join(folder, 'erased.json'),
    '[{"key":"","stones":[{"hash":"","at":"2026-11-21T10:00:00.000Z"}]}]',
  )
  const before = await filesIn(folder)
  await expect(openFolder(folder)).rejects.toMatchObject({
    kind: 'machine',
    message: expect.stringMatching(refusal),
  })
  const text = expect.stringMatching(refusal)
  expect(await diagnose(folder)).toContainEqual({ level: 'problem', text })
  expect(await filesIn(folder)).toEqual(before)
})

testOnFolder(
  'a backup from before version 1.0.0 is refused, and nothing of it is restored or merged',
  async () => {
    const path = join(await aFolder(), 'copia.tar.gz')
    await writeArchive(path, { 'pilotos.json': backupHead({ version: 5 }) })
    const folder = await aFolder()
    const [before, archive] = [await filesIn(folder), await readFile(path)]
    const malformed = { kind: 'malformed', message: expect.stringMatching(refusal) }
    await expect(readBackup(path)).rejects.toMatchObject(malformed)
    await expect(readOther(path)).rejects.toMatchObject(malformed)
    const { code, stderr } = await pilotos(['restore', path, '--force', '--data', folder])
    expect([code, stderr.trimEnd()]).toEqual([1, expect.stringMatching(refusal)])
    expect([await filesIn(folder), await readFile(path)]).toEqual([before, archive])
  },
)

testOnDatabase('a database from before version 1.0.0 is refused, and stays as it is', async () => {
  const address = await sharedPostgres().database()
  const stores = await openStores(address)
  await stores.pilots.register(aDraft())
  await stores.close()
  const admin = (text: string) => sharedPostgres().admin(text, address.split('/').at(-1))
  await admin('UPDATE pilotos.schema SET number = 19; DROP VIEW pilotos.pilots')
  const contents = () =>
    admin(`SELECT table_to_xml('pilotos.schema', true, true, '') AS schema, table_to_xml('pilotos.rows', true, true, '') AS
      rows, (SELECT json_agg(relname ORDER BY relname) FROM pg_class WHERE relnamespace = 'pilotos'::regnamespace) AS names`)
  const before = await contents()
  await expect(openStores(address)).rejects.toMatchObject({
    kind: 'machine',
    message: expect.stringMatching(refusal),
  })
  expect(await diagnose(address)).toMatchObject([{ level: 'problem', text: expect.stringMatching(refusal) }])
  expect(await contents()).toEqual(before)
})
