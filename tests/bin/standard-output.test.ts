/** Tests that `-` as the file of an output is stdout, as in other programs, or is refused where a file is needed. */
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requiredNames } from '#domain/pilots/fields'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { withStores } from '../support/opened-stores.ts'
import { aDraft } from '../support/pilots.ts'

/** Returns a function that runs commands in an empty folder, on data with one pilot, and one that lists its files. */
async function aDesk() {
  const [data, cwd] = [await aFolder(), await aFolder()]
  const { id } = await withStores(data, ({ pilots }) =>
    pilots.register(aDraft({ name: 'Ñusta', npiloto: '27' })),
  )
  const run = (...args: string[]) => pilotos([...args, '--data', data], { cwd })
  return { run, id, cwd, files: () => readdir(cwd) }
}

test('each export and picture goes to stdout, and no file is named -', async () => {
  const { run, id, files } = await aDesk()
  for (const [args, start] of [
    [['export', '-'], '\ufeffid_driver;attachment;'],
    [['export', '-', '--format', 'json'], '[\n'],
    [['export', '-', '--format', 'xlsx'], 'PK'],
    [['export', '-', '--for', 'webscorer'], '\ufeffBib\t'],
    [['call', 'GET /api/passages/export?plain=1'], 'Lectura,'],
    [['call', 'GET /api/report.pdf', '--out', '-'], '%PDF'],
    [['qr', id, '--out', '-'], '\ufffdPNG'],
    [['qr', id, '--out', '-', '--format', 'svg'], '<svg'],
    [['report', '--out', '-'], '%PDF'],
  ] as const) {
    const { code, stdout, stderr } = await run(...args)
    expect([code, stdout.slice(0, start.length), stderr], args.join(' ')).toEqual([
      0,
      start,
      expect.not.stringContaining(' en -'),
    ])
  }
  expect(await files()).toEqual([])
})

test('rejected rows go to stdout, and the counts to stderr', async () => {
  const { run, cwd } = await aDesk()
  const draft = { ...aDraft(), email: 'no', participacion: 'no' }
  await writeFile(
    join(cwd, 'planilla.csv'),
    `${requiredNames.join(';')}\n${requiredNames.map((name) => draft[name]).join(';')}\n`,
  )
  const { code, stdout, stderr } = await run('import', 'planilla.csv', '--rejects', '-')
  expect([code, stdout.split('\n')[0]]).toEqual([1, `\ufeff${[...requiredNames, 'motivo'].join(';')}`])
  expect(stdout).toContain('correo electronico invalido')
  expect(stderr).toContain('0 registrados, 1 rechazado\n')
})

test.each([
  [['print', '--all', '--out', '-']],
  [['backup', '-']],
  [['export-person', '70000001', '-']],
  [['qr', '--all', '--out', '-', '--format', 'png']],
  [['report', '--out', '-', '--json']],
])('%j asks for a file, and writes none', async (args) => {
  const { run, files } = await aDesk()
  const { code, stdout, stderr } = await run(...args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(
    /se escribe en un archivo: diga su nombre|diga con --out en qué carpeta|pero no ambos/,
  )
  expect(await files()).toEqual([])
})
