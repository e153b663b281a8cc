/** The machines on which a release is asked: this one, and Windows under Wine where this one is Linux. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Platform, platforms } from '../../packaging/platforms.ts'
import { startInTerminal } from '../support/terminal.ts'
import { archiveOf, top, unpackInto } from './archive.ts'
import { openWine } from './wine.ts'

/**
 * A folder with everything that shells treat specially, and that Windows can have. The cmd of Wine reads a percent sign in
 * the path of its batch file as that of a variable, which the one of Windows does not.
 */
const folder = 'Ñandú & Cía (2) 100% ¡ya!'
const folderOfWine = folder.replace('%', '')

/** A machine with an unpacked release, and folders of its own. */
export interface Machine {
  /** The folder of the files of the questions. */
  place: string
  /** The folder of the release. */
  release: string
  /** The folder of the data of the user. */
  data: string
  /** Returns the path of a file of `place` as the programs of the machine write it. */
  path(name: string): string
  /** Returns the path of the same file on a share of the network, if the machine has shares. */
  onShare?: (name: string) => string
  /** The words that start the launcher and Node, in the folder of the release. */
  launcher: readonly string[]
  node: readonly string[]
  /** Starts a program in the folder of the release. `output` is the descriptor of the file for its output. */
  start(words: readonly string[], output: number): ChildProcess
  /** Starts a program in a terminal, which the standard input and output of the child are, if the machine has `script`. */
  startInTerminal?: (words: readonly string[]) => ChildProcess
  close(): Promise<void>
}

const ofWindows = {
  launcher: ['cmd', '/d', '/c', 'PilotOS.cmd'],
  node: ['runtime\\node.exe'],
}

/** The platform of this machine, if there is a release for it. */
export const ownPlatform = platforms.find(({ os, cpu }) => os === process.platform && cpu === process.arch)

/** Unpacks the release on this machine. */
export async function openMachine(platform: Platform): Promise<Machine> {
  const outer = await mkdtemp(join(tmpdir(), 'pilotos-'))
  const place = join(outer, 'mesa')
  const cwd = await unpack(platform, join(place, folder))
  const isWindows = platform.os === 'win32'
  const { NODE_OPTIONS: _, PILOTOS_DATA: __, XDG_DATA_HOME: ___, ...inherited } = process.env
  const env = { ...inherited, HOME: place, LOCALAPPDATA: place }
  const data = {
    linux: '.local/share/pilotos',
    darwin: 'Library/Application Support/PilotOS',
    win32: 'PilotOS',
  }
  return {
    ...(isWindows
      ? ofWindows
      : {
          launcher: [platform.os === 'linux' ? './pilotos' : './PilotOS.command'],
          node: ['runtime/node'],
        }),
    place,
    release: cwd,
    data: join(place, data[platform.os]),
    path: (name) => join(place, name),
    onShare: isWindows ? (name) => join(place, name).replace(/^(\w):/, '\\\\localhost\\$1$') : undefined,
    start: ([program = '', ...words], output) =>
      spawn(program, words, { cwd, env, stdio: ['ignore', output, output] }),
    startInTerminal: platform.os === 'linux' ? (words) => startInTerminal(words, { cwd, env }) : undefined,
    close: () => rm(outer, { recursive: true, force: true }),
  }
}

/** Unpacks the release for Windows under Wine. With `hasOwnNetwork`, no program outside reaches its ports. */
export async function openWindows({ hasOwnNetwork = false } = {}): Promise<Machine> {
  const outer = await mkdtemp(join(tmpdir(), 'pilotos-'))
  const wine = await openWine(outer, { hasOwnNetwork })
  const place = join(wine.driveC, 'mesa')
  const platform = platforms.find(({ os }) => os === 'win32') as Platform
  const release = await unpack(platform, join(place, folderOfWine))
  await wine.share('servidor', 'mesa')
  return {
    ...ofWindows,
    place,
    release,
    data: join(wine.driveC, 'users/root/AppData/Local/PilotOS'),
    path: (name) => `C:\\mesa\\${name}`,
    onShare: (name) => `\\\\servidor\\mesa\\${name}`,
    start: (words, output) => wine.start(release, words, output),
    startInTerminal: (words) => wine.startInTerminal(release, words),
    async close() {
      wine.close()
      await rm(outer, { recursive: true, force: true })
    },
  }
}

/** Unpacks a release into a new folder, and returns its top folder. */
async function unpack(platform: Platform, place: string): Promise<string> {
  await mkdir(place, { recursive: true })
  await unpackInto(place, archiveOf(platform))
  return join(place, top)
}
