/** Builds the pages with esbuild, with no more of a typeface than they need. */
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, transform } from 'esbuild'
import subsetFont from 'subset-font'
import { buildManual, readHelp } from './manual.js'
import { at } from './project.js'

const application = [
  'client/app/main.tsx',
  'client/app/staff-part.ts',
  'client/app/gate-part.ts',
  'client/app/apply-part.ts',
]

/** The parts of the application that the page of a credential loads later, as a module imports them. */
const laterParts = ['./staff-part.ts', './gate-part.ts', './apply-part.ts']

const target = ['es2022', 'safari15']

/** The styles of a credential that only pages with a role need, as a module imports them. */
const staffStyles = './credential-staff.module.css'

/** The content of a page until its scripts render the screen. */
const starting = `<div id="root"><p class="starting">Cargando…</p></div>
    <noscript><p class="starting">PilotOS necesita JavaScript: actívelo en este navegador.</p></noscript>`

/**
 * Builds the pages into a folder of the project: assets under names that change with their content, the HTML that links
 * to them, and the module with which the server renders the page of a credential. With `reloads`, an open page reloads
 * when a server serves another build, and nothing is minified.
 */
export async function buildClient(folder, { reloads: doesReload = false } = {}) {
  const shared = {
    outdir: at(`${folder}/assets`),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    publicPath: '/assets',
    absWorkingDir: at('.'),
    bundle: true,
    // esbuild would give a class of a CSS module other names in each build if it made identifiers shorter.
    minifySyntax: !doesReload,
    minifyWhitespace: !doesReload,
    sourcemap: doesReload && 'inline',
    target,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'external',
    loader: { '.wasm': 'file' },
    plugins: [cutFonts],
    metafile: true,
    write: false,
    logLevel: 'warning',
    // The shared classes are in `:where`, so a class that composes one overrides it in any order.
    logOverride: { 'undefined-composes-from': 'silent' },
  }
  const [help, manual, start, decoder, follower] = await Promise.all([
    readHelp(),
    buildManual(at(`${folder}/assets`)),
    buildAlone(shared, 'client/app/start.ts'),
    buildAlone(shared, 'client/camera/decoder-worker.ts'),
    buildAlone(shared, 'client/credential/follow.ts'),
  ])
  const define = {
    ...shared.define,
    decoderScript: JSON.stringify(`./${decoder}`),
    // An object would stand in a script that every page loads.
    helpText: JSON.stringify(JSON.stringify(help)),
    manualFile: JSON.stringify(manual),
  }
  const [scripts, appStyles, credentialStyles] = await Promise.all([
    buildApplication({ ...shared, define }),
    buildStyles({ ...shared, define, entryNames: 'app-[hash]' }, application),
    buildStyles({ ...shared, external: [...laterParts, staffStyles] }, ['client/app/credential-page.tsx']),
  ])
  await writeAll([appStyles])
  const reloads = doesReload ? [await writeReloader(folder)] : []
  const template = await readFile(at('client/index.html'), 'utf8')
  const appLinks = joined([
    `<link rel="stylesheet" href="/assets/${basename(appStyles.path)}">`,
    // The first one is the application, which `start.ts` imports; the others are those that it imports itself.
    ...scripts.map((name) => `<link rel="modulepreload" href="/assets/${name}">`),
    `<script type="module" src="/assets/${start}"></script>`,
    ...reloads,
  ])
  const followLinks = joined([`<script type="module" src="/assets/${follower}"></script>`, ...reloads])
  await writeFile(
    at(`${folder}/index.html`),
    filled(template, { title: '<title>PilotOS</title>', assets: appLinks, content: starting }),
  )
  const pageParts = { template, styles: credentialStyles.text.trim(), appLinks, followLinks }
  await buildCredentialPage(folder, {
    ...shared,
    define: { ...shared.define, pageParts: JSON.stringify(pageParts) },
  })
  // Its licence goes with a font. The other fonts are packages of the release, which have theirs.
  await copyFile(at('node_modules/@fontsource/barlow/LICENSE'), at(`${folder}/assets/barlow.LEGAL.txt`))
  if (!doesReload) await compress(at(`${folder}/assets`))
}

const joined = (links) => links.join('\n    ')

/** Replaces some placeholders of a template. */
function filled(template, values) {
  return template.replace(/{{(\w+)}}/g, (placeholder, name) => values[name] ?? placeholder)
}

/** Builds the scripts of the application. Returns the names of those that every page loads, its entry first. */
async function buildApplication(shared) {
  const [entry] = application
  const { outputFiles, metafile } = await build({ ...shared, entryPoints: [at(entry)], splitting: true })
  await writeAll(outputFiles.filter(({ path }) => !path.endsWith('.css')))
  const { outputs } = metafile
  const found = new Set([Object.keys(outputs).find((path) => outputs[path].entryPoint === entry)])
  for (const path of found) {
    for (const { path: to, kind } of outputs[path].imports) if (kind === 'import-statement') found.add(to)
  }
  return [...found].map((path) => basename(path))
}

