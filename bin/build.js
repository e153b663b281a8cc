/** Builds the program and the client into `dist`. */
import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { buildClient } from './build-client.js'
import { at, externals, fingerprint, keepFingerprint } from './project.js'

/**
 * Names the native addon of this platform. fs-native-extensions searches folders for it, which takes a tenth of the
 * time of every command; the built program searches only if the named file is missing.
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

// A source that changes during the build makes the next start build again.
const sources = await fingerprint()
await rm(at('dist'), { recursive: true, force: true, maxRetries: 5 })
await Promise.all([
  // Only `pilotos serve` needs the server, whose packages are two thirds of the program: others need not read them.
  bundle('bin/cli.ts', 'commands.cjs', ['*/server/listen.ts']),
  bundle('bin/cli.ts', 'server.cjs'),
  bundle('server/reader.ts', 'reader.cjs'),
  bundle('server/worker.ts', 'worker.cjs'),
  buildClient('dist/client'),
])
await keepCommit()
await keepFingerprint(sources)

/**
 * Bundles a part of the program into one file of `dist/program`, because finding a hundred files takes longer than
 * reading one. The bundle contains the packages too, except packages that load files of their own. A module runs when
 * it is first used. The modules in `without` are never used by this part.
 */
async function bundle(source, name, without = []) {
  await build({
    entryPoints: [at(source)],
    outfile: at(`dist/program/${name}`),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    external: [...externals, ...without],
    supported: { 'dynamic-import': false },
    plugins: [namedAddon],
    // CommonJS has no `import.meta`, from which modules resolve packages.
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href" },
    logLevel: 'warning',
  })
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
