/**
 * Loads the built program with what V8 made of it when it was built, so that no command compiles it again: half of
 * the time that `pilotos serve` takes to open.
 */
const { readFileSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { dirname } = require('node:path')
const { Script } = require('node:vm')

/** `path` is of a script whose value is the function that Node wraps a CommonJS module in, in ASCII. */
function load(path) {
  const script = new Script(readFileSync(path, 'latin1'), {
    filename: path,
    // Another version of Node, or none there: V8 compiles as if there were no such file.
    cachedData: cacheOf(path),
  })
  const module = { exports: {} }
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path))
  return { program: module.exports, keep: () => writeFileSync(`${path}.cache`, script.createCachedData()) }
}

function cacheOf(path) {
  try {
    return readFileSync(`${path}.cache`)
  } catch {
    return undefined
  }
}

module.exports = { load }
