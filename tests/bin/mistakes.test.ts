/** Tests of what the terminal does about mistakes and lost cards: remove, history, and the call that revokes a card. */
import { existsSync } from 'node:fs'
import promises, { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { inTheTerminal } from '#domain/staff/roles'
import { lacks, stopped } from '../support/abilities.ts'
import { expectEnd, pilotos, serve } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { withStores } from '../support/opened-stores.ts'
import { aDraft, aRow } from '../support/pilots.ts'
import { startTestServer } from '../support/server.ts'

const id = '7K3Q9XW2M4TB'

/** Revokes a card as the terminal does, and returns the new identifier. */
async function revoke(data: string, lost: string): Promise<string> {
  const words = ['call', `POST /api/pilots/${lost}/revoke`, '--yes', '--json', '--data', data]
  return JSON.parse((await pilotos(words)).stdout).data[0].id_driver
}

async function storesWithOne(): Promise<string> {
  const data = await aFolder()
  const values = { id_driver: id, ...aDraft({ name: 'Ana', lastname: 'Quispe', dni: 7 }) }
  await withStores(data, ({ pilots }) => pilots.import([aRow(0, values)], { by: inTheTerminal }))
  return data
}

test('remove needs --yes if it cannot ask on a terminal, and can be undone', async () => {
  const data = await storesWithOne()
  await expectEnd(pilotos(['remove', id, '--data', data]), 2, 'use --yes')
  const removed = await pilotos(['remove', id.toLowerCase(), '--yes', '--data', data])
  expect(removed.stderr).toBe(`Se borró a Ana Quispe. Para recuperarlo: pilotos remove ${id} --undo\n`)
  expect((await pilotos(['show', id, '--data', data])).code).toBe(1)
  expect((await pilotos(['remove', id, '--undo', '--data', data])).code).toBe(0)
  expect((await pilotos(['show', id, '--data', data])).code).toBe(0)
})

test('a DNI, as people write it, names a pilot as the identifier does', async () => {
  const data = await storesWithOne()
  for (const dni of ['7', '00000007', '0.000.007'])
    expect((await pilotos(['show', dni, '--json', '--data', data])).stdout).toContain(id)
  expect((await pilotos(['qr', '7', '--data', data])).stdout).toContain(id)
  expect((await pilotos(['history', '7', '--data', data])).stdout).toContain('Registrado')
  const { code, stderr } = await pilotos(['show', '12345678', '--data', data])
  expect([code, stderr]).toEqual([
    1,
    'pilotos: No existe un piloto con el identificador o documento 12345678\n',
  ])
})

test('history prints the author, the time and the details of each change, also for a server and a removed pilot', async () => {
  const data = await storesWithOne()
  const server = await startTestServer({ folder: data })
  const input = 'dni;club\n7;Otro club\n'
  await pilotos(['import', '-', '--update', '--data', data], { input })
  await server.close()
  await pilotos(['remove', id, '--yes', '--data', data])
  const { stdout } = await pilotos(['history', id, '--data', data])
  const lines = stdout.trim().split('\n')
  expect(lines[0]).toMatch(/^CUÁNDO +QUIÉN +QUÉ$/)
  expect(lines[1]).toMatch(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d +la terminal +Registrado$/)
  expect(lines[3]).toMatch(/^ +Club: «Moto Club "Ñandú"» → «Otro club»$/)
  expect(lines.at(-1)).toMatch(/Borrado$/)
  const { stdout: json } = await pilotos(['history', id, '--json', '--data', data])
  expect(JSON.parse(json)).toHaveLength(3)
})

test('a revoked card gives a new identifier, and the old one is reported as revoked', async () => {
  const data = await storesWithOne()
  const next = await revoke(data, id)
  const old = await pilotos(['show', id, '--data', data])
  expect([old.code, old.stderr]).toEqual([1, 'pilotos: CREDENCIAL ANULADA\n'])
  expect((await pilotos(['show', next, '--data', data])).code).toBe(0)
})

test('a disk that breaks where no code expects it is told as that of the data, in Spanish', async () => {
  const data = await storesWithOne()
  const error = Object.assign(new Error('EIO: i/o error, scandir'), { code: 'EIO' })
  vi.spyOn(promises, 'readdir').mockRejectedValue(error)
  expect(await pilotos(['doctor', '--data', data])).toMatchObject({
    code: 3,
    stderr: 'pilotos: No se puede usar el disco de los datos: falló el disco (EIO)\n',
  })
})

test('serve reports the failure of work that nothing waits for, and keeps answering', async () => {
  const folder = await aFolder()
  const hook = join(folder, 'hook.cjs')
  await writeFile(
    hook,
    `const fail = () => { Promise.reject(new Error('nadie espera')) }
    if (require('node:worker_threads').isMainThread)
      require('node:fs').watch(__dirname, { persistent: false }).once('change', fail)`,
  )
  const server = await serve(['--data', await aFolder()], { env: { NODE_OPTIONS: `--require ${hook}` } })
  await writeFile(join(folder, 'now'), '')
  await expect.poll(server.complaints).toBe('Algo falló en el kiosco: nadie espera\n')
  expect((await fetch(server.url)).status).toBe(200)
  expect(await server.stop()).toBe(stopped)
})

test.skipIf(lacks('the browsers of Linux'))(
  'serve --kiosk opens the browser in full screen, with its own profile',
  async () => {
    const [data, folder] = [await aFolder(), await aFolder()]
    const said = join(folder, 'said')
    const script = `#!/bin/sh\necho "$@" > ${said}.tmp && mv ${said}.tmp ${said}\n`
    await writeFile(join(folder, 'google-chrome'), script)
    await chmod(join(folder, 'google-chrome'), 0o755)
    const env = { PATH: `${folder}:${process.env.PATH}` }
    const server = await serve(['--data', data, '--kiosk'], { env, opensBrowser: true })
    await expect.poll(() => existsSync(said)).toBe(true)
    expect(await readFile(said, 'utf8')).toBe(
      `--kiosk --no-first-run --no-default-browser-check --disable-session-crashed-bubble ` +
        `--user-data-dir=${join(data, 'browser')} http://localhost:${server.port}\n`,
    )
    expect(await server.stop()).toBe(stopped)
  },
)
