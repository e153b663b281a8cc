/** Tests of the sessions of a data folder: how they end, and how they survive a restart. */
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { eachFile } from '../../../server/store/backup/archive.ts'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { restoreBackup } from '../../../server/store/backup/restore.ts'
import { writeBackup } from '../../../server/store/backup/write-backup.ts'
import { maxSessionsOfAccount, sessionSeconds } from '../../../server/store/documents/sessions.ts'
import { openSessionFile } from '../../../server/store/folder/json-documents.ts'
import { openFolder } from '../../../server/store/open.ts'
import { lacks } from '../../support/abilities.ts'
import { closing } from '../../support/closing.ts'
import { aFolder } from '../../support/folder.ts'

const ana = { user: 'ana', password: 'the hash of a password' }
const eva = { user: 'eva', password: 'the hash of another password' }
const accounts = async () => [ana, eva]

async function aFile(): Promise<string> {
  return join(await aFolder(), 'sessions.json')
}

test('a session ends after seven days, also if the clock was ahead at the sign-in', async () => {
  let now = 0
  const path = await aFile()
  const sessions = await openSessionFile(path, { accounts, now: () => now })
  const id = await sessions.start(ana)
  now = sessionSeconds * 1000 - 1
  expect((await sessions.find(id))?.user).toBe('ana')
  const read = await openSessionFile(path, { accounts, now: () => now })
  expect((await read.find(id))?.user).toBe('ana')
  now += 1
  expect(await sessions.find(id)).toBeUndefined()
  now = -1
  expect(await sessions.find(id)).toBeUndefined()
  const readAgain = await openSessionFile(path, { accounts, now: () => now })
  expect(await readAgain.find(id)).toBeUndefined()
  // A sign-out waits until the times of the last requests are written.
  for (const one of [sessions, read]) await one.end(id)
})

test('a listener is called once when its session ends, by sign-out or by age', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const sessions = await openSessionFile(await aFile(), { accounts, now: () => Date.now() })
  const told: string[] = []
  const [old, left, signedOut] = [
    await sessions.start(ana),
    await sessions.start(ana),
    await sessions.start(eva),
  ]
  const { since = '' } = (await sessions.find(old)) ?? {}
  for (const [name, id] of Object.entries({ old, signedOut }))
    sessions.onEnd(id, { role: 'admin', since }, () => told.push(name))
  sessions.onEnd(left, { role: 'admin', since }, () => told.push('left'))()
  await sessions.end(signedOut)
  await sessions.end(signedOut)
  expect(told).toEqual(['signedOut'])
  await vi.advanceTimersByTimeAsync(sessionSeconds * 1000 - 1)
  expect(told).toEqual(['signedOut'])
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toEqual(['signedOut', 'old'])
})

test('a look that began before a session was started ends only what has ended', async () => {
  let isSlow = false
  const ends: (() => void)[] = []
  const slowAccounts = () =>
    isSlow ? new Promise<typeof all>((resolve) => ends.push(() => resolve(all))) : Promise.resolve(all)
  const all = [ana, eva]
  const sessions = await openSessionFile(await aFile(), { accounts: slowAccounts })
  const told: string[] = []
  const watch = async (id: string, name: string) => {
    const { since = '' } = (await sessions.find(id)) ?? {}
    sessions.onEnd(id, { role: 'admin', since }, () => told.push(name))
    return id
  }
  const first = await watch(await sessions.start(ana), 'first')
  isSlow = true
  const signingOut = sessions.end(first)
  await expect.poll(() => ends.length).toBe(1)
  isSlow = false
  const later = await watch(await sessions.start(eva), 'later')
  for (const end of ends) end()
  await signingOut
  expect(told).toEqual(['first'])
  await sessions.end(later)
  expect(told).toEqual(['first', 'later'])
})

test('a listener is called for a session that ended before it listened', async () => {
  const sessions = await openSessionFile(await aFile(), { accounts })
  const id = await sessions.start(ana)
  const { since = '' } = (await sessions.find(id)) ?? {}
  await sessions.end(id)
  const told = new Promise((resolve) => sessions.onEnd(id, { role: 'admin', since }, () => resolve('ended')))
  expect(await told).toBe('ended')
})

