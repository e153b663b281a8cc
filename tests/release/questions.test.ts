/**
 * A day at the desk with an unpacked release on this machine and, where it is Linux, with that for Windows under Wine. The
 * questions of a machine follow each other, as a day does: what one has stored, the next ones find.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdir, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:https'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Platform } from '../../packaging/platforms.ts'
import { lacks } from '../support/abilities.ts'
import { root } from '../support/root.ts'
import { version } from './archive.ts'
import { type Machine, openMachine, openWindows, ownPlatform } from './machines.ts'
import { missingForWine } from './wine.ts'

interface Ended {
  code: number | null
  /** The standard output and the standard error output. */
  output: string
}

interface Kiosk {
  url: string
  process: ChildProcess
}

const minute = 60_000

/** The words after Node that start a kiosk on any ports. */
const serving = ['program/bin/pilotos.cjs', 'serve', '--no-open', '--port', '0']

const rider = {
  ...{ name: 'Begoña', lastname: 'Ibáñez', email: 'b@ejemplo.org', celular: 987654321, dni: 40123999 },
  ...{ fechanac: '1994-02-28', nlicencia: 'W-1', npiloto: '93', licencia: 'Anual', club: 'NUL' },
  ...{ modalidad: 'ENDURO CROSS', tiposangre: 'AB+', participacion: 'no' },
}

const missing = await missingForWine()
if (missing.length > 0 && process.platform === 'linux') {
  const why = `the release for Windows under Wine (it needs ${missing.join(', ')})`
  if (process.env.CI) throw new Error(`CI must run ${why}`)
  console.warn(`SKIPPED on this machine: ${why}`)
}

interface Asked {
  name: string
  isThere: boolean
  /** True for Windows and for Wine. */
  isWindows: boolean
  open: (options?: { hasOwnNetwork: boolean }) => Promise<Machine>
}

const machines: Asked[] = [
  {
    name: 'this machine',
    isThere: ownPlatform !== undefined,
    isWindows: ownPlatform?.os === 'win32',
    open: () => openMachine(ownPlatform as Platform),
  },
  { name: 'Windows under Wine', isThere: missing.length === 0, isWindows: true, open: openWindows },
]

