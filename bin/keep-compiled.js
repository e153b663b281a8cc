/** Writes one code cache of the built program, after a warm-up. Each cache needs a process of its own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from './compiled.cjs'

const [part, path, clientFolder, readerFile, workerFile] = process.argv.slice(2)
const { program, keep } = load(path, part)
const folder = await mkdtemp(join(tmpdir(), 'pilotos-'))
await program.warmUp(part, folder, { installation: 'clone', clientFolder, readerFile, workerFile })
await rm(folder, { recursive: true })
keep()
