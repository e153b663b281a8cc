/** Builds the program and the client into `dist`. */
import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { buildClient } from './build-client.js'
import { externals } from './externals.js'
import { fingerprint, keepFingerprint } from './fingerprint.js'
import { at } from './project-path.js'

const program = 'dist/program/pilotos.cjs'
const reader = 'dist/program/table-reader.cjs'
const worker = 'dist/program/worker.cjs'

/**
 * Names the native addon of this platform. fs-native-extensions searches folders for it, which takes 10 ms of every
 * command; the built program searches only if the named file is missing.
 */
const namedAddon = {
  name: 'named-addon',
  setup: ({ onLoad }) =>
    onLoad({ filter: /fs-native-extensions[\\/]binding\.js$/ }, () => ({
      contents: `
        const load = require
        const file = 'fs-native-extensions/prebuilds/' + process.platform + '-' + process.arch + '/fs-native-extensions.node'
        try { module.exports = load(file) } catch { module.exports = load('fs-native-extensions/binding.js') }`,
    })),
}

/** Replaces `import.meta`, which CommonJS does not have, and from which modules resolve packages. */
const moduleAddress = `{ get url() { return require('node:url').pathToFileURL(__filename).href } }`

const forNode = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  external: externals,
  supported: { 'dynamic-import': false },
  logLevel: 'warning',
}

// A source that changes during the build makes the next start build again.
const sources = await fingerprint()
await rm(at('dist'), { recursive: true, force: true })
await Promise.all([
  buildProgram(),
  buildPart('server/spreadsheets/reader-process.ts', reader),
  buildPart('server/worker.ts', worker),
  buildClient('dist/client'),
])
await Promise.all([...['server', 'commands'].map(keepCompiled), keepCommit()])
await keepFingerprint(sources)

/**
 * Bundles the commands and the server into one file, because finding a hundred files takes longer than reading one.
 * The bundle contains the packages too, except packages that load files of their own. A module runs when it is
 * first used.
 */
async function buildProgram() {
  await build({
    ...forNode,
    entryPoints: [at('bin/program.ts')],
    outfile: at(program),
    define: { 'import.meta.url': 'file.url' },
    plugins: [namedAddon],
    banner: {
      js: `(function (exports, require, module, __filename, __dirname) {
        const file = ${moduleAddress}`,
    },
    footer: { js: '})' },
  })
  // esbuild leaves the letters of regular expressions as they are, and `compiled.cjs` reads ASCII.
  await writeFile(at(program), (await readFile(at(program), 'utf8')).replaceAll(/[^\0-\x7f]/g, escaped))
}

function escaped(letter) {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * Bundles a part of the program that starts from a file of its own: the process that reads imported files, or the worker
 * threads.
 */
async function buildPart(source, file) {
  await build({
    ...forNode,
    entryPoints: [at(source)],
    outfile: at(file),
    define: { 'import.meta.url': 'file.url' },
    banner: { js: `const file = ${moduleAddress}` },
  })
}

/** Writes the code cache of a part of the program, in a process that compiles nothing else. */
async function keepCompiled(part) {
  const paths = [program, 'dist/client', reader, worker].map(at)
  await promisify(execFile)(process.execPath, [at('bin/keep-compiled.js'), part, ...paths])
}

/**
 * Writes the short name of the commit for `pilotos --version`, with a plus sign if the work tree differs from it. Writes
 * nothing outside a repository.
 */
async function keepCommit() {
  const git = async (...words) => (await promisify(execFile)('git', words, { cwd: at('.') })).stdout.trim()
  try {
    const changes = await git('status', '--porcelain')
    await writeFile(at('dist/commit'), `${await git('rev-parse', '--short=10', 'HEAD')}${changes ? '+' : ''}`)
  } catch {}
}
