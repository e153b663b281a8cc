/** The abilities of a system that some tests need, and that not every system has. The end of a run names the missing ones. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const isWindows = process.platform === 'win32'

const abilities = {
  'file modes': () => !isWindows,
  'file modes that hold for their user': () => !isWindows && process.getuid?.() !== 0,
  'moves of open files': () => !isWindows,
  FIFOs: () => !isWindows,
  'GNU tar': () => spawnSync('tar', ['--version']).stdout?.includes('GNU tar') === true,
  'the longest path of Linux': () => process.platform === 'linux',
  'script(1)': () => process.platform === 'linux' && existsSync('/usr/bin/script'),
  'shell scripts': () => !isWindows,
  'the browsers of Linux': () => process.platform === 'linux',
  signals: () => !isWindows,
}
type Ability = keyof typeof abilities

/** Returns true on a system without an ability, where the tests that need it are skipped. */
export function lacks(ability: Ability): boolean {
  return !abilities[ability]()
}

/** The abilities that this system lacks. */
export function missingAbilities(): Ability[] {
  return (Object.keys(abilities) as Ability[]).filter(lacks)
}

/** The exit code and the signal of a process that has killed itself. Windows has no signals: it ends a process with a code. */
export const killed = isWindows ? [1, null] : [null, 'SIGKILL']

/** The exit code of a kiosk that got SIGINT. Windows knows no such signal, and ends it at once. */
export const stopped = isWindows ? null : 0
