/**
 * An esbuild plugin for fonts in stylesheets, so that a page loads no more of a typeface than it needs.
 * `url("@fontsource/FONT.woff2#NAME")` becomes a file `NAME`: with the characters of a set if it has the name of one, and
 * else with all characters.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

const ascii = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCharCode(0x20 + index)).join(
  '',
)
const spanish = `${ascii}\u00a0¡¿«»ªº°·ÁÉÍÑÓÚÜáéíñóúü–—‘’“”…`
const sets = { code: `${ascii}ÁÉÍÓÚÑáéíóúñ…`, spanish, iberian: `${spanish}ÀÂÃÇÊÔÕàâãçêôõ×` }

export const cutFonts = {
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
    onLoad({ filter: /.*/, namespace: 'cut-fonts' }, async ({ pluginData: { file, name } }) => ({
      contents: await cut(await readFile(file), name.split('-')),
      loader: 'file',
    }))
  },
}

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
