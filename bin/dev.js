/**
 * `npm run dev`: serves the sources, whatever `dist` contains. On each change it builds the pages, restarts the server
 * and reloads the open pages. The arguments are those of `pilotos serve`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, watch } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildClient } from './build-client.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const builds = 'dist/dev'
/** The time for an editor to write all files of one change, in milliseconds. */
const settling = 50

let server
let hasChanged = false
let refreshing

await rm(join(root, builds), { recursive: true, force: true })
for (const folder of ['bin', 'client', 'docs', 'server']) watchFolder(folder)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end)
await refresh()

async function watchFolder(folder) {
  for await (const _ of watch(join(root, folder), { recursive: true })) refresh()
}

/** Refreshes now, or once more after the current refresh. */
function refresh() {
  hasChanged = true
  refreshing ??= refreshAll().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function refreshAll() {
  for (let build = Date.now(); hasChanged; build += 1) {
    await delay(settling)
    hasChanged = false
    const folder = `${builds}/${build}`
    try {
      await Promise.all([buildClient(folder, { reloads: true }), buildProgram(folder)])
    } catch {
      // esbuild has printed the mistakes; the next change tries again.
      continue
    }
    await stop('SIGTERM')
    start(folder)
  }
}

/** Bundles the sources of the program, without packages: Node would take longer to transform each of them. */
function buildProgram(folder) {
  return build({
    entryPoints: ['bin/dev-server.ts', 'server/reader.ts', 'server/worker.ts'],
    absWorkingDir: root,
    outdir: `${folder}/program`,
    entryNames: '[name]',
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    logLevel: 'warning',
  })
}

function start(folder) {
  const first = server === undefined ? [] : ['--no-open']
  server = spawn(
    process.execPath,
    [
      '--enable-source-maps',
      join(root, folder, 'program', 'dev-server.js'),
      join(root, folder),
      'serve',
      ...process.argv.slice(2),
      ...first,
    ],
    { stdio: 'inherit' },
  )
}

async function stop(signal) {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  server.kill(signal)
  await once(server, 'exit')
}

async function end(signal) {
  await stop(signal)
  await rm(join(root, builds), { recursive: true, force: true })
  process.exit()
}
