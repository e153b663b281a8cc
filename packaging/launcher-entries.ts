/** The files that a person opens: the launchers and `LÉAME.txt`. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Entry } from './entries.ts'
import type { Platform } from './platforms.ts'
import { readmeName, readmeText } from './readme-text.ts'

export async function launcherEntries(root: string, platform: Platform, version: string): Promise<Entry[]> {
  const readme = { path: readmeName, content: Buffer.from(readmeText(platform.os, version)) }
  const launcher = (name: string) => launcherFile(root, name)
  switch (platform.os) {
    case 'win32':
      return [readme, { path: 'PilotOS.cmd', content: withCarriageReturns(await launcher('PilotOS.cmd')) }]
    case 'darwin':
      return [readme, { path: 'PilotOS.command', content: await launcher('launcher.sh'), isExecutable: true }]
    default:
      return [
        readme,
        { path: 'pilotos', content: await launcher('launcher.sh'), isExecutable: true },
        { path: 'PilotOS.desktop', content: await launcher('PilotOS.desktop'), isExecutable: true },
      ]
  }
}

export function launcherFile(root: string, name: string): Promise<Buffer> {
  return readFile(join(root, 'packaging/launchers', name))
}

/** cmd.exe loses its place in a file with line feeds only. */
function withCarriageReturns(text: Buffer): Buffer {
  return Buffer.from(text.toString('utf8').replace(/\r?\n/g, '\r\n'))
}
