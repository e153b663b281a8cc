/** Finds the files that a run of the program or of the tests leaves in the project, where only its sources belong. */
import { execFileSync } from 'node:child_process'
import { root } from './root.ts'

/** The folders that builds and tests write, in the form of `.gitignore`. */
const written = ['/node_modules/', '/dist/', '/test-results/', '/release/']

/** Returns the files that belong to no commit, also those that git ignores, without the folders that builds write. */
export function untrackedFiles(): string[] {
  return listed(['--others', ...written.map((pattern) => `--exclude=${pattern}`)])
}

/** Returns the files of the next commit, and those that could be added to it. */
export function committableFiles(): string[] {
  return listed(['--cached', '--others', '--exclude-standard', '--deduplicate'])
}

function listed(options: readonly string[]): string[] {
  return execFileSync('git', ['ls-files', '-z', ...options], { cwd: root })
    .toString()
    .split('\0')
    .filter(Boolean)
}

/** Returns the files that only a run writes: those of a data folder, archives, locks and prints. */
export function productsIn(files: readonly string[]): string[] {
  return files.filter((file) => isProduct(file) && !isKept(file))
}

/** Returns the new files of `after` that no person at an editor makes. */
export function leftBehind(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(before)
  return after.filter((file) => !known.has(file) && !isSource(file))
}

const folders = /(^|\/)(backups|corrupt-[^/]*)\/|(^|\/)photos\/.*\.jpg$|^(data|dist|release|test-results)\//
const names = /(^|\/)(lock|\.erased|(pilots|kiosk|sessions|settings|erased)\.json|[\w-]+\.jsonl)$/
const endings = /\.(tar\.gz|zip|pdf|xlsx?|tmp|bak|log|pid|sock|(torn|corrupt)-[^/]*)$/

function isProduct(file: string): boolean {
  return folders.test(file) || names.test(file) || endings.test(file)
}

function isKept(file: string): boolean {
  return file.startsWith('tests/fixtures/') || file === 'data/example.csv'
}

function isSource(file: string): boolean {
  return /\.(tsx?|[cm]?js|css|md|ya?ml)$/.test(file)
}
