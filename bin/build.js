/**
 * Builds the program and the client into `dist`. Node stores the compiled code after the first run of each command, which
 * knows best what it used.
 */
import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
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

/** The functions of `hasShape`, as code: to compile them takes a tenth of a start. */
const compiledChecks = {
  name: 'compiled-checks',
  setup: ({ onLoad }) =>
    onLoad({ filter: /domain[\\/]stored[\\/]checks\.ts$/ }, async ({ path }) => ({
      contents: await checks,
      resolveDir: dirname(path),
    })),
}

// A source that changes during the build makes the next start build again.
const sources = await fingerprint()
await rm(at('dist'), { recursive: true, force: true, maxRetries: 5 })
const checks = checksCode()
await Promise.all([
  // Only `pilotos serve` and `pilotos call` need the server, whose packages are two thirds of the program: others need
  // not read them.
  bundle('bin/cli.ts', 'commands.cjs', ['*/server/listen.ts', '*/server/direct-calls.ts']),
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
    plugins: [namedAddon, compiledChecks],
    // CommonJS has no `import.meta`, from which modules resolve packages.
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href" },
    logLevel: 'warning',
  })
}

/** Returns the code of a module with `hasShape`. */
async function checksCode() {
  const contents = `
    import { Code } from 'typebox/compile'
    import Format from 'typebox/format'
    export { Code, Format }
    export * from './formats.ts'
    export * from './setting-shapes.ts'
    export * from './shapes.ts'`
  const resolveDir = at('server/domain/stored')
  const outfile = at('dist/shapes.mjs')
  await build({ stdin: { contents, resolveDir }, outfile, bundle: true, format: 'esm', platform: 'node' })
  const { Code, Format, formats, rules, settingRules, shapes } = await import(pathToFileURL(outfile).href)
  await rm(outfile)
  for (const [name, check] of Object.entries(formats)) Format.Set(name, check)
  const nameIn = (all, check) => JSON.stringify(Object.keys(all).find((name) => all[name] === check))
  const codeOf = (value) => {
    if (value instanceof RegExp) return String(value)
    return typeof value === 'function'
      ? `formats[${nameIn(formats, value)}]`
      : `{ check: rules[${nameIn({ ...rules, ...settingRules }, value.check)}] }`
  }
  const codes = Object.entries(shapes).map(([name, shape]) => {
    const { Code: code, External } = Code(shape)
    const body = code.replaceAll(/^(import|let External|export function SetExternal).*$/gm, '')
    return `${name}: (() => {
      const External = [${External.variables.map(codeOf)}]
      ${body.replace('export function Check', 'return function check')}
    })()`
  })
  const foreign = codes.join().match(/\b(Guard\.(?!CodePointCount)|Hashing\.)\w+/)
  if (foreign) throw new Error(`The checks need ${foreign[0]}`)
  return `
    import { formats, rules as factRules } from './formats.ts'
    import { settingRules } from './setting-shapes.ts'
    const rules = { ...factRules, ...settingRules }
    const Guard = { CodePointCount: (text) => [...text].length }
    const checks = { ${codes} }
    export const hasShape = (name, value) => checks[name](value)`
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
