/** Tests of the files that `npm run release` has built: they are the same in a second build, and the one for Linux runs. */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { filesIn, findProblems } from '../../packaging/archives.ts'
import { type Platform, platforms } from '../../packaging/platforms.ts'
import { root } from '../support/root.ts'
import { archiveOf, release, top, unpackInto, version } from './archive.ts'

const largest = 65_000_000
const nobody = 65534
const isRoot = process.getuid?.() === 0

beforeAll(async () => {
  await stat(join(release, 'SHA256SUMS')).catch(() => {
    throw new Error('There is no release: npm run release')
  })
})

/** Unpacks an archive into a new folder, and returns its top folder, beside which it has nothing. */
async function unpacked(platform: Platform): Promise<string> {
  const place = await aPlace()
  await unpackInto(place, archiveOf(platform))
  expect(await readdir(place)).toEqual([top])
  return join(place, top)
}

/** Returns a new folder, with spaces and other letters in its path, that everybody may use. */
async function aPlace(): Promise<string> {
  const outer = await mkdtemp(join(tmpdir(), 'pilotos-'))
  onTestFinished(() => rm(outer, { recursive: true, force: true }))
  await chmod(outer, 0o755)
  const place = join(outer, 'Moto Club Ñandú (2026) & Cía')
  await mkdir(place)
  return place
}

test('SHA256SUMS has the sum of every file, and none is larger than 65 MB', async () => {
  const sums = (await readFile(join(release, 'SHA256SUMS'), 'utf8')).trim().split('\n')
  const names = (await readdir(release)).filter((name) => name !== 'SHA256SUMS').sort()
  expect(sums.map((line) => line.slice(66)).sort()).toEqual(names)
  for (const line of sums) {
    const content = await readFile(join(release, line.slice(66)))
    expect(createHash('sha256').update(content).digest('hex')).toBe(line.slice(0, 64))
    expect(content.length, line).toBeLessThanOrEqual(largest)
  }
})

test.each(platforms)(
  'the archive for $name has what the platform needs, and nothing of another',
  async (platform) => {
    const folder = await unpacked(platform)
    const files = await filesIn(folder)
    expect(findProblems(files, platform)).toEqual([])
    // The manual that the kiosk shows, and its pictures.
    for (const name of ['manual.json', ...(await readdir(join(root, 'docs/pictures/manual')))]) {
      const { name: start, ext } = parse(name)
      const built = new RegExp(`/dist/client/assets/${start}-[0-9a-f]{8}\\${ext}$`)
      expect(files.some((file) => built.test(file))).toBe(true)
    }
    const runtime = await readFile(join(folder, 'runtime', platform.os === 'win32' ? 'node.exe' : 'node'))
    expect(runtime.includes(`v${platform.runtime.version}`)).toBe(true)
  },
)

