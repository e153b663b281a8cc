/** The folder in which an operating system has a user's programs keep their data. */
import { homedir } from 'node:os'
import { join, posix, win32 } from 'node:path'

export interface Machine {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  home: string
}

/** Returns the folder of PilotOS in the user's folder of data. It does not depend on the current folder. */
export function userFolder({ platform, env, home }: Machine = thisMachine()): string {
  switch (platform) {
    case 'win32':
      return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'PilotOS')
    case 'darwin':
      return posix.join(home, 'Library', 'Application Support', 'PilotOS')
    default:
      return posix.join(dataHome(env) ?? posix.join(home, '.local', 'share'), 'pilotos')
  }
}

/** Returns the folder of what this user's programs keep of databases, which have no folder of their own. */
export function databasesFolder(machine?: Machine): string {
  return join(userFolder(machine), 'databases')
}

function thisMachine(): Machine {
  return { platform: process.platform, env: process.env, home: homedir() }
}

/** The XDG Base Directory Specification ignores relative paths. */
function dataHome({ XDG_DATA_HOME }: NodeJS.ProcessEnv): string | undefined {
  return XDG_DATA_HOME && posix.isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : undefined
}
