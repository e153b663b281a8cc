/** Tests of `pilotos print`: the PDF, the questions, and the recorded cards. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lacks } from '../support/abilities.ts'
import { expectEnd, pilotos, serve, startPilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { machineUrl } from '../support/machine.ts'
import { withStores } from '../support/opened-stores.ts'
import { aDraft, aRow } from '../support/pilots.ts'
import { onTerminal } from '../support/terminal.ts'

const here = ['--public-url', machineUrl]

async function storesWith(count: number) {
  const data = await aFolder()
  const ids = await withStores(data, async ({ pilots }) => {
    await pilots.import(Array.from({ length: count }, (_, index) => aRow(index)))
    return (await pilots.list()).pilots.map(({ id }) => id)
  })
  const out = join(await aFolder(), 'credenciales.pdf')
  const print = (...args: string[]) => pilotos(['print', ...args, '--data', data, '--out', out, ...here])
  return { data, ids, out, print }
}

async function pagesOf(path: string): Promise<number> {
  return (await readFile(path, 'latin1')).match(/\/Type \/Page\b(?!s)/g)?.length ?? 0
}

test('a card fills a page or a tenth of a sheet, and the list marks the pilots with a card', async () => {
  const { data, ids, out, print } = await storesWith(12)
  const [first = ''] = ids
  const one = expect.stringContaining('1 credencial en')
  expect(await print(first)).toMatchObject({ code: 0, stdout: '', stderr: one })
  expect(await pagesOf(out)).toBe(1)
  const { stdout } = await pilotos(['list', '--data', data])
  expect(stdout.match(/\d\d\/\d\d\/\d{4} +VIGENTE$/gm)).toHaveLength(1)
  expect((await print('--all', '--again', '--layout', 'sheet', '--start', '10')).code).toBe(0)
  expect(await pagesOf(out)).toBe(3)
})

test('riders whose letters no typeface has are named before, and their cards are printed all the same', async () => {
  const { data, ids, out, print } = await storesWith(2)
  const [wei = '', ivan = ''] = ids
  await withStores(data, async ({ pilots }) => {
    await pilots.update(wei, aDraft({ name: '张伟', alergias: '花粉' }))
    await pilots.update(ivan, aDraft({ name: 'Иван' }))
  })
  const { code, stderr } = await print('--all')
  expect([code, await pagesOf(out)]).toEqual([0, 2])
  expect(stderr).toMatch(
    /^Atención: 1 piloto tiene letras .* salen como cuadros: 张伟 .* \(张伟\)\. .*\n.*2 credenciales en /,
  )
  const sheet = await pilotos(['print', '--all', '--emergency', '--data', data, '--out', out])
  expect(sheet.stderr).toMatch(/^Atención: 1 piloto .* \(张伟花粉\)/)
  expect((await print(ivan, '--again')).stderr).not.toContain('Atención')
})

test('the emergency sheet is written by number, and prints no card', async () => {
  const { data, out, print } = await storesWith(3)
  const { code, stderr } = await print('--all', '--emergency')
  expect([code, stderr]).toEqual([2, expect.stringContaining('lleva solo')])
  const args = ['print', '--all', '--emergency', '--data', data, '--out', out]
  expect(await pilotos(args)).toMatchObject({ code: 0, stderr: expect.stringContaining('de 3 pilotos') })
  expect(await pagesOf(out)).toBe(1)
  expect((await pilotos(['list', '--data', data])).stdout).not.toContain('/2026')
  const none = ['print', '--search', 'nadie', '--emergency', '--data', data, '--out', out]
  expect(await pilotos(none)).toMatchObject({ code: 1, stderr: expect.stringContaining('nadie') })
})

test('a pilot with a card gets a second one only on request, and a refused order writes no file', async () => {
  const { ids, out, print } = await storesWith(3)
  await print(ids[0] ?? '')
  const before = await readFile(out)
  const refused = await print('--all')
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('1 de 3 pilotos ya tiene una credencial impresa: use --again')
  expect(await readFile(out)).toEqual(before)
  expect((await print('--all', '--new')).stderr).toContain('2 credenciales en')
  const whole = await readFile(out)
  const none = 'No falta ninguna: todas ya tienen una credencial impresa.\n'
  expect(await print('--all', '--new')).toMatchObject({ code: 0, stdout: '', stderr: none })
  expect(await readFile(out)).toEqual(whole)
  expect((await print('--search', 'Íñigo', '--again')).stderr).toContain('3 credenciales en')
})

test.skipIf(lacks('script(1)'))('print asks on a terminal, and prints only the missing cards', async () => {
  const { data, ids, out, print } = await storesWith(3)
  await print(ids[0] ?? '')
  const stdout = await onTerminal(['print', '--all', '--data', data, '--out', out], 'faltan')
  expect(stdout).toContain('Imprimir solo las que faltan (2)')
  expect(stdout).toContain('2 credenciales en')
})

test('a server with a new address prints the number of cards with the old one, and how to keep it', async () => {
  const { data, print } = await storesWith(2)
  await print('--all')
  const same = await serve(['--data', data, ...here])
  expect(same.output).not.toContain('Atención')
  await same.stop()
  const moved = await serve(['--data', data, '--public-url', 'http://10.0.0.7:4780'])
  expect(moved.output).toContain(`2 credenciales con ${machineUrl}`)
  expect(moved.output).toContain(`pilotos serve --public-url ${machineUrl}`)
  await moved.stop()
  const { stdout } = await pilotos(['qr', '--all', '--format', 'terminal', '--data', data])
  expect(stdout).toContain('http://10.0.0.7:4780/credencial/')
})

test('a card with an earlier last day than its credential is reported, and printed again by --outdated', async () => {
  const { data, ids, out, print } = await storesWith(2)
  const validUntil = (until: string) =>
    withStores(data, ({ pilots }) => pilots.changeTerms(ids.slice(0, 1), { until }, 'marta'))
  await print('--all')
  expect((await print('--outdated')).stderr).toContain('ni una fecha anterior a la de ahora')
  await validUntil('2099-12-31')
  expect((await print('--all', '--new')).stderr).toBe(
    'No falta ninguna: todas ya tienen una credencial impresa.\n\n' +
      'Atención: 1 credencial impresa lleva una fecha anterior a la de ahora. ' +
      'Para imprimirlas otra vez: pilotos print --outdated --out otra-vez.pdf\n',
  )
  const again = await print('--outdated')
  expect(again.stderr).toContain('1 credencial en')
  expect(again.stderr).not.toContain('Atención')
  expect(await pagesOf(out)).toBe(1)
  expect((await print('--outdated')).stderr).toContain('Ninguna credencial lleva')
  await validUntil('2027-12-31')
  expect((await print('--outdated')).stderr).toContain('Ninguna credencial lleva')
})

test.skipIf(lacks('signals'))('Ctrl-C during a print leaves no file, and no pilot has a card', async () => {
  const { data, out } = await storesWith(400)
  const child = startPilotos(['print', '--all', '--data', data, '--out', out, ...here])
  const folder = join(out, '..')
  const begun = async () => (await readdir(folder)).length
  await expect.poll(begun, { interval: 1 }).toBeGreaterThan(0)
  child.kill('SIGINT')
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1)
  expect(await readdir(folder)).toEqual([])
  const { pilots } = await withStores(data, ({ pilots }) => pilots.list())
  expect(pilots.filter(({ card }) => card)).toEqual([])
})

test.each([
  [['--all', '--layout', 'card', '--start', '2'], '--start es para --layout hoja'],
  [['--all', '--search', 'x'], 'solo uno de ellos'],
  [[], 'diga los identificadores, --search, --outdated o --all'],
  [['--all', '--layout', 'hoja', '--bleed'], 'quite --bleed'],
  [['--all', '--offset', '50,0'], 'deben ser dos números de -20 a 20'],
  [['--all', '--layout', 'a5'], 'elija entre tarjeta, a7, a6, hoja'],
])('print %j is wrong usage', async (args, message) => {
  await expectEnd(pilotos(['print', ...args, '--out', 'x.pdf', '--data', await aFolder()]), 2, message)
})