describe.skipIf(!canIsolate())('the archive for Linux, without a network, a PATH and another Node', () => {
  /** Runs the scenario in namespaces of its own, as an ordinary user. */
  async function runScenario(folder: string, home: string, spreadsheet = '') {
    const place = await aPlace()
    await copyFile(join(root, 'tests/release/scenario.mjs'), join(place, 'scenario.mjs'))
    if (spreadsheet) await copyFile(spreadsheet, join(place, 'planilla.csv'))
    const inside = [
      'ip link set lo up',
      `mount --bind /dev/null '${process.execPath}'`,
      'exec env -i "$1/runtime/node" "$2/scenario.mjs" "$1" "$4" "$3"',
    ].join(' && ')
    const user = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : []
    const command = [
      ...user,
      ...['unshare', '--map-root-user', '--mount', '--net', '--pid', '--fork', '--kill-child'],
      ...['sh', '-c', inside, 'sh', folder, place, home, spreadsheet && join(place, 'planilla.csv')],
    ]
    const [program = '', ...args] = command
    const { stdout, stderr, status } = spawnSync(program, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return JSON.parse(stdout)
  }

  test('is built again with the same sums, and a second build serves the data of the first', async () => {
    const place = await aPlace()
    const home = join(place, 'mesa')
    await mkdir(home)
    if (isRoot) await chown(home, nobody, nobody)
    const [linux] = platforms as [Platform]
    await unpackInto(place, archiveOf(linux))
    const first = await runScenario(join(place, top), home, join(root, 'data/example.csv'))
    const data = join(home, '.local/share/pilotos')
    expect(first.version).toMatchObject({ code: 0, output: expect.stringMatching(`^${version}\n`) })
    expect(first.version.output).toContain(`Node v${linux.runtime.version}, linux-x64`)
    expect(first.system).toMatch(/ENOENT|EACCES/)
    expect(first.internet).toMatch(/EAI_AGAIN|ENOTFOUND|ENETUNREACH/)
    expect(first.imported).toMatchObject({
      code: 0,
      output: expect.stringContaining('40 registrados, 0 rechazados'),
    })
    expect(first.started).toContain(`Datos:            ${data}\n`)
    expect(first.again).toEqual({ code: 0, output: 'PilotOS ya estaba abierto, en http://localhost:4780\n' })
    expect(first).toMatchObject({
      page: 200,
      total: 40,
      saved: 200,
      photo: 'ffd8ff',
      card: [200, 'PNG'],
      stopped: 0,
    })
    expect(first.pdf).toMatchObject({ code: 0, start: '%PDF' })
    expect(first.xlsx).toMatchObject({ code: 0, start: 'PK\x03\x04' })
    expect(first['tar.gz']).toMatchObject({ code: 0, start: '\x1f\x8b\b\x00' })
    expect(first.doctor).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Los datos están en ${data}\n`),
    })

    const again = join(place, 'otra')
    const build = 'umask 077; exec "$0" --import tsx packaging/release.ts linux-x64 --out "$1"'
    execFileSync('sh', ['-c', build, process.execPath, again], {
      cwd: root,
      env: { ...process.env, TZ: 'Asia/Tokyo', LC_ALL: 'C' },
      stdio: 'ignore',
    })
    const sums = await readFile(join(release, 'SHA256SUMS'), 'utf8')
    for (const line of (await readFile(join(again, 'SHA256SUMS'), 'utf8')).trim().split('\n'))
      expect(sums.split('\n')).toContain(line)
    await rename(join(place, top), join(place, 'vieja'))
    await rm(join(place, 'vieja'), { recursive: true })
    await unpackInto(place, join(again, `${top}-linux-x64.tar.xz`))
    const second = await runScenario(join(place, top), home)
    expect(second).toMatchObject({
      page: 200,
      total: 40,
      saved: 200,
      photo: 'ffd8ff',
      card: [200, 'PNG'],
      stopped: 0,
    })
    expect(second.doctor.output).toContain('1 foto')
  })
})

describe.skipIf(!canInstall())('the Debian package', () => {
  test('is installed, runs and is removed in a root of its own, and leaves no file', async () => {
    const place = join(await aPlace(), 'root')
    for (const folder of [
      'var/lib/dpkg/updates',
      'var/lib/dpkg/info',
      'dev',
      'lib',
      'lib64',
      'bin',
      'usr/lib/x86_64-linux-gnu',
    ])
      await mkdir(join(place, folder), { recursive: true })
    execFileSync('touch', [join(place, 'var/lib/dpkg/status'), join(place, 'dev/null')])
    const dpkg = (...words: string[]) =>
      execFileSync('dpkg', [`--root=${place}`, '--force-depends', '--force-not-root', ...words], {
        encoding: 'utf8',
      })
    dpkg('--install', join(release, `pilotos_${version}_amd64.deb`))
    expect(dpkg('--verify', 'pilotos')).toBe('')
    // The libraries and the shell are those of this machine, in a namespace that ends with the command.
    const mounts = ['/lib', '/lib64', '/bin', '/usr/lib/x86_64-linux-gnu', '/dev/null']
      .map((path) => `mount --bind "$(readlink -f ${path})" "$0${path}"`)
      .join(' && ')
    const run = `${mounts} && exec chroot "$0" /usr/bin/pilotos --version`
    const printed = execFileSync('unshare', ['--mount', '--net', 'sh', '-c', run, place], {
      encoding: 'utf8',
    })
    expect(printed).toMatch(new RegExp(`^${version}\ncommit .*Node v[\\d.]+, linux-x64\n$`))
    dpkg('--purge', 'pilotos')
    const left = await readdir(join(place, 'usr'), { recursive: true })
    expect(left.filter((path) => path.includes('pilotos'))).toEqual([])
  })

  test('depends on nothing but the libraries of every installation', () => {
    const file = join(release, `pilotos_${version}_amd64.deb`)
    const depends = execFileSync('dpkg-deb', ['--field', file, 'Depends'], { encoding: 'utf8' })
    expect(
      depends
        .trim()
        .split(', ')
        .map((name) => name.split(' ')[0]),
    ).toEqual(['libc6', 'libstdc++6', 'libgcc-s1'])
  })
})

/** Returns true if an ordinary user can create namespaces. */
function canIsolate(): boolean {
  const user = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : []
  const [program = '', ...args] = [
    ...user,
    'unshare',
    '--map-root-user',
    '--mount',
    '--net',
    'ip',
    'link',
    'set',
    'lo',
    'up',
  ]
  return isPossible(
    'the release without a network (it needs Linux, user namespaces and iproute2)',
    program,
    args,
  )
}

/** Returns true if a Debian package can be installed in a folder. */
function canInstall(): boolean {
  const args = ['--mount', '--net', 'dpkg', '--version']
  return isPossible('the installation of the Debian package (it needs root and dpkg)', 'unshare', args)
}

function isPossible(what: string, program: string, args: string[]): boolean {
  if (spawnSync(program, args).status === 0) return true
  console.warn(`SKIPPED on this machine: ${what}`)
  return false
}