test('the file has no identifier of a session, and only its owner can read it', async () => {
  const path = await aFile()
  const sessions = await openSessionFile(path, { accounts })
  const id = await sessions.start(ana)
  expect(await readFile(path, 'utf8')).toContain('"ana"')
  expect(await readFile(path, 'utf8')).not.toContain(id)
  if (!lacks('file modes')) expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('a further session of an account ends its oldest, and removes expired ones from the file', async () => {
  let now = 0
  const path = await aFile()
  const sessions = await openSessionFile(path, { accounts, now: () => now })
  const old = await sessions.start(eva)
  now = sessionSeconds * 1000
  const ids: string[] = []
  for (let count = 0; count <= maxSessionsOfAccount; count += 1) ids.push(await sessions.start(ana))
  expect(await sessions.find(old)).toBeUndefined()
  expect(await Promise.all(ids.map(async (id) => (await sessions.find(id))?.user))).toEqual([
    undefined,
    ...Array(maxSessionsOfAccount).fill('ana'),
  ])
  const { sessions: stored } = JSON.parse(await readFile(path, 'utf8'))
  expect(Object.keys(stored)).toHaveLength(maxSessionsOfAccount)
})

test('a backup has no sessions, and its restoration ends those of the folder', async () => {
  const folder = await aFolder()
  const stores = await closing(openFolder(folder))
  await stores.accounts.put(ana)
  const id = await stores.sessions.start(ana)
  const path = join(folder, 'copia.tar.gz')
  await writeBackup(stores, path)
  await eachFile(path, async (name, content) => {
    expect(name).toBe('pilotos.json')
    expect(Object.keys(JSON.parse(String(content)))).toEqual([
      'version',
      'at',
      'desk',
      'revoked',
      'accounts',
      'count',
      'passages',
    ])
  })
  expect((await stores.sessions.find(id))?.user).toBe('ana')
  await restoreBackup(stores, await readBackup(path))
  expect(await stores.sessions.find(id)).toBeUndefined()
  expect(JSON.parse(await readFile(join(folder, 'sessions.json'), 'utf8'))).toMatchObject({ sessions: {} })
})

test('a backup keeps the roles of the accounts, and leaves out the phones, whose sessions a restore ends', async () => {
  const stores = await closing(openFolder(await aFolder()))
  const phone = { user: 'Puerta Norte 1', password: 'phone:x', role: 'puerta', gate: 'Norte' } as const
  const desk = { ...eva, role: 'mesa' } as const
  for (const account of [ana, desk, phone]) await stores.accounts.put(account)
  const session = await stores.sessions.start(phone)
  const path = join(await aFolder(), 'copia.tar.gz')
  await writeBackup(stores, path)
  await restoreBackup(stores, await readBackup(path))
  expect(await stores.accounts.list()).toEqual([ana, desk])
  expect(await stores.sessions.find(session)).toBeUndefined()
})

describe('after a restart', () => {
  /** Opens a folder with the accounts ana and eva, in which both are signed in. */
  async function aSignedInFolder() {
    const folder = await aFolder()
    const stores = await openFolder(folder)
    for (const account of [ana, eva]) await stores.accounts.put(account)
    const ids = { ana: await stores.sessions.start(ana), eva: await stores.sessions.start(eva) }
    return { folder, stores, ids }
  }

  async function usersAfterRestart(folder: string, ids: { ana: string; eva: string }) {
    const stores = await openFolder(folder)
    const users = [(await stores.sessions.find(ids.ana))?.user, (await stores.sessions.find(ids.eva))?.user]
    await stores.close()
    return users
  }

  test('a session has the role and the gate of its account', async () => {
    const folder = await aFolder()
    const stores = await openFolder(folder)
    const phone = { user: 'Puerta Norte 1', password: 'phone:x', role: 'puerta', gate: 'Norte' } as const
    await stores.accounts.put(phone)
    const id = await stores.sessions.start(phone)
    await stores.close()
    const reopened = await closing(openFolder(folder))
    const { user, role, gate } = phone
    expect(await reopened.sessions.find(id)).toMatchObject({ user, role, gate })
    expect([...(await reopened.sessions.lastSeen()).keys()]).toEqual([user])
  })

  test('a session continues, unless it has ended before', async () => {
    const { folder, stores, ids } = await aSignedInFolder()
    await stores.sessions.end(ids.eva)
    await stores.close()
    expect(await usersAfterRestart(folder, ids)).toEqual(['ana', undefined])
  })

  test.each<[string, (folder: string) => Promise<unknown>]>([
    [
      'gets another password',
      async (folder) => {
        const stores = await openFolder(folder)
        await stores.accounts.put({ user: 'eva', password: 'new' })
        await stores.close()
      },
    ],
    [
      'is removed',
      async (folder) => {
        const stores = await openFolder(folder)
        await stores.accounts.remove('eva')
        await stores.close()
      },
    ],
    [
      'gets another password by hand',
      (folder) =>
        writeFile(
          join(folder, 'accounts.json'),
          JSON.stringify({ accounts: [ana, { ...eva, password: 'x' }] }),
        ),
    ],
  ])('the sessions of an account that %s are over, and those of others continue', async (_title, change) => {
    const { folder, stores, ids } = await aSignedInFolder()
    await stores.close()
    await change(folder)
    expect(await usersAfterRestart(folder, ids)).toEqual(['ana', undefined])
  })

  test.each<[string, (path: string) => Promise<unknown>]>([
    ['is missing', (path) => rm(path)],
    ['is cut short', async (path) => writeFile(path, (await readFile(path, 'utf8')).slice(0, 40))],
    ['has another structure', (path) => writeFile(path, '{"sessions":[{"user":"ana"},null]}')],
    ['is not JSON', (path) => writeFile(path, Buffer.from([0xff, 0x00]))],
  ])('everybody is signed out if the file %s, and can sign in again', async (_title, damage) => {
    const { folder, stores, ids } = await aSignedInFolder()
    await stores.close()
    await damage(join(folder, 'sessions.json'))
    expect(await usersAfterRestart(folder, ids)).toEqual([undefined, undefined])
    const reopened = await openFolder(folder)
    const id = await reopened.sessions.start(ana)
    await reopened.close()
    expect(await usersAfterRestart(folder, { ana: id, eva: id })).toEqual(['ana', 'ana'])
  })

  test('a file that cannot be read or written is reported, and people can still sign in', async () => {
    const path = await aFile()
    await mkdir(path)
    const reported: string[] = []
    const sessions = await openSessionFile(path, {
      accounts,
      report: ({ message }) => reported.push(message),
    })
    expect(reported).toEqual([`No se puede usar ${path}: es una carpeta`])
    const id = await sessions.start(ana)
    expect((await sessions.find(id))?.user).toBe('ana')
    expect(reported).toHaveLength(2)
    await sessions.end(id)
    expect(await sessions.find(id)).toBeUndefined()
  })
})
