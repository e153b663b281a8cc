/** Tests of files that another program, such as an antivirus on Windows, holds open while they are replaced. */
import type { Stats } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { readIfThere, removeFile, renameFile, writeAtomically } from '../../server/files/atomic-file.ts'
import { openFolder } from '../../server/store/open.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'

/** Makes calls of the file system fail as Windows does while another program holds the file: the first `times`. */
function hold(name: 'rename' | 'rm' | 'open', code: string, times: number): () => number {
  const original = promises[name] as (...args: unknown[]) => Promise<unknown>
  let calls = 0
  const spy = vi.spyOn(promises, name).mockImplementation((async (...args: unknown[]) => {
    calls += 1
    if (calls <= times) throw Object.assign(new Error(`${code}: operation not permitted`), { code })
    return original(...args)
  }) as never)
  syncBuiltinESMExports()
  release.push(() => spy.mockRestore())
  return () => calls
}

const release: (() => void)[] = []

beforeEach(() => () => {
  for (const end of release.splice(0)) end()
  syncBuiltinESMExports()
})

test.each(['EPERM', 'EACCES', 'EBUSY'])(
  'a file is replaced although a rename fails twice with %s',
  async (code) => {
    const folder = await aFolder()
    const path = join(folder, 'pilots.json')
    await writeAtomically(path, 'before')
    const calls = hold('rename', code, 2)
    await writeAtomically(path, 'after')
    expect(calls()).toBe(3)
    expect(await promises.readFile(path, 'utf8')).toBe('after')
    expect(await promises.readdir(folder)).toEqual(['pilots.json'])
  },
)

test('a file that stays held keeps its content, nothing is left beside it, and the message names the cause', async () => {
  const folder = await aFolder()
  const path = join(folder, 'pilots.json')
  await writeAtomically(path, 'before')
  hold('rename', 'EPERM', Number.POSITIVE_INFINITY)
  const start = performance.now()
  const error = await writeAtomically(path, 'after').catch((failure) => failure)
  expect(error).toMatchObject({ kind: 'machine', message: expect.stringContaining('un antivirus, OneDrive') })
  expect(error.message.startsWith(`No se puede usar ${path}: `)).toBe(true)
  expect(performance.now() - start).toBeGreaterThan(1900)
  expect(await promises.readFile(path, 'utf8')).toBe('before')
  expect(await promises.readdir(folder)).toEqual(['pilots.json'])
})

test('another failure of a rename, such as a full disk, is told at once', async () => {
  const path = join(await aFolder(), 'pilots.json')
  const calls = hold('rename', 'ENOSPC', Number.POSITIVE_INFINITY)
  await expect(writeAtomically(path, 'after')).rejects.toMatchObject({ kind: 'disk-full' })
  expect(calls()).toBe(1)
})

test('a file is removed and renamed once the other program lets go of it', async () => {
  const folder = await aFolder()
  const [from, to] = [join(folder, 'a'), join(folder, 'b')]
  await promises.writeFile(from, '')
  hold('rename', 'EBUSY', 1)
  await renameFile(from, to)
  hold('rm', 'EPERM', 1)
  await removeFile(to)
  expect(await promises.readdir(folder)).toEqual([])
})

test('a data folder whose files are held for a moment stores, closes and opens again', async () => {
  const folder = await aFolder()
  const first = await openFolder(folder)
  await first.pilots.register(aDraft({ name: 'Ana' }))
  await first.settings.change({ offset: [1, 2] })
  await first.close()
  hold('rename', 'EACCES', 3)
  hold('rm', 'EPERM', 3)
  const opened = hold('open', 'EBUSY', 3)
  const second = await openFolder(folder)
  await second.pilots.register(aDraft({ name: 'Eva' }))
  await second.settings.change({ offset: [3, 4] })
  await second.close()
  expect(opened()).toBeGreaterThan(3)
  const third = await openFolder(folder)
  expect((await third.pilots.list()).total).toBe(2)
  expect(await third.settings.read()).toMatchObject({ offset: [3, 4] })
  await third.close()
})

test('a file that may not be read is told at once, and one that stays held in the words for it', async () => {
  const path = join(await aFolder(), 'pilots.json')
  await promises.writeFile(path, '[]')
  const calls = hold('open', 'EACCES', 1)
  await expect(readIfThere(path)).rejects.toMatchObject({ kind: 'machine' })
  expect(calls()).toBe(1)
  hold('open', 'EBUSY', Number.POSITIVE_INFINITY)
  await expect(readIfThere(path)).rejects.toMatchObject({ message: expect.stringContaining('un antivirus') })
})

test('a lock is held although the system gives the descriptor of a file another device than its path', async () => {
  const folder = await aFolder()
  const original = promises.stat as (path: string) => Promise<Stats>
  const spy = vi.spyOn(promises, 'stat').mockImplementation((async (path: string) => {
    const found = await original(path)
    return Object.assign(found, { dev: found.dev + 1 })
  }) as never)
  syncBuiltinESMExports()
  release.push(() => spy.mockRestore())
  const stores = await openFolder(folder)
  await stores.pilots.register(aDraft())
  await stores.close()
})
