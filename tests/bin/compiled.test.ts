/** The code caches of the built program. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'

const program = join(root, 'dist/program/pilotos.cjs')

test('the build keeps a code cache that V8 accepts for the server and one for the commands', async () => {
  const source = await readFile(program, 'latin1')
  const [server, commands] = await Promise.all(
    ['server', 'commands'].map((part) => readFile(`${program}.${part}.cache`)),
  )
  for (const cachedData of [server, commands])
    expect(new Script(source, { cachedData }).cachedDataRejected).toBe(false)
  expect(commands?.length).toBeLessThan((server?.length ?? 0) / 1.5)
})

test('the build escapes all letters that are not ASCII, as which the launcher reads the program', async () => {
  const source = await readFile(program, 'utf8')
  expect(source.match(/.{0,40}[^\0-\x7f].{0,40}/g)).toBeNull()
})
