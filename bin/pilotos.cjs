#!/usr/bin/env node
/**
 * Starts the built program, or the sources if nothing is built. If neither can run, installs the packages and
 * builds first. The file is CommonJS, because Node's loader of ES modules takes longer to start than printing the
 * version takes.
 */
const { existsSync, readFileSync } = require('node:fs')
const { availableParallelism } = require('node:os')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')
// Only the package of a release has `installation`: see `packaging/program.ts`.
const { version, installation = 'clone' } = require('../package.json')

// libuv reads and writes files with four threads, and decodes pictures with the same ones: cards on all cores, and two
// other pictures. It reads the number with the first file, except on Windows, where it is set before the start.
process.env.UV_THREADPOOL_SIZE ??= String(4 + availableParallelism() + 2)

const args = process.argv.slice(2)
if (args.length === 1 && ['-V', '--version'].includes(args[0])) console.log(`${version}\n${origin()}`)
else start()

async function start() {
  // If the process ends before its command does, the command has failed.
  process.exitCode = 3
  const built = join(__dirname, '../dist/program/pilotos.cjs')
  const tsx = join(__dirname, '../node_modules/tsx')
  if (!existsSync(built) && !existsSync(tsx)) await import('./setup.js')
  const part = args[0] === 'serve' ? 'server' : 'commands'
  const { main } = existsSync(built) ? require('./compiled.cjs').load(built, part).program : await sources()
  const [reader, worker] = existsSync(built)
    ? ['dist/program/table-reader.cjs', 'dist/program/worker.cjs']
    : ['server/spreadsheets/reader-process.ts', 'server/worker.ts']
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
