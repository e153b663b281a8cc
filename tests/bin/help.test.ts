/** Tests that every command has a help in Spanish, and that the examples in it and in the documentation work. */
import { cp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openFolder } from '../../server/store/open.ts'
import { pilotos, pilotosProcess, serve } from '../support/command.ts'
import { aFolder, sharedFolder } from '../support/folder.ts'
import { aJudgedScan } from '../support/passages.ts'
import { aDraft } from '../support/pilots.ts'
import { root } from '../support/root.ts'

/** Returns pairs of a command line and its help, for the program and all of its commands. */
async function helpOf(words: string[] = []): Promise<[string, string][]> {
  const { code, stdout } = await pilotos([...words, '--help'])
  if (code !== 0) throw new Error(`${words.join(' ')} --help ends with ${code}`)
  const [, list = ''] = stdout.split('\nÓrdenes:\n')
  const names = [...list.matchAll(/^ {2}(\S+)/gm)].map(([, name = '']) => name)
  const below = await Promise.all(
    names.filter((name) => name !== 'help' && name !== 'pilotos').map((name) => helpOf([...words, name])),
  )
  return [[['pilotos', ...words].join(' '), stdout], ...below.flat()]
}

const help = await helpOf()

function examplesOf(text: string): string[] {
  const lines = text.split(/Ejemplos?:/)[1]?.match(/^ {2}pilotos .*$/gm) ?? []
  return lines.map((line) => line.trim())
}

/** A folder with a pilot, an account, an incident, a spreadsheet and a backup for the examples. */
const exampleFolder = sharedFolder(async (cwd) => {
  const input = JSON.stringify([{ id_driver: '7K3Q9XW2M4TB', ...aDraft({ dni: 70123456 }) }])
  await pilotos(['import', '-'], { cwd, input })
  await pilotos(['staff', 'add', 'marta'], { cwd, env })
  const stores = await openFolder(join(cwd, 'data'))
  await stores.passages.record([aJudgedScan(), aJudgedScan({ status: 'expired', offline: true })], 'warn')
  await stores.close()
  await Promise.all([
    pilotos(['export', 'planilla.csv'], { cwd }),
    pilotos(['backup', 'copia.tar.gz'], { cwd }),
  ])
})

test('the program has commands and subcommands', () => {
  const names = help.map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(['pilotos serve', 'pilotos doctor', 'pilotos staff add']))
})

test.each(help)('%s --help is in Spanish and has examples', (_, text) => {
  expect(text).not.toMatch(/Usage|Options|Arguments|default|display help|choices/)
  // One scan at a gate is a lectura everywhere.
  expect(text).not.toMatch(/\bpasos?\b/i)
  expect(examplesOf(text).length).toBeGreaterThan(0)
})

test.each(['help', 'help serve', 'staff help'])('pilotos %s ends without a failure', async (words) => {
  const { code, stdout } = await pilotosProcess(words.split(' '))
  expect([code, stdout.slice(0, 4)]).toEqual([0, 'Uso:'])
})

describe('the documentation for users', async () => {
  const paths = ['README.md', 'docs/manual.md', 'docs/database.md']
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')))
  const documents = texts.join('\n')
  const lines = [...documents.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  )
  const commands = lines
    .filter((line) => line.startsWith('pilotos'))
    .map((line) => line.replace(/ +#.*$/, ''))

  test('names every command', () => {
    for (const [command] of help) expect(documents).toContain(command)
  })

  /** Each example runs once, however many texts contain it. */
  const examples = new Set([...commands, ...help.flatMap(([, text]) => examplesOf(text))])

  const first = new Set(help.map(([command]) => [...examples].find((example) => example.startsWith(command))))

  // The first example of a command runs in a process of its own, which ends only if the command leaves nothing open.
  test.each([...examples])('and the help have the working example %s', (example) =>
    run(example, first.has(example) ? pilotosProcess : pilotos),
  )

  test('names only scripts that package.json has', async () => {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const named = lines
      .flatMap((line) => /^npm (?:run )?(\w+)/.exec(line)?.[1] ?? [])
      .filter((name) => name !== 'install')
    expect(named).toEqual(expect.arrayContaining(['start', 'test']))
    for (const name of named) expect(Object.keys(scripts)).toContain(name)
  })
})

const env = { PILOTOS_PASSWORD: 'una clave larga' }

/** Runs a shell command in a folder with the pilot and the files that the examples need. */
async function run(line: string, runCommand: typeof pilotos): Promise<void> {
  const cwd = await aFolder()
  await cp(exampleFolder(), cwd, { recursive: true })
  const [, ...args] = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
  if (args[0] === 'serve') {
    const server = await serve(args.slice(1), { cwd, env })
    expect(await server.stop()).toBe(0)
    return
  }
  if (args[0] === 'backup') await rm(join(cwd, 'copia.tar.gz'))
  const isNew = args[0] === 'import' && !args.includes('--dry-run')
  const outcome = await runCommand(
    args.map((arg) => (arg === 'data/example.csv' ? join(root, arg) : arg)),
    { cwd, env: { ...env, ...(isNew && { PILOTOS_DATA: await aFolder() }) } },
  )
  expect(outcome, `${outcome.stderr}${outcome.stdout}`).toMatchObject({ code: 0 })
}