/** Builds a stylesheet of all styles that some modules import, and writes its typefaces. Returns the stylesheet. */
async function buildStyles(shared, modules) {
  const contents = modules.map((path) => `import './${path}'`).join('\n')
  const { outputFiles } = await build({ ...shared, stdin: { contents, resolveDir: at('.') } })
  await writeAll(outputFiles.filter(({ path }) => path.endsWith('.woff2')))
  return outputFiles.find(({ path }) => path.endsWith('.css'))
}

/**
 * Bundles the module with which the server renders the page of a credential. It contains React and the parts of the
 * page, so that it needs no other file. It never loads the screens of staff.
 */
async function buildCredentialPage(folder, shared) {
  const { outputFiles } = await build({
    ...shared,
    entryPoints: [at('client/app/credential-page.tsx')],
    outdir: at(folder),
    entryNames: '[name]',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    plugins: [],
    external: [...laterParts, '@fontsource/*'],
  })
  await writeAll(outputFiles.filter(({ path }) => !path.endsWith('.css')))
}

/**
 * Builds a script without imports, and returns its file name. The worker that reads QRs needs one because old browsers
 * run no modules in workers, the script of a public page because it must be small, and the first script of the
 * application because no other file may be missing when it runs.
 */
async function buildAlone(shared, entry) {
  const { outputFiles } = await build({ ...shared, entryPoints: [at(entry)], format: 'iife' })
  await writeAll(outputFiles)
  return basename(outputFiles.find(({ path }) => path.endsWith('.js')).path)
}

async function writeAll(files) {
  for (const { path, contents } of files) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, contents)
  }
}

/** Writes the script that reloads a page, and the name of this build. Returns the link to the script. */
async function writeReloader(folder) {
  const name = String(Date.now())
  await writeFile(at(`${folder}/assets/build.txt`), name)
  await writeFile(at(`${folder}/assets/reload-${name}.js`), reloader.replace('BUILD', name))
  return `<script type="module" src="/assets/reload-${name}.js"></script>`
}

const reloader = `setInterval(async () => {
  const answer = await fetch('/assets/build.txt', { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok && (await answer.text()) !== 'BUILD') location.reload()
}, 300)
`

/** Makes the names in scripts shorter, and writes a Brotli and a gzip version beside each script, style and decoder, and the manual. */
async function compress(folder) {
  for (const name of await readdir(folder)) {
    if (!/\.(js|css|json|wasm)$/.test(name)) continue
    const path = `${folder}/${name}`
    if (name.endsWith('.js')) {
      const { code } = await transform(await readFile(path), { minify: true, target, legalComments: 'none' })
      await writeFile(path, code)
    }
    const bytes = await readFile(path)
    await writeFile(`${path}.br`, brotliCompressSync(bytes))
    await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

const require = createRequire(import.meta.url)

const ascii = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCharCode(0x20 + index)).join(
  '',
)
const spanish = `${ascii}\u00a0¡¿«»ªº°·ÁÉÍÑÓÚÜáéíñóúü–—‘’“”…`
const sets = { code: `${ascii}ÁÉÍÓÚÑáéíóúñ…`, spanish, iberian: `${spanish}ÀÂÃÇÊÔÕàâãçêôõ×›` }

/**
 * An esbuild plugin for fonts in stylesheets: `url("@fontsource/FONT.woff2#NAME")` becomes a file `NAME`, with the characters of a
 * set if it has the name of one, and else with all characters.
 */
const cutFonts = {
  name: 'cut-fonts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@fontsource\/.+\.woff2#/ }, ({ path }) => {
      const [file, name] = path.split('#')
      return {
        path: `${name}.woff2`,
        namespace: 'cut-fonts',
        pluginData: { file: require.resolve(file), name },
      }
    })
    onLoad({ filter: /.*/, namespace: 'cut-fonts' }, async ({ pluginData: { file, name } }) => {
      if (!fonts.has(name)) fonts.set(name, cut(await readFile(file), name.split('-')))
      return { contents: await fonts.get(name), loader: 'file' }
    })
  },
}

/** The fonts that are cut, by their names: two stylesheets have them, and each further build of `npm run dev`. */
const fonts = new Map()

/** Keeps the kerning and, for texts, figures of one width, without instructions for screens of low resolution. */
function cut(font, words) {
  const characters = sets[words.find((word) => word in sets)]
  return subsetFont(font, characters, {
    targetFormat: 'woff2',
    keepAllGlyphs: characters === undefined,
    keepFeatures: words.includes('condensed') ? ['kern'] : ['kern', 'tnum'],
    noHinting: true,
    dropTables: ['GDEF', 'gasp', 'STAT'],
  })
}
