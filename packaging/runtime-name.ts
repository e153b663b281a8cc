/** Prints the package of the Node for Linux, as npm names it, so that the tests can run on it. */
import { platforms } from './platforms.ts'

const linux = platforms.find(({ os }) => os === 'linux')
console.log(`${linux?.runtime.name}@${linux?.runtime.version}`)
