#!/usr/bin/env node
/** Starts the built program, or the sources where nothing is built; installs first what neither can do without. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const built = new URL('../dist/program/cli.js', import.meta.url)
const sources = new URL('./cli.ts', import.meta.url)
const installed = new URL('../node_modules/tsx', import.meta.url)

if (!existsSync(built) && !existsSync(installed)) await import('./setup.js')
if (!existsSync(built)) (await import('tsx/esm/api')).register()
const { main } = await import(existsSync(built) ? built.href : sources.href)
process.exitCode = await main(process.argv.slice(2), {
  clientFolder: fileURLToPath(new URL('../dist/client', import.meta.url)),
})