describe.each(machines.filter(({ isThere }) => isThere))(
  'the release on $name',
  ({ isWindows, open: openIt }) => {
    let machine: Machine
    let kiosk: Kiosk
    let outputs = 0

    beforeAll(async () => {
      machine = await openIt()
      await copyFile(join(root, 'data/example.csv'), file('planilla.csv'))
    })
    afterAll(() => machine?.close())

    const file = (name: string) => join(machine.place, name)
    const start = async (bytes: number, name: string) =>
      (await readFile(file(name))).toString('latin1', 0, bytes)

    /** Runs a program in the folder of the release to its end. */
    async function run(words: readonly string[]): Promise<Ended> {
      const output = await open(file(`output-${++outputs}.txt`), 'w+')
      try {
        const [code] = await once(machine.start(words, output.fd), 'exit')
        return { code, output: await readFile(file(`output-${outputs}.txt`), 'utf8') }
      } finally {
        await output.close()
      }
    }

    /** Runs a command by the launcher. */
    const pilotos = (...words: string[]) => run([...machine.launcher, ...words])
    const done = (output: string | RegExp) => ({ code: 0, output: expect.stringMatching(output) })

    /** Starts a kiosk on any ports without the launcher, so that its process can be killed. */
    async function serve(...words: string[]): Promise<Kiosk> {
      const name = `output-${++outputs}.txt`
      const output = await open(file(name), 'w')
      const process = machine.start([...machine.node, ...serving, ...words], output.fd)
      await output.close()
      const said = () => readFile(file(name), 'utf8')
      await expect
        .poll(async () => process.exitCode !== null || (await said()).includes('Ctrl+C'), { timeout: minute })
        .toBe(true)
      const [, url = ''] = /En esta laptop: +(\S+)/.exec(await said()) ?? []
      if (!url) throw new Error(`The kiosk did not open: ${await said()}`)
      return { url: url.replace('localhost', '127.0.0.1'), process }
    }

    async function kill({ process }: Kiosk): Promise<void> {
      if (process.exitCode !== null) throw new Error(`The kiosk has ended with ${process.exitCode}`)
      const ended = once(process, 'exit')
      process.kill('SIGKILL')
      await ended
    }

    test('starts in a folder whose path has what shells treat specially', async () => {
      const system = isWindows ? 'win32' : process.platform
      expect(await pilotos('--version')).toEqual(done(`^${version}\r?\n[\\s\\S]*Node v[\\d.]+, ${system}-`))
    })

    test('imports a spreadsheet into the folder of the user', async () => {
      expect(await pilotos('import', machine.path('planilla.csv'))).toEqual(done(/^40 registrados/m))
      expect((await stat(join(machine.data, 'pilots.json'))).size).toBeGreaterThan(0)
      expect(await pilotos('list')).toEqual(done('Sebastián León'))
    })

    test('writes spreadsheets, cards and QRs', async () => {
      for (const [name, begin, words] of [
        ['salida.xlsx', 'PK', ['export']],
        ['salida.csv', '\xef\xbb\xbf', ['export']],
        ['tarjetas.pdf', '%PDF', ['print', '--all', '--out']],
        ['qr.png', '\x89PNG', ['qr', '40123456', '--out']],
      ] as const) {
        expect(await pilotos(...words, machine.path(name))).toEqual(done(''))
        expect(await start(begin.length, name)).toBe(begin)
      }
      expect(await pilotos('import', machine.path('salida.csv'), '--data', machine.path('otra'))).toEqual(
        done(/^40 registrados/m),
      )
    })

    test('refuses names that Windows cannot have', async () => {
      for (const name of ['NUL', 'con.csv', 'lista:1.csv', 'lista.', 'lista '])
        expect(await pilotos('export', machine.path(name)), name).toEqual({
          code: 2,
          output: expect.stringContaining('elija otro'),
        })
    })

    test('writes a backup, and restores it into another folder', async () => {
      expect(await pilotos('backup', machine.path('copia.tar.gz'))).toEqual(done('40 pilotos'))
      expect(await pilotos('restore', machine.path('copia.tar.gz'), '--data', data())).toEqual(
        done('40 pilotos'),
      )
    })

    const data = () => machine.path('Datos ñ')

    test('opens the kiosk for this laptop and the gates', async () => {
      kiosk = await serve('--data', data())
      const before = performance.now()
      expect((await fetch(kiosk.url)).status).toBe(200)
      console.log(`The first request took ${Math.round(performance.now() - before)} ms`)
      const [session] = (await (await fetch(`${kiosk.url}/api/session`)).json()).data
      expect(await statusOf(`https://127.0.0.1:${new URL(session.secure_url).port}`)).toBe(200)
    })

    test('registers a rider with a photo', async () => {
      const form = new FormData()
      form.set('data_driver', JSON.stringify(rider))
      form.set('_img', new Blob([await readFile(file('qr.png'))], { type: 'image/png' }), 'foto.png')
      const saved = await fetch(`${kiosk.url}/api`, {
        method: 'POST',
        body: form,
        headers: { origin: kiosk.url },
      })
      expect(saved.status).toBe(201)
      const [{ attachment }] = ((await saved.json()) as { data: { attachment: string }[] }).data as [
        { attachment: string },
      ]
      const photo = Buffer.from(await (await fetch(`${kiosk.url}/files/${attachment}`)).arrayBuffer())
      expect(photo.toString('latin1', 0, 3)).toBe('\xff\xd8\xff')
    })

    test('runs commands beside the kiosk, and no second kiosk', async () => {
      expect(await pilotos('list', '--search', 'begona', '--data', data())).toEqual(done('Ibáñez'))
      expect(await pilotos('serve', '--no-open', '--port', '0', '--data', data())).toEqual({
        code: 3,
        output: expect.stringContaining('Ya hay un kiosco abierto'),
      })
    })

    test('keeps what was stored when the kiosk is killed, and opens it again', async () => {
      await kill(kiosk)
      expect(await pilotos('doctor', '--data', data())).toEqual(done('41 pilotos'))
      kiosk = await serve('--data', data())
      await kill(kiosk)
    })

    test('stores where a descriptor has another device than its path (libuv issue 4698)', async () => {
      const preload = machine.path('device.cjs')
      await writeFile(file('device.cjs'), otherDevice)
      const words = ['--require', preload, 'program/bin/pilotos.cjs', 'import', machine.path('planilla.csv')]
      expect(await run([...machine.node, ...words, '--data', machine.path('disco')])).toEqual(
        done(/^40 registrados/m),
      )
    })

    test.skipIf(lacks('script(1)'))(
      'is closed by Ctrl+C in a terminal, and leaves no note of it',
      async () => {
        const words = [...machine.node, ...serving, '--data', data()]
        const { terminal, output } = await openTerminal(machine, words)
        terminal.stdin?.write('\x03')
        const [code] = await once(terminal, 'exit')
        expect(output()).toContain('Cerrando el kiosco')
        expect(code).toBe(0)
        expect(await readdir(file('Datos ñ'))).not.toContain('kiosk.json')
      },
    )

    test.runIf(isWindows)('stores although each of its files is held when it is first opened', async () => {
      await cp(file('Datos ñ'), file('retenidos'), { recursive: true })
      await writeFile(file('hold.cjs'), holder)
      const words = ['--require', machine.path('hold.cjs'), 'program/bin/pilotos.cjs', 'remove', '40123456']
      expect(await run([...machine.node, ...words, '--yes', '--data', machine.path('retenidos')])).toEqual(
        done(/^refused lock$.*^refused pilots\.json$.*^refused journal/ms),
      )
    })

    test('opens data with % and ! in their path', async () => {
      kiosk = await serve('--data', machine.path('100% ¡ya!'))
      await kill(kiosk)
      expect(await readdir(file('100% ¡ya!'))).toContain('lock')
    })

    test.runIf(isWindows)('stores on a share of the network', async () => {
      const shared = machine.onShare?.('compartidos') ?? ''
      expect(await pilotos('import', machine.path('planilla.csv'), '--data', shared)).toEqual(
        done(/^40 registrados/m),
      )
      kiosk = await serve('--data', shared)
      expect(await pilotos('list', '--search', 'Sebastián', '--data', shared)).toEqual(done('León'))
      await kill(kiosk)
      expect(await pilotos('doctor', '--data', shared)).toEqual(done('40 pilotos'))
    })

    test('says what to do once an antivirus has taken the addons of sharp away', async () => {
      const addons = join(machine.release, 'program/node_modules/@img')
      await rename(addons, `${addons}-apart`)
      const { code, output } = await pilotos('doctor', '--data', data())
      await rename(`${addons}-apart`, addons)
      expect(output).toContain('PROBLEMA  Las fotos no se pueden leer')
      expect(code).toBe(3)
    })

    test.runIf(isWindows)('says inside the ZIP that it must be unpacked', async () => {
      await mkdir(file('zip'))
      await copyFile(join(machine.release, 'PilotOS.cmd'), file('zip/PilotOS.cmd'))
      const { code, output } = await run(['cmd', '/d', '/c', machine.path('zip\\PilotOS.cmd')])
      expect(output).toContain('elija Extraer todo')
      expect(code).toBe(3)
    })
  },
)

