/** Tests that every command has a help in Spanish, and that the examples in it and in the documentation work. */
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Installation, launches, launchOf } from '#domain/desk/installation'
import { openEvent } from '#domain/events/events'
import { manifestText } from '../../packaging/program.ts'
import { openFolder } from '../../server/store/open.ts'
import { stopped } from '../support/abilities.ts'
import { pilotos, pilotosProcess, serve } from '../support/command.ts'
import { aFolder, sharedFolder } from '../support/folder.ts'
import { aReceivedScan } from '../support/passages.ts'
import { aDraft } from '../support/pilots.ts'
import { root } from '../support/root.ts'

/** Returns pairs of a command line and its help, for the program and all of its commands. */
async function helpOf(words: string[] = []): Promise<[string, string][]> {
  const { code, stdout } = await pilotos([...words, '--help'])
  if (code !== 0) throw new Error(`${words.join(' ')} --help ends with ${code}`)
  const lists = stdout.split(/\n(?:Órdenes|Cada día|Datos|Personas|Máquina):\n/).slice(1)
  const names = [...lists.join('\n').matchAll(/^ {2}(\S+)/gm)].map(([, name = '']) => name)
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

/** A folder with a pilot, an account, an incident, a field, a licence, a modalidad, a category, a spreadsheet and a backup for the examples. */
const exampleFolder = sharedFolder(async (cwd) => {
  const input = JSON.stringify([{ id_driver: '7K3Q9XW2M4TB', ...aDraft({ dni: 70123456 }) }])
  await pilotos(['import', '-'], { cwd, input })
  await pilotos(['staff', 'add', 'marta'], { cwd, env })
  const stores = await openFolder(join(cwd, 'data'))
  await stores.settings.changeItem('licencia', { kind: 'add', item: { name: 'Federada' } })
  await stores.settings.changeItem('modalidad', { kind: 'add', item: { name: 'MX1' } })
  const categories = [{ id: 'mx-85', modalidad: 'MOTOCROSS', name: '85 cc' }]
  await stores.settings.change({ events: { primero: { ...openEvent(), categories } } })
  await stores.passages.record([aReceivedScan(), aReceivedScan({ status: 'expired', offline: true })], 'warn')
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
  const { code, stdout } = await pilotos(words.split(' '))
  expect([code, stdout.slice(0, 4)]).toEqual([0, 'Uso:'])
})

const installations = Object.keys(launches) as Installation[]

describe.each(installations)('a program that is installed as %s', (installation) => {
  const { command, repair } = launchOf(installation)
  const run = (...args: string[]) => pilotos(args, { installed: { installation, clientFolder: 'none' } })

  test('names the commands as a person types them', async () => {
    expect((await run('help')).stdout).toContain(`Uso: ${command} [opciones] [orden]`)
    const { stdout } = await run('import', '--help')
    expect(stdout).toContain(`Uso: ${command} import [opciones] <archivo>`)
    expect(stdout).toContain(`Ejemplo:\n  ${command} import data/example.csv --dry-run`)
  })

  test('says so in its hints too, and names npm only in a clone', async () => {
    const data = await aFolder()
    const { stderr } = await run('list', '--data', data)
    expect(stderr).toContain(`regístrelos con ${command} serve, o con ${command} import ARCHIVO.`)
    const { stdout } = await run('doctor', '--data', data)
    expect(stdout).toContain(`haga una con ${command} backup`)
    const failure = await run('serve', '--port', '0', '--no-open', '--data', data)
    expect(failure).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`Faltan las páginas del programa: ${repair}`),
    })
    expect(failure.stderr.includes('npm')).toBe(installation === 'clone')
  })
})

test('the command of a release knows from its package how it is installed, and works without the pages', async () => {
  const folder = await aFolder()
  await cp(join(root, 'bin'), join(folder, 'bin'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  })
  await cp(join(root, 'dist/program'), join(folder, 'dist/program'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  await writeFile(join(folder, 'package.json'), await manifestText(root, 'linux'))
  const { code, stdout } = await pilotosProcess(['help'], { project: folder })
  expect([code, stdout]).toEqual([0, expect.stringContaining('Uso: ./pilotos [opciones] [orden]')])
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

  test('names no option that no command has', () => {
    const known = help.map(([, text]) => text).join('\n')
    const [, manual = ''] = texts
    const named = new Set(manual.match(/(?<![\w-])--[a-z][a-z-]*/g))
    expect([...named].filter((option) => !new RegExp(`${option}(?![\\w-])`).test(known))).toEqual([])
  })

  /** Each example runs once, however many texts contain it. */
  const examples = new Set([...commands, ...help.flatMap(([, text]) => examplesOf(text))])

  // Commands with processes and threads of their own also run in a process that has nothing else.
  const apart = ['pilotos import', 'pilotos print'].map((command) =>
    [...examples].find((example) => example.startsWith(command)),
  )

  test.each([...examples])('and the help have the working example %s', (example) =>
    run(example, apart.includes(example) ? pilotosProcess : pilotos),
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
    expect(await server.stop()).toBe(stopped)
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
