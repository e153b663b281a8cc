/** The files that a person opens: the launchers and `LÉAME.txt`. */
import { chmod, copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Platform } from './platforms.ts'
import { readmeName, readmeText } from './readme-text.ts'

/** The launchers of each system, and their sources in `packaging/launchers`. */
const launchers = {
  win32: { 'PilotOS.cmd': 'PilotOS.cmd' },
  darwin: { 'PilotOS.command': 'launcher.sh' },
  linux: { pilotos: 'launcher.sh', 'PilotOS.desktop': 'PilotOS.desktop' },
}

/** Writes the launchers and the text into the folder of a release. */
export async function writeLaunchers(
  root: string,
  folder: string,
  os: Platform['os'],
  version: string,
): Promise<void> {
  await writeFile(join(folder, readmeName), readmeText(os, version))
  for (const [name, source] of Object.entries(launchers[os])) {
    const launcher = join(folder, name)
    await copyFile(launcherSource(root, source), launcher)
    await chmod(launcher, 0o755)
    // cmd.exe loses its place in a file with line feeds only.
    if (os === 'win32')
      await writeFile(launcher, (await readFile(launcher, 'utf8')).replace(/\r?\n/g, '\r\n'))
  }
}

export function launcherSource(root: string, name: string): string {
  return join(root, 'packaging/launchers', name)
}
