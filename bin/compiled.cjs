/**
 * Loads the built program with a V8 code cache of the build, so that no command compiles it again. Compiling
 * takes half of the time that `pilotos serve` takes to open.
 */
const { closeSync, openSync, readFileSync, writeFileSync } = require('node:fs')
const { createRequire, isBuiltin } = require('node:module')
const { devNull } = require('node:os')
const { dirname } = require('node:path')
const { Script } = require('node:vm')

/**
 * Returns the exports of the built program, and a function that writes its code cache. `path` names an ASCII script
 * whose value is the function that Node wraps a CommonJS module in. The server and the other commands each have their
 * own cache, because V8 reads a whole cache at the start: `part` is `server` or `commands`.
 */
function load(path, part) {
  const cache = `${path}.${part}.cache`
  const script = new Script(readFileSync(path, 'latin1'), {
    filename: path,
    // If the cache is missing or comes from another version of Node, V8 compiles the script.
    cachedData: readCache(cache),
  })
  const module = { exports: {} }
  script.runInThisContext()(module.exports, requireFrom(path), module, path, dirname(path))
  return { program: module.exports, keep: () => writeFileSync(cache, script.createCachedData()) }
}

function readCache(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/**
 * Returns a `require` that throws EMFILE if too few descriptors are free, so that a later call can succeed. Node 20
 * treats a `package.json` that it cannot open as missing, and remembers that until the process ends: a package
 * whose first `require` reaches the limit of open files could never be loaded again.
 */
function requireFrom(path) {
  const requirePackage = createRequire(path)
  const requireInRoom = (name) => {
    if (!isBuiltin(name)) requireDescriptors()
    return requirePackage(name)
  }
  return Object.assign(requireInRoom, requirePackage)
}

/** More descriptors than `require`, and the threads that read files at that moment, have open at once. */
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
