/**
 * A disk in memory that loses what a real one loses at a power cut: writes without a sync, in any combination and torn, and
 * new names, renames and removals of a folder that was not synced, from some point on.
 */
import type { Owner, Random } from './world.ts'

interface Entries {
  /** What each name stands for now. */
  names: Map<string, Node>
  /** What each name stood for at the last sync. */
  synced: Map<string, Node>
  /** The changes of names since then, in their order. */
  changes: (() => void)[]
}

export interface Node {
  ino: number
  kind: 'file' | 'folder'
  mode: number
  /** Milliseconds since 1970. */
  mtime: number
  content: Buffer
  /** The content at the last sync. */
  synced: Buffer
  /** The changes of the content since then, in their order. */
  changes: Change[]
  entries: Entries
  /** The process that holds the lock of the file, and the open file with which it does. */
  lock?: { owner: Owner; file: object }
}

type Change = { at: number; bytes: Buffer } | { length: number }

/** An error with the code of the system. */
export function systemError(code: string, call: string, path = ''): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${call} '${path}'`), { code, syscall: call, path })
}

export class Disk {
  #inodes = 0
  root = this.#node('folder')
  /** The number of bytes that fit on the disk. */
  capacity = Number.POSITIVE_INFINITY

  #node(kind: Node['kind'], mode = 0o700, mtime = 0): Node {
    this.#inodes += 1
    return {
      ino: this.#inodes,
      kind,
      mode,
      mtime,
      content: Buffer.alloc(0),
      synced: Buffer.alloc(0),
      changes: [],
      entries: { names: new Map(), synced: new Map(), changes: [] },
    }
  }

  /** Returns what is at a path, or undefined. */
  find(path: string): Node | undefined {
    let node: Node | undefined = this.root
    for (const name of partsOf(path)) node = node?.entries.names.get(name)
    return node
  }

  need(path: string, call: string): Node {
    const node = this.find(path)
    if (!node) throw systemError('ENOENT', call, path)
    return node
  }

  /** Returns the folder of a path, and the name in it. */
  place(path: string, call: string): { folder: Node; name: string } {
    const parts = partsOf(path)
    const name = parts.pop()
    const folder = this.find(`/${parts.join('/')}`)
    if (name === undefined) throw systemError('EEXIST', call, path)
    if (!folder) throw systemError('ENOENT', call, path)
    if (folder.kind !== 'folder') throw systemError('ENOTDIR', call, path)
    return { folder, name }
  }

  /** Creates a file or a folder, which must not exist. */
  create(path: string, kind: Node['kind'], { mode = 0o700, mtime = 0 } = {}): Node {
    const { folder, name } = this.place(path, 'open')
    if (folder.entries.names.has(name)) throw systemError('EEXIST', 'open', path)
    const node = this.#node(kind, mode, mtime)
    this.#rename(folder, [[folder, name, node]])
    return node
  }

  link(from: string, to: string): void {
    const node = this.need(from, 'link')
    const { folder, name } = this.place(to, 'link')
    if (folder.entries.names.has(name)) throw systemError('EEXIST', 'link', to)
    this.#rename(folder, [[folder, name, node]])
  }

  rename(from: string, to: string): void {
    const source = this.place(from, 'rename')
    const node = source.folder.entries.names.get(source.name)
    if (!node) throw systemError('ENOENT', 'rename', from)
    const target = this.place(to, 'rename')
    const replaced = target.folder.entries.names.get(target.name)
    if (replaced === node) return
    if (replaced?.kind === 'folder' && replaced.entries.names.size > 0)
      throw systemError('ENOTEMPTY', 'rename', to)
    this.#rename(target.folder, [
      [target.folder, target.name, node],
      [source.folder, source.name, undefined],
    ])
  }

  remove(path: string): void {
    const { folder, name } = this.place(path, 'unlink')
    const node = folder.entries.names.get(name)
    if (!node) throw systemError('ENOENT', 'unlink', path)
    if (node.entries.names.size > 0) throw systemError('ENOTEMPTY', 'rmdir', path)
    this.#rename(folder, [[folder, name, undefined]])
  }

  /** Changes names at once, now, and once more on the names of the last sync if a power cut lets the change survive. */
  #rename(noted: Node, names: [folder: Node, name: string, node: Node | undefined][]): void {
    for (const [folder, name, node] of names) setName(folder.entries.names, name, node)
    noted.entries.changes.push(() => {
      for (const [folder, name, node] of names) setName(folder.entries.synced, name, node)
    })
  }

  write(node: Node, at: number, bytes: Buffer): void {
    const length = Math.max(node.content.length, at + bytes.length)
    if (length > node.content.length && this.used() + length - node.content.length > this.capacity)
      throw systemError('ENOSPC', 'write')
    node.content = written(node.content, { at, bytes })
    node.changes.push({ at, bytes: Buffer.from(bytes) })
  }

  truncate(node: Node, length: number): void {
    node.content = written(node.content, { length })
    node.changes.push({ length })
  }

  /** Makes the content of a file, or the names of a folder, survive a power cut. */
  sync(node: Node): void {
    if (node.kind === 'file') {
      node.synced = node.content
      node.changes = []
      return
    }
    for (const change of node.entries.changes) change()
    node.entries.changes = []
  }

  /** Returns the bytes of all files. */
  used(node = this.root): number {
    let sum = node.content.length
    for (const child of node.entries.names.values()) sum += this.used(child)
    return sum
  }

  /** Cuts the power: of what was not synced, a part that the seed chooses is lost. No process has a lock any more. */
  cutPower(random: Random): void {
    const all = new Set<Node>()
    const collect = (node: Node) => {
      if (all.has(node)) return
      all.add(node)
      for (const child of node.entries.names.values()) collect(child)
      for (const child of node.entries.synced.values()) collect(child)
    }
    collect(this.root)
    for (const node of all) {
      node.lock = undefined
      const kept = node.entries.changes.slice(0, random.below(node.entries.changes.length + 1))
      for (const change of kept) change()
      node.entries.changes = []
      node.content = survived(node, random)
      node.synced = node.content
      node.changes = []
    }
    for (const node of all) node.entries.names = new Map(node.entries.synced)
  }

  /** Returns every path below a folder. */
  paths(folder = '/', node = this.need(folder, 'scandir')): string[] {
    const own = folder === '/' ? '' : folder
    return [...node.entries.names].flatMap(([name, child]) => {
      const path = `${own}/${name}`
      return child.kind === 'folder' ? [path, ...this.paths(path, child)] : [path]
    })
  }
}

function partsOf(path: string): string[] {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts
}

function setName(names: Map<string, Node>, name: string, node: Node | undefined): void {
  if (node) names.set(name, node)
  else names.delete(name)
}

function written(content: Buffer, change: Change): Buffer {
  if ('length' in change) {
    if (change.length <= content.length) return content.subarray(0, change.length)
    return Buffer.concat([content, Buffer.alloc(change.length - content.length)])
  }
  const { at, bytes } = change
  if (at === content.length) return Buffer.concat([content, bytes])
  const result = Buffer.alloc(Math.max(content.length, at + bytes.length))
  content.copy(result)
  bytes.copy(result, at)
  return result
}

/** Returns the synced content with some of the changes since then, one of them perhaps cut short. */
function survived(node: Node, random: Random): Buffer {
  let content = node.synced
  const isInOrder = random.chance(0.5)
  const count = random.below(node.changes.length + 1)
  for (const [index, change] of node.changes.entries()) {
    const survives = isInOrder ? index < count : random.chance(0.5)
    if (survives) content = written(content, change)
    else if ('bytes' in change && random.chance(0.5))
      content = written(content, {
        at: change.at,
        bytes: change.bytes.subarray(0, random.below(change.bytes.length)),
      })
  }
  return content
}
