/** Runs the commands from the sources, with the pages in the folder that the first argument names. */
import { fileURLToPath } from 'node:url'
import { main } from './cli.ts'

const [clientFolder = '', ...args] = process.argv.slice(2)
process.exitCode = await main(args, {
  installation: 'clone',
  clientFolder,
  readerFile: fileURLToPath(new URL('../server/reader.ts', import.meta.url)),
  workerFile: fileURLToPath(new URL('../server/worker.ts', import.meta.url)),
})
