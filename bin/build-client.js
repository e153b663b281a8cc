/** Builds the pages with esbuild. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { routerTreeShaking } from './router-tree-shaking.js'

/**
 * The first stylesheet is for a scanned credential. The others have the additional styles of the screens of staff and of
 * a gate.
 */
const [first, later, gate] = ['first.css', 'later.css', 'gate.css']

/** The modules that load with each of the other stylesheets. */
const parts = { [later]: 'client/app/staff-part.ts', [gate]: 'client/app/gate-part.ts' }

/** The most bytes that a gate's page may load before its decoder, compressed with Brotli. */
const gateBudget = 120_000

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/**
 * Builds the pages into a folder of the project: assets under names that change with their content, and the HTML that
 * links to them. With `reloads`, an open page reloads when a server serves another build, and nothing is minified.
 */
export async function buildClient(folder, { reloads = false } = {}) {
  const shared = {
    outdir: at(`${folder}/assets`),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    absWorkingDir: at('.'),
    bundle: true,
    minify: !reloads,
    sourcemap: reloads && 'inline',
    target: ['es2022', 'safari15'],
    legalComments: 'external',
    loader: { '.woff2': 'file', '.wasm': 'file' },
    metafile: true,
    logLevel: 'warning',
  }
  const decoder = await buildDecoder(shared)
  const { metafile } = await build({
    ...shared,
    entryPoints: [at('client/app/start.ts'), first, later, gate],
    plugins: [sheets(await findSheets()), routerTreeShaking],
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', decoderScript: JSON.stringify(decoder) },
  })
  const outputs = Object.entries(metafile.outputs)
  const outputOf = (entry) => outputs.find(([, { entryPoint }]) => entryPoint === entry)
  const [script] = outputOf('client/app/start.ts')
  const [app, { imports }] = outputOf('client/app/main.tsx')
  const named = [first, later, gate].map((sheet) => outputOf(`sheet:${sheet}`)[0])
  const address = (path) => path.replace(folder, '')
  const links = [
    `<link rel="stylesheet" href="${address(named[0])}">`,
    // The styles of other screens load with the first screen that needs them: see `client/app/later.tsx`.
    `<meta name="sheet" content="${address(named[1])}">`,
    `<meta name="gate-sheet" content="${address(named[2])}">`,
    ...imports
      .filter(({ kind }) => kind === 'import-statement')
      .map(({ path }) => `<link rel="modulepreload" href="${address(path)}">`),
    `<link rel="modulepreload" href="${address(app)}">`,
    `<script type="module" src="${address(script)}"></script>`,
  ]
  if (reloads) links.push(await writeReloader(folder))
  const page = await readFile(at('client/index.html'), 'utf8')
  await writeFile(at(`${folder}/index.html`), page.replace('{{assets}}', links.join('\n    ')))
  // The two named stylesheets contain all the others.
  const others = outputs
    .map(([path]) => path)
    .filter((path) => path.endsWith('.css') && !named.includes(path))
  await Promise.all(others.map((path) => rm(at(path))))
  if (reloads) return
  await compress(at(`${folder}/assets`))
  const scripts = scriptsOf(metafile, ['client/app/start.ts', 'client/app/main.tsx', parts[gate]])
  await checkGate([
    at(`${folder}/index.html`),
    ...[...scripts, named[0], named[2]].map((path) => at(`${path}.br`)),
  ])
}

/**
 * Builds the worker that reads QRs from pictures, as a script without imports, because old browsers run no modules in
 * workers. Returns its file name.
 */
async function buildDecoder(shared) {
  const entry = 'client/camera/decoder-worker.ts'
  const { metafile } = await build({ ...shared, entryPoints: [at(entry)], format: 'iife' })
  const [path] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry)
  return `./${basename(path)}`
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

/** Finds the source files of each stylesheet, in the order in which the modules import them. */
async function findSheets() {
  const { metafile } = await build({
    entryPoints: [at('client/app/main.tsx')],
    absWorkingDir: at('.'),
    bundle: true,
    format: 'esm',
    outdir: at('dist'),
    write: false,
    metafile: true,
    loader: { '.woff2': 'empty', '.wasm': 'empty' },
  })
  const reach = (path, isFollowed, reached = new Set()) => {
    if (reached.has(path)) return reached
    reached.add(path)
    for (const { kind, path: to } of metafile.inputs[path].imports) {
      if (isFollowed(kind)) reach(to, isFollowed, reached)
    }
    return reached
  }
  const sheetsOf = (path) =>
    [...reach(path, (kind) => kind === 'import-statement')].filter((reached) => reached.endsWith('.css'))
  const atOnce = sheetsOf('client/app/main.tsx')
  const others = Object.entries(parts).map(([sheet, part]) => [
    sheet,
    sheetsOf(part).filter((path) => !atOnce.includes(path)),
  ])
  return { [first]: atOnce, ...Object.fromEntries(others) }
}

/** An esbuild plugin for virtual entries that import stylesheets. */
function sheets(paths) {
  return {
    name: 'sheets',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(first|later|gate)\.css$/ }, ({ path }) => ({ path, namespace: 'sheet' }))
      onLoad({ filter: /./, namespace: 'sheet' }, ({ path }) => ({
        contents: paths[path].map((sheet) => `@import "./${sheet}";`).join('\n'),
        loader: 'css',
        resolveDir: at('.'),
      }))
    },
  }
}

/** Writes a Brotli and a gzip version beside every script, stylesheet and decoder, for browsers that accept them. */
async function compress(folder) {
  for (const name of await readdir(folder)) {
    if (!/\.(js|css|wasm)$/.test(name)) continue
    const bytes = await readFile(`${folder}/${name}`)
    await writeFile(`${folder}/${name}.br`, brotliCompressSync(bytes))
    await writeFile(`${folder}/${name}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
