/**
 * The folder of the project, the packages that are not in the bundles, and the fingerprint of the sources, which each build
 * leaves in `dist`: it tells if a source has changed since then.
 */

import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Converts a path of the project into an absolute one. */
export const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Packages that the bundles require by name, because they load files of their own: a release has them as packages. */
export const externals = [
  '@fastify/swagger',
  'piscina',
  'sharp',
  'pdfkit',
  'postgres',
  'iconv-lite',
  '@hyzyla/pdfium',
  'pdf-to-printer',
]

/** Packages whose files the bundles load by path: an addon and fonts. */
export const filePackages = [
  'fs-native-extensions',
  '@fontsource/barlow-condensed',
  '@fontsource/fira-sans-extra-condensed',
  '@fontsource/share-tech-mono',
]

/** The documents that the pages show, and their pictures. */
const manual = ['docs/help.md', 'docs/manual.md', 'docs/personal-data.md', 'docs/pictures/manual']
const sources = ['bin', 'server', 'client', ...manual, 'package.json', 'package-lock.json']
const file = at('dist/fingerprint')

/** Returns true if no source has changed since the last build. */
export async function isBuilt() {
  return (await readFile(file, 'utf8').catch(() => undefined)) === (await fingerprint())
}

/** Records that `dist` is built of the sources with this fingerprint. */
export function keepFingerprint(built) {
  return writeFile(file, built)
}

/** Returns a hash of the names, sizes and times of all sources, and of the version of Node that compiles them. */
export async function fingerprint() {
  const hash = createHash('sha256').update(process.version)
  for (const source of sources) {
    const paths = await filesIn(at(source))
    for (const line of await Promise.all(paths.map(describe))) hash.update(line)
  }
  return hash.digest('hex')
}

async function describe(path) {
  const { size, mtimeMs } = await stat(path)
  return `${path} ${size} ${mtimeMs}\n`
}

async function filesIn(path) {
  if (!(await stat(path)).isDirectory()) return [path]
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
