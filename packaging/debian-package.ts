/** The Debian package: the files of the Linux archive in `/usr/lib/pilotos`, and what a desktop needs to find them. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { filesIn } from './archives.ts'
import { launcherSource, readmeName, readmeText } from './launchers.ts'
import { manifestText } from './program.ts'

interface DebianOptions {
  root: string
  /** The folder with the files of the Linux archive. */
  folder: string
  version: string
  time: Date
}

export function canBuildDebian(): boolean {
  return spawnSync('dpkg-deb', ['--version']).status === 0
}

/** Writes the package into `file`, with the time of the commit for every file. */
export async function writeDebianPackage(options: DebianOptions & { file: string }): Promise<void> {
  const tree = `${options.folder}-debian`
  await writeInstalledFiles(options, tree)
  await mkdir(join(tree, 'DEBIAN'))
  let kilobytes = 0
  for (const path of await filesIn(tree)) kilobytes += Math.ceil((await stat(join(tree, path))).size / 1024)
  await writeFile(join(tree, 'DEBIAN/control'), controlText(options.version, kilobytes))
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', tree])
  execFileSync(
    'dpkg-deb',
    ['--root-owner-group', '--threads-max=1', '-Zxz', '-z1', '-b', tree, options.file],
    {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(options.time.getTime() / 1000) },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
}

/** Writes the files that the package installs into a new folder. */
export async function writeInstalledFiles(options: DebianOptions, tree: string): Promise<void> {
  const { root, folder } = options
  const place = join(tree, 'usr/lib/pilotos')
  await cp(folder, place, { recursive: true })
  for (const name of ['PilotOS.desktop', readmeName]) await rm(join(place, name))
  await writeFile(join(place, 'program/package.json'), await manifestText(root, 'debian'))
  for (const [path, content] of Object.entries(await desktopFiles(options))) {
    await mkdir(dirname(join(tree, path)), { recursive: true })
    await writeFile(join(tree, path), content)
  }
  await chmod(join(tree, 'usr/bin/pilotos'), 0o755)
}

/** Returns the contents of the files outside the folder of the program. */
async function desktopFiles({
  root,
  version,
  time,
}: DebianOptions): Promise<Record<string, string | Buffer>> {
  const source = (name: string) => readFile(launcherSource(root, name), 'utf8')
  const manual = (await source('pilotos.1'))
    .replace('VERSION', version)
    .replace('DATE', time.toISOString().slice(0, 10))
  const documents = 'usr/share/doc/pilotos'
  return {
    'usr/bin/pilotos': '#!/bin/sh\nexec /usr/lib/pilotos/pilotos "$@"\n',
    'usr/share/applications/pilotos.desktop': await source('installed.desktop'),
    'usr/share/icons/hicolor/scalable/apps/pilotos.svg': await source('pilotos.svg'),
    'usr/share/man/man1/pilotos.1.gz': gzip(manual),
    // dpkg reads no tar archive with other letters than those of ASCII in a path.
    [`${documents}/LEAME.txt`]: readmeText('debian', version),
    [`${documents}/copyright`]: copyright,
    [`${documents}/CHANGELOG.md.gz`]: gzip(await readFile(join(root, 'CHANGELOG.md'))),
    [`${documents}/changelog.gz`]: gzip(changelog(version, time)),
  }
}

/** Compresses without a name and a time in the header. */
function gzip(content: string | Buffer): Buffer {
  return gzipSync(content, { level: 9 })
}

/** Node's binary needs these libraries, which every installation of Debian has. */
const dependencies = 'libc6 (>= 2.28), libstdc++6 (>= 8), libgcc-s1'

function controlText(version: string, kilobytes: number): string {
  return `Package: pilotos
Version: ${version}
Architecture: amd64
Maintainer: ${maintainer}
Installed-Size: ${kilobytes}
Depends: ${dependencies}
Recommends: xdg-utils
Section: misc
Priority: optional
Description: registers motorsport pilots and issues their QR credentials
 PilotOS runs on one laptop at an event, without internet. Staff register
 pilots in a browser on the laptop or on phones in the same Wi-Fi network,
 print credentials, and scan them at the gate. It contains its own Node.js.
`
}

const maintainer = 'PilotOS <pilotos@localhost.localdomain>'

/** The format of deb-changelog(5); the changes themselves are in the file that it names. */
function changelog(version: string, mtime: Date): string {
  const date = mtime.toUTCString().replace('GMT', '+0000')
  return `pilotos (${version}) stable; urgency=medium\n\n  * See CHANGELOG.md.gz.\n\n -- ${maintainer}  ${date}\n`
}

const copyright = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: PilotOS
Comment: The licences of Node.js and of the packages are beside their files, in
 /usr/lib/pilotos/runtime and /usr/lib/pilotos/program.

Files: *
Copyright: 2026, the authors of PilotOS
License: proprietary
 All rights reserved.
`
