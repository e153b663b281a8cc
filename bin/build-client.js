/** Builds the pages with esbuild. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { routerTreeShaking } from './router-tree-shaking.js'

/** The first stylesheet is for a scanned credential; the second has the additional styles of the other screens. */
const [first, later] = ['first.css', 'later.css']

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/**
 * Builds the pages into a folder of the project: assets under names that change with their content, and the HTML that
 * links to them. With `reloads`, an open page reloads when a server serves another build, and nothing is minified.
 */
export async function buildClient(folder, { reloads = false } = {}) {
  const { metafile } = await build({
    entryPoints: [at('client/app/start.ts'), first, later],
    plugins: [sheets(await findSheets()), routerTreeShaking],
    outdir: at(`${folder}/assets`),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    absWorkingDir: at('.'),
    bundle: true,
    splitting: true,
    minify: !reloads,
    sourcemap: reloads && 'inline',
    format: 'esm',
    target: ['es2022', 'safari15'],
    jsx: 'automatic',
    legalComments: 'external',
    loader: { '.woff2': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
    metafile: true,
    logLevel: 'warning',
  })
  const outputs = Object.entries(metafile.outputs)
  const outputOf = (entry) => outputs.find(([, { entryPoint }]) => entryPoint === entry)
  const [script] = outputOf('client/app/start.ts')
  const [app, { imports }] = outputOf('client/app/main.tsx')
  const named = [outputOf(`sheet:${first}`)[0], outputOf(`sheet:${later}`)[0]]
  const address = (path) => path.replace(folder, '')
  const links = [
    `<link rel="stylesheet" href="${address(named[0])}">`,
    // The styles of other screens load with the first screen that needs them: see `client/app/later.tsx`.
    `<meta name="sheet" content="${address(named[1])}">`,
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
  if (!reloads) await compress(at(`${folder}/assets`))
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
    outdir: at('dist'),
    write: false,
    metafile: true,
    loader: { '.woff2': 'empty' },
  })
  const reach = (path, isFollowed, reached = new Set()) => {
    if (reached.has(path)) return reached
    reached.add(path)
    for (const { kind, path: to } of metafile.inputs[path].imports) {
      if (isFollowed(kind)) reach(to, isFollowed, reached)
    }
    return reached
  }
  const isSheet = (path) => path.endsWith('.css')
  const atOnce = reach('client/app/main.tsx', (kind) => kind === 'import-statement')
  const all = reach('client/app/main.tsx', (kind) => kind.endsWith('import') || kind === 'import-statement')
  return {
    [first]: [...atOnce].filter(isSheet),
    [later]: [...all].filter((path) => isSheet(path) && !atOnce.has(path)),
  }
}

/** An esbuild plugin for virtual entries that import stylesheets. */
function sheets(paths) {
  return {
    name: 'sheets',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(first|later)\.css$/ }, ({ path }) => ({ path, namespace: 'sheet' }))
      onLoad({ filter: /./, namespace: 'sheet' }, ({ path }) => ({
        contents: paths[path].map((sheet) => `@import "./${sheet}";`).join('\n'),
        loader: 'css',
        resolveDir: at('.'),
      }))
    },
  }
}

/** Writes a Brotli and a gzip version beside every script and stylesheet, for browsers that accept them. */
async function compress(folder) {
  for (const name of await readdir(folder)) {
    if (!/\.(js|css)$/.test(name)) continue
    const bytes = await readFile(`${folder}/${name}`)
    await writeFile(`${folder}/${name}.br`, brotliCompressSync(bytes))
    await writeFile(`${folder}/${name}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
