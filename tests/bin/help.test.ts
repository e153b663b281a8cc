/** Every command explains itself in Spanish, with examples that run; and every command of the README runs. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pilotos, serve } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'
import { root } from '../support/root.ts'

const commands = [
  'serve',
  'import',
  'list',
  'show',
  'export',
  'print',
  'remove',
  'revoke',
  'history',
  'qr',
  'staff add',
  'staff list',
  'staff remove',
]

test('the help names every command', async () => {
  const { code, stdout } = await pilotos(['--help'])
  expect(code).toBe(0)
  for (const command of commands) expect(stdout).toContain(`\n  ${command.split(' ')[0]}`)
})

test.each(commands)('pilotos %s --help is in Spanish, and its example runs', async (command) => {
  const { code, stdout } = await pilotos([...command.split(' '), '--help'])
  expect(code).toBe(0)
  expect(stdout).not.toMatch(/Usage|Options|Arguments|default|display help|choices/)
  const examples = stdout.split(/Ejemplos?:/)[1]?.match(/^ {2}pilotos .*$/gm) ?? []
  expect(examples.length).toBeGreaterThan(0)
  for (const example of examples) await run(example.trim())
})

describe('the README', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const lines = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  )

  test('names every command', () => {
    for (const command of commands) expect(readme).toContain(`pilotos ${command}`)
  })

  test.each(lines.filter((line) => line.startsWith('pilotos')))('%s', run)

  test('names only scripts that package.json has', async () => {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const named = lines
      .flatMap((line) => /^npm (?:run )?(\w+)/.exec(line)?.[1] ?? [])
      .filter((name) => name !== 'install')
    expect(named).toEqual(expect.arrayContaining(['start', 'test']))
    for (const name of named) expect(Object.keys(scripts)).toContain(name)
  })
})

/** Runs a line of a shell in a folder where its pilot and its files are. */
async function run(line: string): Promise<void> {
  const cwd = await aFolder()
  const env = { PILOTOS_PASSWORD: 'una clave larga' }
  const options = { cwd, env }
  const prepare = (args: string[], input = '') => pilotos(args, { ...options, input })
  await prepare(['import', '-'], JSON.stringify([{ id_driver: '7K3Q9XW2M4TB', ...aDraft() }]))
  await prepare(['staff', 'add', 'marta'])
  await prepare(['export', 'planilla.csv'])
  if (line.includes('pilotos restore')) await prepare(['backup', 'copia.tar.gz'])

  const [, ...args] = (line.replace(/ #.*$/, '').match(/"[^"]*"|\S+/g) ?? []).map((word) =>
    word.replaceAll('"', ''),
  )
  if (args[0] === 'serve') {
    const kiosk = await serve(args.slice(1), options)
    expect(await kiosk.stop()).toBe(0)
    return
  }
  const isNew = args[0] === 'import' && !args.includes('--dry-run')
  if (isNew) options.env = { ...env, PILOTOS_DATA: await aFolder() } as typeof env
  const outcome = await pilotos(
    args.map((arg) => (arg === 'data/example.csv' ? join(root, arg) : arg)),
    options,
  )
  expect(outcome, `${outcome.stderr}${outcome.stdout}`).toMatchObject({ code: 0 })
}
