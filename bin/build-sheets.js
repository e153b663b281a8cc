/** Builds the stylesheets of the pages with esbuild, and the class names that the scripts of both sides use. */
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { build } from 'esbuild'
import { at } from './project-path.js'

/**
 * The first stylesheet is for a scanned credential. The others have the additional styles of the screens of staff and of
 * a gate.
 */
const [first, later, gate] = ['first.css', 'later.css', 'gate.css']

/** The modules that load with each of the other stylesheets. */
const parts = { [later]: 'client/app/staff-part.ts', [gate]: 'client/app/gate-part.ts' }

/** The virtual module that exports the class names of all CSS modules, by the path of each. */
const namesModule = 'class-names.js'

/**
 * Builds the stylesheets into the folder of the assets. Returns their paths in the order first, later and gate, the
 * text of the first one, and an esbuild plugin for the scripts. Every script gets its class names from this one build,
 * because esbuild would give other names to the script of another platform.
 */
export async function buildSheets(options) {
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: [first, later, gate, namesModule],
    plugins: [virtualEntries(await findSheets())],
    // The names are the same in all outputs only if esbuild links them together.
    splitting: true,
    format: 'esm',
    // A style that a page contains has no path to which the address of a typeface could be relative.
    publicPath: '/assets',
    write: false,
  })
  const outputs = Object.entries(metafile.outputs)
  const named = [first, later, gate].map(
    (sheet) => outputs.find((one) => one[1].entryPoint === `sheet:${sheet}`)[0],
  )
  const fileOf = (path) => outputFiles.find((file) => file.path === at(path))
  const fonts = outputs.map(([path]) => path).filter((path) => path.endsWith('.woff2'))
  for (const file of [...named, ...fonts].map(fileOf)) {
    await mkdir(dirname(file.path), { recursive: true })
    await writeFile(file.path, file.contents)
  }
  const script = outputs.find((one) => one[1].entryPoint === `sheet:${namesModule}`)[0]
  const { names } = await import(`data:text/javascript,${encodeURIComponent(fileOf(script).text)}`)
  return { paths: named, firstText: fileOf(named[0]).text.trim(), plugin: classNames(names) }
}

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

/** An esbuild plugin for the virtual entries: the stylesheets, and the module with the class names. */
function virtualEntries(paths) {
  const modules = [...new Set(Object.values(paths).flat())].filter((path) => path.endsWith('.module.css'))
  const contentsOf = {
    [namesModule]: [
      ...modules.map((path, index) => `import names${index} from './${path}'`),
      `export const names = { ${modules.map((path, index) => `'${path}': names${index}`)} }`,
    ],
    ...Object.fromEntries(
      Object.entries(paths).map(([sheet, files]) => [sheet, files.map((path) => `@import "./${path}";`)]),
    ),
  }
  return {
    name: 'virtual-entries',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^((first|later|gate)\.css|class-names\.js)$/ }, ({ path }) => ({
        path,
        namespace: 'sheet',
      }))
      onLoad({ filter: /./, namespace: 'sheet' }, ({ path }) => ({
        contents: contentsOf[path].join('\n'),
        loader: path === namesModule ? 'js' : 'css',
        resolveDir: at('.'),
      }))
    },
  }
}

/** An esbuild plugin that gives scripts the class names of their CSS modules, and no styles. */
function classNames(names) {
  const byFile = new Map(Object.entries(names).map(([path, classes]) => [at(path), classes]))
  return {
    name: 'class-names',
    setup({ onLoad }) {
      onLoad({ filter: /\.css$/ }, ({ path }) => {
        const classes = byFile.get(path)
        if (!classes && basename(path).endsWith('.module.css')) throw new Error(`${path} has no class names`)
        return classes
          ? { contents: JSON.stringify(classes), loader: 'json' }
          : { contents: '', loader: 'js' }
      })
    },
  }
}
