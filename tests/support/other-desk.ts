/** A second desk, with a folder of its own that begins as a backup of the first one. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { MergeAnswer } from '#domain/merge/calls'
import { draftOf, type PilotDraft } from '#domain/pilots/pilot'
import { readBackup } from '../../server/store/backup/backup.ts'
import { restoreBackup } from '../../server/store/backup/restore.ts'
import { writeBackup } from '../../server/store/backup/write-backup.ts'
import { openFolder } from '../../server/store/open.ts'
import type { OpenStores, Stores } from '../../server/store/shared/stores.ts'
import { aFolder } from './folder.ts'
import { sameOrigin, write } from './requests.ts'
import { orderHeaders } from './sent-orders.ts'
import type { TestServer } from './server.ts'

/**
 * Does the work of the other desk on a copy of stores, or of a server with this address. Returns the path of its backup.
 */
export async function otherDesk(
  from: Stores | string,
  work: (other: OpenStores) => Promise<void>,
): Promise<string> {
  const folder = await aFolder()
  const path = join(folder, 'norte.tar.gz')
  if (typeof from === 'string') await writeFile(path, await downloadBackup(from))
  else await writeBackup(from, path)
  const other = await openFolder(join(folder, 'data'))
  await restoreBackup(other, await readBackup(path))
  await work(other)
  await writeBackup(other, path)
  await other.close()
  return path
}

/** Uploads the backup of another desk for a merge. */
export async function uploadBackup({ app }: Pick<TestServer, 'app'>, path: string) {
  const headers = { ...sameOrigin, 'content-type': 'application/gzip' }
  return app.inject({ method: 'POST', url: '/api/merges', headers, payload: await readFile(path) })
}

/** Merges the backup of another desk over HTTP. */
export async function mergeBackup(server: Pick<TestServer, 'app'>, path: string): Promise<MergeAnswer> {
  const uploaded = await uploadBackup(server, path)
  expect(uploaded.statusCode, uploaded.body).toBe(201)
  const merged = await write(server, 'POST', `/api/merges/${uploaded.json().data[0].id}`, {})
  expect(merged.statusCode, merged.body).toBe(200)
  return merged.json().data[0]
}

/** Has a server make a backup. */
export async function downloadBackup(url: string): Promise<Buffer> {
  const answer = await fetch(`${url}/api/backups`, { method: 'POST', headers: orderHeaders() })
  if (!answer.ok) throw new Error(await answer.text())
  return Buffer.from(await answer.arrayBuffer())
}

/** Changes values of the pilot with a DNI. */
export async function edit(
  { pilots }: Pick<Stores, 'pilots'>,
  dni: number,
  changes: Partial<PilotDraft>,
): Promise<void> {
  const found = (await pilots.list()).pilots.find((pilot) => pilot.dni === dni)
  if (!found) throw new Error(`There is no ${dni}`)
  await pilots.update(found.id, { ...draftOf(found), ...changes } as PilotDraft, { by: 'luis' })
}
