/** Builds the pages with esbuild. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { buildSheets } from './build-sheets.js'
import { at } from './project-path.js'
import { routerTreeShaking } from './router-tree-shaking.js'

/** The most bytes that a gate's page may load before its decoder, compressed with Brotli. */
const gateBudget = 120_000

/** The content of a page until its scripts render the screen. */
const starting = `<div id="root"><p class="starting">Cargando…</p></div>
    <noscript><p class="starting">PilotOS necesita JavaScript: actívelo en este navegador.</p></noscript>`

/**
 * Builds the pages into a folder of the project: assets under names that change with their content, the HTML that links
 * to them, and the module with which the server renders the page of a credential. With `reloads`, an open page reloads when a server serves another build, and nothing is minified.
 */
export async function buildClient(folder, { reloads: doesReload = false } = {}) {
  const shared = {
    outdir: at(`${folder}/assets`),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    absWorkingDir: at('.'),
    bundle: true,
    minify: !doesReload,
    sourcemap: doesReload && 'inline',
    target: ['es2022', 'safari15'],
    legalComments: 'external',
    loader: { '.woff2': 'file', '.wasm': 'file' },
    metafile: true,
    logLevel: 'warning',
  }
  const sheets = await buildSheets(shared)
  const alone = ['client/app/start.ts', 'client/camera/decoder-worker.ts', 'client/credential/follow.ts']
  const [start, decoder, follower] = await Promise.all(alone.map((entry) => buildAlone(shared, entry)))
  const { metafile } = await build({
    ...shared,
    entryPoints: [at('client/app/main.tsx')],
    plugins: [sheets.plugin, routerTreeShaking],
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    define: { ...production, decoderScript: JSON.stringify(`./${decoder}`) },
  })
  const address = (path) => path.replace(folder, '')
  const [first, later, gate] = sheets.paths
  const appScripts = scriptsOf(metafile, ['client/app/main.tsx'])
  const filesOf = (sheet, part) =>
    [sheet, ...scriptsOf(metafile, [part]).filter((path) => !appScripts.includes(path))]
      .map(address)
      .join(' ')
  const appLinks = [
    // The files of other screens load with the first screen that needs them: see `client/app/later.tsx`.
    `<meta name="staff-part" content="${filesOf(later, 'client/app/staff-part.ts')}">`,
    `<meta name="gate-part" content="${filesOf(gate, 'client/app/gate-part.ts')}">`,
    // These are no `modulepreload`: a module that fails to arrive would be lost until the page loads again.
    ...appScripts.map((path) => `<link rel="preload" as="fetch" crossorigin href="${address(path)}">`),
    `<script type="module" src="/assets/${start}"></script>`,
  ]
  const reloads = doesReload ? [await writeReloader(folder)] : []
  const template = await readFile(at('client/index.html'), 'utf8')
  const links = [`<link rel="stylesheet" href="${address(first)}">`, ...appLinks, ...reloads]
  await writeFile(
    at(`${folder}/index.html`),
    filled(template, { title: '<title>PilotOS</title>', assets: joined(links), content: starting }),
  )
  await buildCredentialPage(folder, [sheets.plugin, routerTreeShaking], !doesReload, {
    template,
    styles: sheets.firstText,
    appLinks: joined([...appLinks, ...reloads]),
    followLinks: joined([`<script type="module" src="/assets/${follower}"></script>`, ...reloads]),
  })
  if (doesReload) return
  await compress(at(`${folder}/assets`))
  const scripts = scriptsOf(metafile, ['client/app/main.tsx', 'client/app/gate-part.ts'])
  const files = [...scripts, first, gate, `${folder}/assets/${start}`]
  await checkGate([at(`${folder}/index.html`), ...files.map((path) => at(`${path}.br`))])
}

const production = { 'process.env.NODE_ENV': '"production"' }

const joined = (links) => links.join('\n    ')

/** Replaces some placeholders of a template. */
function filled(template, values) {
  return template.replace(/{{(\w+)}}/g, (placeholder, name) => values[name] ?? placeholder)
}

/**
 * Bundles the module with which the server renders the page of a credential. It contains React and the parts of the
 * page, so that it needs no other file. It never loads the screens of staff.
 */
async function buildCredentialPage(folder, plugins, minify, parts) {
  await build({
    entryPoints: [at('client/app/credential-page.tsx')],
    outfile: at(`${folder}/credential-page.cjs`),
    absWorkingDir: at('.'),
    bundle: true,
    minify,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    jsx: 'automatic',
    legalComments: 'external',
    external: ['./staff-part.ts', './gate-part.ts'],
    plugins,
    define: { ...production, pageParts: JSON.stringify(parts) },
    logLevel: 'warning',
  })
}

/**
 * Builds a script without imports, and returns its file name. The worker that reads QRs needs one because old browsers
 * run no modules in workers, the script of a public page because it must be small, and the first script of the
 * application because no other file may be missing when it runs.
 */
async function buildAlone(shared, entry) {
  const { metafile } = await build({ ...shared, entryPoints: [at(entry)], format: 'iife' })
  const [path] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry)
  return basename(path)
}

/** Returns the scripts that load for some modules, with the scripts that those import statically. */
function scriptsOf({ outputs }, entries) {
  const paths = entries.map((entry) =>
    Object.keys(outputs).find((path) => outputs[path].entryPoint === entry),
  )
  const found = new Set(paths)
  for (const path of found) {
    for (const { path: to, kind } of outputs[path].imports) if (kind === 'import-statement') found.add(to)
  }
  return [...found]
}

/** @throws Error if the files of a gate's page are larger than its budget */
async function checkGate(files) {
  const contents = await Promise.all(files.map((file) => readFile(file)))
  const bytes = contents.reduce((sum, { length }) => sum + length, 0)
  if (bytes > gateBudget)
    throw new Error(`The page of a gate has ${bytes} bytes, and may have at most ${gateBudget}`)
}

/** Writes the script that reloads a page, and the name of this build. Returns the link to the script. */
async function writeReloader(folder) {
  const build = String(Date.now())
  await writeFile(at(`${folder}/assets/build.txt`), build)
  await writeFile(at(`${folder}/assets/reload-${build}.js`), reloader.replace('BUILD', build))
  return `<script type="module" src="/assets/reload-${build}.js"></script>`
}

const reloader = `setInterval(async () => {
  const answer = await fetch('/assets/build.txt', { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok && (await answer.text()) !== 'BUILD') location.reload()
}, 300)
`

/** Writes a Brotli and a gzip version beside every script, stylesheet and decoder, for browsers that accept them. */
async function compress(folder) {
  for (const name of await readdir(folder)) {
    if (!/\.(js|css|wasm)$/.test(name)) continue
    const bytes = await readFile(`${folder}/${name}`)
    await writeFile(`${folder}/${name}.br`, brotliCompressSync(bytes))
    await writeFile(`${folder}/${name}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
