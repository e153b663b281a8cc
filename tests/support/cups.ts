/** A CUPS of one test: in its own folder, on its own socket, with a printer that writes PDFs. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { aFolder } from './folder.ts'

/** The name of the printer. */
export const pdfPrinter = 'Tarjetas'

export interface TestCups {
  /** Runs a program of CUPS, such as `cupsdisable`. */
  run(program: string, ...args: string[]): string
  /** Returns the paths of the sheets that have come out, in the order of their names. */
  sheets(): Promise<string[]>
}

/** Starts the scheduler. `lp` and the server of the test find it by `CUPS_SERVER`. */
export async function startCups(): Promise<TestCups> {
  const folder = await aFolder()
  const inside = (name: string) => join(folder, name)
  const socket = inside('cups.sock')
  await chmod(folder, 0o755)
  for (const name of ['etc', 'etc/ppd', 'spool', 'spool/tmp', 'cache', 'run', 'log', 'out', 'pdf'])
    await mkdir(inside(name))
  const lp = { uid: Number(idOf('-u')), gid: Number(idOf('-g')) }
  for (const name of ['etc', 'etc/ppd', 'spool', 'spool/tmp', 'cache', 'run', 'log'])
    await chown(inside(name), lp.uid, lp.gid)
  const policy = '<Policy default>\n<Limit All>\nOrder deny,allow\n</Limit>\n</Policy>'
  await writeFile(
    inside('etc/cupsd.conf'),
    `Listen ${socket}\nBrowsing No\nDefaultAuthType None\n<Location />\nAllow localhost\n</Location>\n${policy}\n`,
  )
  const folders = {
    ...{ ServerRoot: 'etc', RequestRoot: 'spool', CacheDir: 'cache', StateDir: 'run', TempDir: 'spool/tmp' },
    ...{ AccessLog: 'log/access', ErrorLog: 'log/error', PageLog: 'log/page' },
  }
  const lines = Object.entries(folders).map(([name, path]) => `${name} ${inside(path)}`)
  await writeFile(inside('etc/cups-files.conf'), `${lines.join('\n')}\nUser lp\nGroup lp\nSystemGroup root\n`)
  await writeFile(
    inside('etc/cups-pdf.conf'),
    `Out ${inside('out')}\nAnonDirName ${inside('out')}\nSpool ${inside('pdf')}\nLog ${inside('log')}\nLabel 1\n`,
  )
  // The printer reads its settings at one place only, which is another file for this scheduler alone.
  const script =
    'mount --bind "$1/cups-pdf.conf" /etc/cups/cups-pdf.conf && exec cupsd -f -c "$1/cupsd.conf" -s "$1/cups-files.conf"'
  const scheduler = spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', inside('etc')], {
    stdio: 'ignore',
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  })
  const before = process.env.CUPS_SERVER
  process.env.CUPS_SERVER = socket
  onTestFinished(async () => {
    if (before === undefined) delete process.env.CUPS_SERVER
    else process.env.CUPS_SERVER = before
    const ended = once(scheduler, 'exit')
    scheduler.kill()
    await ended
  })
  await expect.poll(() => existsSync(socket), { interval: 20 }).toBe(true)
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  run(
    'lpadmin',
    '-p',
    pdfPrinter,
    '-E',
    '-v',
    'cups-pdf:/',
    '-P',
    '/usr/share/ppd/cups-pdf/CUPS-PDF_noopt.ppd',
  )
  const sheets = async () => (await readdir(inside('out'))).sort().map((name) => inside(`out/${name}`))
  return { run, sheets }
}

function idOf(option: string): string {
  return execFileSync('id', [option, 'lp'], { encoding: 'utf8' }).trim()
}
