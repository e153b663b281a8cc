/** The Debian package: the files of the Linux archive in `/usr/lib/pilotos`, and what a desktop needs to find them. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ar } from './ar.ts'
import { below, type Entry } from './entries.ts'
import { launcherFile } from './launcher-entries.ts'
import { manifestEntry } from './program.ts'
import { readmeName, readmeText } from './readme-text.ts'
import { gzip, tar, xz } from './tarball.ts'

/** Returns the bytes of the package. `release` has the files of the Linux archive without their top folder. */
export async function debianPackage(
  root: string,
  release: readonly Entry[],
  version: string,
  mtime: Date,
): Promise<Buffer> {
  const entries = await installedEntries(root, release, version, mtime)
  const control = below('.', [
    { path: 'control', content: Buffer.from(controlText(version, entries)) },
    { path: 'md5sums', content: Buffer.from(entries.map(md5Line).join('')) },
  ])
  return ar(
    [
      ['debian-binary', Buffer.from('2.0\n')],
      ['control.tar.xz', await xz(await tar(control, mtime))],
      ['data.tar.xz', await xz(await tar(entries, mtime))],
    ],
    mtime,
  )
}

/** Returns the files that the package installs, with paths from `./`. */
export async function installedEntries(
  root: string,
  release: readonly Entry[],
  version: string,
  mtime: Date,
): Promise<Entry[]> {
  const manifest = below('program', [await manifestEntry(root, 'debian')])
  const replaced = ['PilotOS.desktop', readmeName, ...manifest.map(({ path }) => path)]
  const programs = [...release.filter(({ path }) => !replaced.includes(path)), ...manifest]
  return below('.', [
    ...below('usr/lib/pilotos', programs),
    // dpkg reads no tar archive with other letters than those of ASCII in a path.
    { path: 'usr/share/doc/pilotos/LEAME.txt', content: Buffer.from(readmeText('debian', version)) },
    ...(await desktopEntries(root)),
    ...(await documentEntries(root, version, mtime)),
  ])
}

async function desktopEntries(root: string): Promise<Entry[]> {
  const start = '#!/bin/sh\nexec /usr/lib/pilotos/pilotos "$@"\n'
  return [
    { path: 'usr/bin/pilotos', content: Buffer.from(start), isExecutable: true },
    {
      path: 'usr/share/applications/pilotos.desktop',
      content: await launcherFile(root, 'installed.desktop'),
    },
    {
      path: 'usr/share/icons/hicolor/scalable/apps/pilotos.svg',
      content: await launcherFile(root, 'pilotos.svg'),
    },
    { path: 'usr/share/lintian/overrides/pilotos', content: Buffer.from(overrides.map(override).join('')) },
  ]
}

async function documentEntries(root: string, version: string, mtime: Date): Promise<Entry[]> {
  const manual = (await launcherFile(root, 'pilotos.1'))
    .toString('utf8')
    .replace('VERSION', version)
    .replace('DATE', mtime.toISOString().slice(0, 10))
  const changes = await readFile(join(root, 'CHANGELOG.md'))
  return [
    { path: 'usr/share/man/man1/pilotos.1.gz', content: gzip(Buffer.from(manual)) },
    { path: 'usr/share/doc/pilotos/copyright', content: Buffer.from(copyright) },
    { path: 'usr/share/doc/pilotos/CHANGELOG.md.gz', content: gzip(changes) },
    { path: 'usr/share/doc/pilotos/changelog.gz', content: gzip(Buffer.from(changelog(version, mtime))) },
  ]
}

/** Node's binary needs these libraries, which every installation of Debian has. */
const dependencies = 'libc6 (>= 2.28), libstdc++6 (>= 8), libgcc-s1'

function controlText(version: string, entries: readonly Entry[]): string {
  const kilobytes = entries.reduce((sum, { content }) => sum + Math.ceil(content.length / 1024), 0)
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

function md5Line({ path, content }: Entry): string {
  return `${createHash('md5').update(content).digest('hex')}  ${path.slice('./'.length)}\n`
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

/**
 * Tags of lintian that do not apply to a package with its own Node.js, which comes as its project publishes it, and
 * whose maintainer is the organizer of an event.
 */
const overrides = [
  'bogus-mail-host',
  'script-not-executable',
  'embedded-library',
  'unstripped-binary-or-object',
  'unstripped-static-library',
  'embedded-javascript-library',
  'extra-license-file',
  'package-contains-documentation-outside-usr-share-doc',
  'shared-library-lacks-prerequisites',
  'hardening-no-relro',
  'hardening-no-bindnow',
  'hardening-no-pie',
  'exit-in-shared-library',
  'library-not-linked-against-libc',
]

function override(tag: string): string {
  return `pilotos: ${tag}\n`
}
