/** Measures the page of a scanned credential, for a phone without a session. */
import { credentialPath } from '#domain/web/addresses'
import type { Folders } from '../shared/folders.ts'
import { startServerProcess } from '../shared/processes.ts'
import type { Result, Skipped } from '../shared/result.ts'
import { credentialPageResults } from './credential-page.ts'
import { firstNameResult } from './first-name.ts'
import { lighthouseResults, staffPageResult } from './page.ts'

export async function* scan(folders: Folders): AsyncGenerator<Result | Skipped> {
  const { data, pilots } = await folders.withPhotos(500, 500)
  const [pilot] = pilots
  if (!pilot) throw new Error('no pilot')
  // The laptop itself is an admin otherwise.
  const server = await startServerProcess(data, '/api/session', ['--require-login'])
  try {
    const url = server.url + credentialPath(pilot.id)
    yield await firstNameResult(url, pilot)
    yield* await credentialPageResults(server.url, pilot.id)
    yield* await lighthouseResults(url, folders.path)
  } finally {
    await server.stop()
  }
  const laptop = await startServerProcess(data)
  try {
    yield await staffPageResult(laptop.url + credentialPath(pilot.id))
  } finally {
    await laptop.stop()
  }
}
