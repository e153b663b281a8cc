/** Runs the commands of a build of `bin/dev.js`, with the pages in the folder that the first argument names. */
import { fileURLToPath } from 'node:url'
import { main } from './cli.ts'

const [clientFolder = '', ...args] = process.argv.slice(2)
process.exitCode = await main(args, {
  installation: 'clone',
  clientFolder,
  readerFile: fileURLToPath(new URL('reader.js', import.meta.url)),
  workerFile: fileURLToPath(new URL('worker.js', import.meta.url)),
})