describe.skipIf(missing.length > 0)('a double click on PilotOS.cmd', () => {
  // The cmd of Wine ends by Ctrl+C without a question, so that only Windows shows that the launcher prevents it.
  test('opens the kiosk', async () => {
    const machine = await openWindows({ hasOwnNetwork: true })
    onTestFinished(() => machine.close())
    const { output } = await openTerminal(machine, machine.launcher)
    expect(output()).toContain('http://localhost:4780')
  })
})

/** Starts a kiosk in a terminal, and returns it once the kiosk is open. `output` returns what it has shown. */
async function openTerminal({ startInTerminal }: Machine, words: readonly string[]) {
  const terminal = startInTerminal?.(words)
  if (!terminal) throw new Error('This machine has no terminal for tests')
  let shown = ''
  terminal.stdout?.setEncoding('utf8').on('data', (text) => {
    shown += text
  })
  await expect.poll(() => shown, { timeout: minute }).toContain('Ctrl+C')
  return { terminal, output: () => shown }
}

/**
 * Holds each file of the data folder, which is the last word, until Windows has refused to open it once. Windows does not ask
 * whether the program that holds a file is another one.
 */
const holder = `
const fs = require('node:fs')
const { basename, join } = require('node:path')
const folder = process.argv.at(-1)
const held = new Map()
for (const { name } of fs.readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile())) {
  const path = join(folder, name)
  held.set(path, fs.openSync(path, fs.constants.O_RDWR | 0x10000000))
}
const letGo = (path, error) => {
  if (error?.code !== 'EBUSY' || !held.has(path)) return
  fs.closeSync(held.get(path))
  held.delete(path)
  console.log('refused ' + basename(path))
}
const { open } = fs
fs.open = (path, ...rest) => {
  const done = rest.pop()
  open(path, ...rest, (error, descriptor) => {
    letGo(path, error)
    done(error, descriptor)
  })
}
const { open: openHandle } = fs.promises
fs.promises.open = (path, ...rest) =>
  openHandle(path, ...rest).catch((error) => {
    letGo(path, error)
    throw error
  })
require('node:module').syncBuiltinESMExports()
`

/** Gives descriptors another device, as Node 22.12 to 22.16 and 24.0 to 24.1 do on Windows 11. */
const otherDevice = `
const fs = require('node:fs')
const { fstat } = fs
fs.fstat = (descriptor, ...rest) => {
  const done = rest.pop()
  fstat(descriptor, ...rest, (error, stats) => done(error, stats && Object.assign(stats, { dev: stats.dev + 1 })))
}
require('node:module').syncBuiltinESMExports()
`

/** Asks for a page with the certificate of the kiosk, which no authority has signed. */
function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) =>
    get(url, { agent: new Agent({ rejectUnauthorized: false }) }, (answer) =>
      resolve(answer.resume().statusCode),
    ).on('error', reject),
  )
}
