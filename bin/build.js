/** Builds the program and the client into `dist`. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { load } from './compiled.cjs'

const program = 'dist/program/pilotos.cjs'
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/**
 * fs-native-extensions looks for the file of this platform through folders, which takes 10 ms of every command: the
 * built program names it, and leaves the search to where it is not there.
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

await rm(at('dist'), { recursive: true, force: true })
await Promise.all([buildProgram(), buildClient()])
await keepCompiled()

/**
 * The commands and the server in one file, with the packages that they use, since finding a hundred files takes
 * longer than reading one; but for sharp, which brings files of its own. A module runs when it is first used.
 */
async function buildProgram() {
  await build({
    entryPoints: [at('bin/program.ts')],
    outfile: at(program),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    external: ['sharp'],
    supported: { 'dynamic-import': false },
    plugins: [namedAddon],
    banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
    footer: { js: '})' },
    logLevel: 'warning',
  })
}

async function keepCompiled() {
  const { program: built, keep } = load(at(program))
  await built.rehearse(at('dist/client'))
  keep()
}

/** The pages: assets under names that change with their content, and the HTML that names them. */
async function buildClient() {
  const { metafile } = await build({
    entryPoints: [at('client/main.tsx')],
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
    loader: { '.woff2': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
    metafile: true,
    logLevel: 'warning',
  })
  const [script, { cssBundle }] = Object.entries(metafile.outputs).find(
    ([, output]) => output.entryPoint === 'client/main.tsx',
  )
  const later = Object.keys(metafile.outputs).filter((path) => path.endsWith('.css') && path !== cssBundle)
  const address = (path) => path.replace('dist/client', '')
  const stylesheet = (path) => `<link rel="stylesheet" href="${address(path)}">`
  const page = await readFile(at('client/index.html'), 'utf8')
  await mkdir(at('dist/client'), { recursive: true })
  await writeFile(
    at('dist/client/index.html'),
    page
      .replace('{{script}}', address(script))
      .replace('{{styles}}', [cssBundle, ...later].map(stylesheet).join('\n    ')),
  )
}
