/**
 * Installs missing packages, then builds if a source has changed. Runs before `npm start` and `npm test`, and during
 * `npm install -g .`. Fetches nothing if no package is missing.
 */
import { execSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))

if (!isInstalled()) {
  console.error('Instalando lo que falta…')
  execSync('npm ci --include=dev --ignore-scripts --no-audit --no-fund --loglevel=error', {
    cwd: root,
    env: localEnvironment(),
    stdio: ['ignore', 2, 2],
  })
}
const { isBuilt } = await import('./project.js')
if (!(await isBuilt())) await import('./build.js')

/** Returns the environment without the variables of npm that would make this installation a global installation. */
function localEnvironment() {
  const { npm_config_global, npm_config_location, npm_config_prefix, ...rest } = process.env
  return rest
}

/** Returns true if npm's record of installed packages has every required package in its locked version. */
function isInstalled() {
  if (!existsSync(new URL('../node_modules/.package-lock.json', import.meta.url))) return false
  const { packages: installed } = read('node_modules/.package-lock.json')
  const { packages: locked } = read('package-lock.json')
  return Object.entries(locked).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  )
}
