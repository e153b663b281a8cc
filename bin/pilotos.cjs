#!/usr/bin/env node
/**
 * Starts the built program, or the sources if nothing is built. If neither can run, installs the packages and
 * builds first. The file is CommonJS, because Node's loader of ES modules takes longer to start than printing the
 * version takes.
 */
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const { availableParallelism } = require('node:os')
const { createRequire, enableCompileCache, wrap } = require('node:module')
const { basename, dirname, join } = require('node:path')
const { pathToFileURL } = require('node:url')
const { Script } = require('node:vm')
// Only the package of a release has `installation`: see `packaging/program.ts`.
const { version, installation = 'clone' } = require('../package.json')

// libuv reads and writes files with four threads, and decodes pictures with the same ones. It reads the number with the first file, except on Windows, where it is set before the start.
process.env.UV_THREADPOOL_SIZE ??= String(4 + availableParallelism() + 2)

const args = process.argv.slice(2)
if (args.length === 1 && ['-V', '--version'].includes(args[0])) console.log(`${version}\n${origin()}`)
else start()

async function start() {
  // If the process ends before its command does, the command has failed.
  process.exitCode = 3
  // `pilotos serve` and `pilotos call` have a bundle of their own: see `bin/build.js`. No other command loads the server.
  const bundle = args.includes('serve') || args[0] === 'call' ? 'server.cjs' : 'commands.cjs'
  const built = join(__dirname, '../dist/program', bundle)
  const tsx = join(__dirname, '../node_modules/tsx')
  if (!existsSync(built) && !existsSync(tsx)) await import('./setup.js')
  const isBuilt = existsSync(built)
  const { main } = isBuilt ? requireWhole(() => load(built)) : await sources()
  const [reader, worker] = isBuilt
    ? ['dist/program/reader.cjs', 'dist/program/worker.cjs']
    : ['server/reader.ts', 'server/worker.ts']
  process.exitCode = await main(args, {
    installation,
    clientFolder: join(__dirname, '../dist/client'),
    readerFile: join(__dirname, '..', reader),
    workerFile: join(__dirname, '..', worker),
    releaseFolder: installation === 'clone' ? undefined : join(__dirname, '../..'),
  })
  // All output is written. A connection that its server never closes would hold the process for ever.
  setTimeout(() => process.exit(), 2000).unref()
}

/** Loads a release. Ends the process if files of it are missing, such as an addon that an antivirus has taken away. */
function requireWhole(loaded) {
  try {
    return loaded()
  } catch (error) {
    if (installation === 'clone') throw error
    console.error(
      'A PilotOS le faltan archivos, o un antivirus los apartó: extráigalo o instálelo otra vez. Los datos quedan.\n' +
        `(${String(error).split('\n')[0]})`,
    )
    process.exit(3)
  }
}

/**
 * Loads a bundle with a compile cache: that of Node, since 22.1, or else one of V8 alone. A release has none, because its
 * folder may belong to somebody else.
 */
function load(bundle) {
  const folder = join(__dirname, '../dist/compile-cache')
  if (installation === 'clone') enableCompileCache?.(folder)
  if (installation !== 'clone' || enableCompileCache) return require(bundle)
  const file = join(folder, `${basename(bundle)}.${process.version}`)
  const cachedData = existsSync(file) ? readFileSync(file) : undefined
  const script = new Script(wrap(readFileSync(bundle, 'utf8')), { filename: bundle, cachedData })
  if (!cachedData || script.cachedDataRejected) process.once('exit', () => keep(file, script))
  const module = { exports: {} }
  script.runInThisContext()(module.exports, createRequire(bundle), module, bundle, dirname(bundle))
  return module.exports
}

/** Writes the compiled functions of a script. Without them, the next start takes longer, as on a full disk. */
function keep(file, script) {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.${process.pid}`, script.createCachedData())
    renameSync(`${file}.${process.pid}`, file)
  } catch {}
}

/** Returns the commit that the program was built from, if it is known, and what runs it. */
function origin() {
  const runtime = `Node ${process.version}, ${process.platform}-${process.arch}`
  try {
    return `commit ${readFileSync(join(__dirname, '../dist/commit'), 'utf8')}, ${runtime}`
  } catch {
    return runtime
  }
}

async function sources() {
  const { register } = await import('tsx/esm/api')
  register()
  return import(pathToFileURL(join(__dirname, 'cli.ts')).href)
}
