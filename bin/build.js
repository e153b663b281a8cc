/** Builds the program and the client into `dist`. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

await rm(at('dist'), { recursive: true, force: true })
await Promise.all([buildProgram(), buildClient()])

/** The commands and the server; a command loads only the chunks that it uses. */
async function buildProgram() {
  await build({
    entryPoints: [at('bin/cli.ts')],
    outdir: at('dist/program'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  })
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
