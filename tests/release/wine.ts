/**
 * Wine, in which the release for Windows runs on Linux. Node 24 needs Wine 10, which Debian 13 has: it is installed into a
 * root of its own, once, and programs run there in a mount namespace of their own, so that no mount is left behind.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { lacks } from '../support/abilities.ts'
import { startInTerminal } from '../support/terminal.ts'

/** The root with Wine, of about 1 GB. */
const wineRoot = '/var/cache/pilotos-tests-wine10'

/** Installs the root with Wine if it is not there. Returns the names of what that needs and this machine lacks. */
export async function missingForWine(): Promise<string[]> {
  const needs: [name: string, isThere: boolean][] = [
    ['Linux', process.platform === 'linux'],
    ['root', process.getuid?.() === 0],
    ['unshare', works('unshare', '--mount', 'true')],
    ['ip', works('ip', '-V')],
    ['script', !lacks('script(1)')],
    ['mmdebstrap', existsSync(wineRoot) || works('mmdebstrap', '--version')],
  ]
  const missing = needs.flatMap(([name, isThere]) => (isThere ? [] : [name]))
  if (missing.length > 0 || existsSync(wineRoot) || (await install())) return missing
  return ['the archive of Debian']
}

function works(program: string, ...words: string[]): boolean {
  return spawnSync(program, words).status === 0
}

/** Returns false if Debian's archive cannot be reached, or if a program of a package cannot be run. */
async function install(): Promise<boolean> {
  console.log(`Installing Wine 10 of Debian 13 into ${wineRoot}, once…`)
  const folder = `${wineRoot}.new`
  await rm(folder, { recursive: true, force: true })
  const unused = ['doc', 'locale', 'man'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)
  const words = ['--quiet', '--mode=root', '--variant=apt', '--include=wine,wine64', ...unused]
  const { status } = spawnSync('mmdebstrap', [...words, 'trixie', folder, ...mirror()], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) return false
  await writeFile(join(folder, 'etc/hosts'), '127.0.0.1 localhost\n')
  await rename(folder, wineRoot)
  return true
}

/** Returns the mirror that this machine's own packages come from, if it is one of Debian. */
function mirror(): string[] {
  const words = ['indextargets', '--format', '$(SITE)', 'Created-By: Packages']
  const sites = spawnSync('apt-get', words, { encoding: 'utf8' }).stdout?.split('\n') ?? []
  return sites.filter((site) => site.endsWith('/debian')).slice(0, 1)
}

export interface Wine {
  /** The folder of drive C:, as Linux names it. */
  driveC: string
  /** Lets `\\server\folder` lead to a folder of drive C:, as a share does. */
  share(server: string, folder: string): Promise<void>
  /**
   * Starts a program in a folder, as Linux names it. `output` is the descriptor of a file for its output, since a pipe of
   * Linux is no pipe of Windows.
   */
  start(folder: string, words: readonly string[], output: number): ChildProcess
  /** Starts a program in a terminal of Linux, which is a console of Windows there. */
  startInTerminal(folder: string, words: readonly string[]): ChildProcess
  /** Ends all its programs. */
  close(): void
}

/** Opens a Windows with a drive of its own in a folder and, with `hasOwnNetwork`, with ports of its own. */
export async function openWine(place: string, { hasOwnNetwork = false } = {}): Promise<Wine> {
  await mkdir(join(place, 'tmp'))
  const mounts = [
    ...(hasOwnNetwork ? ['ip link set lo up'] : []),
    'mount --bind "$1" "$0/mnt"',
    'mount --rbind /proc "$0/proc"',
    'mount --rbind /dev "$0/dev"',
    'mount --bind "$1/tmp" "$0/tmp"',
    'shift && exec chroot "$0" /usr/bin/env -i "$@"',
  ].join(' && ')
  const variables = [
    ...['PATH=/usr/bin:/bin', 'HOME=/root', 'LC_ALL=C.UTF-8', 'TERM=xterm', 'XDG_RUNTIME_DIR=/tmp'],
    ...['WINEDEBUG=-all', 'WINEPREFIX=/mnt/prefix', 'WINEDLLOVERRIDES=mscoree=;mshtml='],
  ]
  const own = hasOwnNetwork ? ['--mount', '--net'] : ['--mount']
  const inside = (...words: string[]): [string, string[]] => [
    'unshare',
    [...own, 'sh', '-c', mounts, wineRoot, place, ...variables, ...words],
  ]
  const driveC = join(place, 'prefix/drive_c')
  const program = (folder: string, words: readonly string[]) =>
    inside('sh', '-c', 'cd "$0" && exec wine "$@"', join('/mnt', relative(place, folder)), ...words)
  spawnSync(...inside('wineboot', '--init'))
  return {
    driveC,
    async share(server, folder) {
      const shares = join(place, 'prefix/dosdevices/unc', server)
      await mkdir(shares, { recursive: true })
      await symlink(`/mnt/prefix/drive_c/${folder}`, join(shares, folder))
    },
    start: (folder, words, output) => spawn(...program(folder, words), { stdio: ['ignore', output, output] }),
    startInTerminal: (folder, words) => startInTerminal(program(folder, words).flat()),
    close: () => void spawnSync(...inside('wineserver', '--kill')),
  }
}
