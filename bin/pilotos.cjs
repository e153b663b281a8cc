#!/usr/bin/env node
/**
 * Starts the built program, or the sources if nothing is built. If neither can run, installs the packages and
 * builds first. The file is CommonJS, because Node's loader of ES modules takes longer to start than printing the
 * version takes.
 */
const { existsSync, readFileSync } = require('node:fs')
const { availableParallelism } = require('node:os')
const { enableCompileCache } = require('node:module')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')
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
  // `pilotos serve` has a bundle of its own: see `bin/build.js`. No other command loads the server.
  const bundle = args.includes('serve') ? 'server.cjs' : 'commands.cjs'
  const built = join(__dirname, '../dist/program', bundle)
  const tsx = join(__dirname, '../node_modules/tsx')
  if (!existsSync(built) && !existsSync(tsx)) await import('./setup.js')
  const isBuilt = existsSync(built)
  // Node has it since 22.1. A release has none, because its folder may belong to somebody else.
  if (isBuilt && installation === 'clone') enableCompileCache?.(join(__dirname, '../dist/compile-cache'))
  const { main } = isBuilt ? require(built) : await sources()
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
