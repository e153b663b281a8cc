#!/usr/bin/env node
/**
 * Starts the built program, or the sources where nothing is built; installs first what neither can do without.
 * CommonJS, since Node's loader of modules takes longer to start than a version number to print.
 */
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')
const { version } = require('../package.json')

const args = process.argv.slice(2)
if (args.length === 1 && ['-V', '--version'].includes(args[0])) console.log(version)
else start()

async function start() {
  // A program that ends before its command has is one that failed, whatever it waited for.
  process.exitCode = 3
  const built = join(__dirname, '../dist/program/pilotos.cjs')
  const tsx = join(__dirname, '../node_modules/tsx')
  if (!existsSync(built) && !existsSync(tsx)) await import('./setup.js')
  const { main } = existsSync(built) ? require('./compiled.cjs').load(built).program : await sources()
  process.exitCode = await main(args, {
    clientFolder: join(__dirname, '../dist/client'),
    readerFile: join(
      __dirname,
      existsSync(built) ? '../dist/program/table-reader.cjs' : '../server/spreadsheets/reader-process.ts',
    ),
  })
}

async function sources() {
  const { register } = await import('tsx/esm/api')
  register()
  return import(pathToFileURL(join(__dirname, 'cli.ts')).href)
}
