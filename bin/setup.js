/** Before `npm start` and `npm test`: installs what is missing, then builds. Without internet, nothing is fetched. */
import { execSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))

if (isInstalled()) {
  await import('./build.js')
} else {
  console.error('Instalando lo que falta…')
  execSync('npm ci --no-audit --no-fund --loglevel=error', { cwd: root, stdio: ['ignore', 2, 2] })
}

/** npm notes what it has installed: every package that is locked and not optional must be there in that version. */
function isInstalled() {
  if (!existsSync(new URL('../node_modules/.package-lock.json', import.meta.url))) return false
  const { packages: installed } = read('node_modules/.package-lock.json')
  const { packages: locked } = read('package-lock.json')
  return Object.entries(locked).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  )
}
