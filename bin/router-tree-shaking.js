/** An esbuild plugin that lets a build leave out the components of react-router that no screen uses. */
import { readFile } from 'node:fs/promises'

/**
 * esbuild keeps an unused component if a later statement names it, or if a call creates it that may have side effects.
 * The plugin removes these names, which only developer tools show, and marks these calls as pure.
 */
export const routerTreeShaking = {
  name: 'router-tree-shaking',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]react-router[\\/]dist[\\/].*\.mjs$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8'))
        .replace(/^\w+\.displayName = ".*";$/gm, '')
        .replace(/^var \w+ = (?=React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$&/* @__PURE__ */ '),
    }))
  },
}
