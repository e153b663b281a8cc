/**
 * Loads the built program with what V8 made of it when it was built, so that no command compiles it again: half of
 * the time that `pilotos serve` takes to open.
 */
const { closeSync, openSync, readFileSync, writeFileSync } = require('node:fs')
const { createRequire, isBuiltin } = require('node:module')
const { devNull } = require('node:os')
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
  script.runInThisContext()(module.exports, requireFrom(path), module, path, dirname(path))
  return { program: module.exports, keep: () => writeFileSync(`${path}.cache`, script.createCachedData()) }
}

function cacheOf(path) {
  try {
    return readFileSync(`${path}.cache`)
  } catch {
    return undefined
  }
}

/**
 * Node 20 treats a `package.json` that it cannot open as missing, and remembers that until the process ends: a package
 * whose first `require` meets the limit of open files could never be loaded again. Therefore Node looks for a package
 * only while some descriptors are free; otherwise this throws EMFILE, and the next `require` starts anew.
 */
function requireFrom(path) {
  const requirePackage = createRequire(path)
  const requireInRoom = (name) => {
    if (!isBuiltin(name)) requireDescriptors()
    return requirePackage(name)
  }
  return Object.assign(requireInRoom, requirePackage)
}

/** More than `require` and the threads that read files at that moment have open at once. */
const neededDescriptors = 16

function requireDescriptors() {
  const opened = []
  try {
    while (opened.length < neededDescriptors) opened.push(openSync(devNull))
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}

module.exports = { load }
