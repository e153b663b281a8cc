/** Builds the program and the client into `dist`. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { load } from './compiled.cjs'

const program = 'dist/program/pilotos.cjs'
const reader = 'dist/program/table-reader.cjs'
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/**
 * Names the native addon of this platform. fs-native-extensions searches folders for it, which takes 10 ms of every
 * command; the built program searches only if the named file is missing.
 */
const namedAddon = {
  name: 'named-addon',
  setup: ({ onLoad }) =>
    onLoad({ filter: /fs-native-extensions[\\/]binding\.js$/ }, () => ({
      contents: `
        const load = require
        const file = 'fs-native-extensions/prebuilds/' + process.platform + '-' + process.arch + '/fs-native-extensions.node'
        try { module.exports = load(file) } catch { module.exports = load('fs-native-extensions/binding.js') }`,
    })),
}

/** The first stylesheet is for a scanned credential; the second has the additional styles of the other screens. */
const [first, later] = ['first.css', 'later.css']

const forNode = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  external: ['sharp', 'pdfkit', 'postgres', 'read-excel-file', 'write-excel-file'],
  supported: { 'dynamic-import': false },
  logLevel: 'warning',
}

await rm(at('dist'), { recursive: true, force: true })
await Promise.all([buildProgram(), buildReader(), buildClient()])
await keepCompiled()

/**
 * Bundles the commands and the server into one file, because finding a hundred files takes longer than reading one.
 * The bundle contains the packages too, except packages that load files of their own. A module runs when it is
 * first used.
 */
async function buildProgram() {
  await build({
    ...forNode,
    entryPoints: [at('bin/program.ts')],
    outfile: at(program),
    // A module resolves packages from `import.meta.url`, which CommonJS does not have.
    define: { 'import.meta.url': 'file.url' },
    plugins: [namedAddon],
    banner: {
      js: `(function (exports, require, module, __filename, __dirname) {
        const file = { get url() { return require('node:url').pathToFileURL(__filename).href } }`,
    },
    footer: { js: '})' },
  })
}

/** Bundles the process that reads imported files, which starts from a file of its own. */
async function buildReader() {
  await build({ ...forNode, entryPoints: [at('server/spreadsheets/reader-process.ts')], outfile: at(reader) })
}

async function keepCompiled() {
  const { program: built, keep } = load(at(program))
  await built.warmUp({ clientFolder: at('dist/client'), readerFile: at(reader) })
  keep()
}

/** Builds the pages: assets under names that change with their content, and the HTML that links to them. */
async function buildClient() {
  const { metafile } = await build({
    entryPoints: [at('client/app/start.ts'), first, later],
    plugins: [sheets(await findSheets())],
    outdir: at('dist/client/assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    absWorkingDir: at('.'),
    bundle: true,
    splitting: true,
    minify: true,
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
  const address = (path) => path.replace('dist/client', '')
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
  const page = await readFile(at('client/index.html'), 'utf8')
  await writeFile(at('dist/client/index.html'), page.replace('{{assets}}', links.join('\n    ')))
  // The two named stylesheets contain all the others.
  const others = outputs
    .map(([path]) => path)
    .filter((path) => path.endsWith('.css') && !named.includes(path))
  await Promise.all(others.map((path) => rm(at(path))))
  await compress(at('dist/client/assets'))
}

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
