/** `node:fs` and `node:fs/promises` of a process, on a disk in memory: what PilotOS and its packages call of them. */

import { constants } from 'node:fs'
import { Readable } from 'node:stream'
import { type Disk, type Node, systemError } from './disk.ts'
import type { Owner, World } from './world.ts'

type Path = string | URL | Buffer
type Callback = (error: Error | null, value?: unknown) => void

/** The code with which the disk refuses a call, such as `ENOSPC`. Undefined if it does not. */
export type Faults = (call: string, path: string) => string | undefined

const flagsOf: Record<string, number> = {
  r: constants.O_RDONLY,
  'r+': constants.O_RDWR,
  w: constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC,
  wx: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
  'w+': constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC,
  a: constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND,
  'a+': constants.O_RDWR | constants.O_CREAT | constants.O_APPEND,
}

interface OpenFile {
  node: Node
  path: string
  position: number
  appends: boolean
}

/** Returns the two modules. `isOwnFile` names the files of the program itself, which are read from the real disk. */
export function fileSystemOf(
  world: World,
  disk: Disk,
  owner: Owner,
  {
    faults,
    real,
  }: { faults: Faults; real: typeof import('node:fs') & { isOwnFile: (path: string) => boolean } },
) {
  const descriptors = new Map<number, OpenFile>()
  let nextDescriptor = 100

  function check(call: string, path: string): void {
    const code = faults(call, path)
    if (code) throw systemError(code, call, path)
  }

  function openNode(path: string, given: string | number = 'r', mode = 0o666): number {
    check('open', path)
    const flags = typeof given === 'number' ? given : (flagsOf[given] ?? constants.O_RDONLY)
    let node = disk.find(path)
    if (node && flags & constants.O_CREAT && flags & constants.O_EXCL)
      throw systemError('EEXIST', 'open', path)
    if (!node) {
      if (!(flags & constants.O_CREAT)) throw systemError('ENOENT', 'open', path)
      node = disk.create(path, 'file', { mode, mtime: world.time })
    }
    if (node.kind === 'folder' && flags & (constants.O_WRONLY | constants.O_RDWR))
      throw systemError('EISDIR', 'open', path)
    if (flags & constants.O_TRUNC && node.content.length > 0) disk.truncate(node, 0)
    nextDescriptor += 1
    descriptors.set(nextDescriptor, { node, path, position: 0, appends: (flags & constants.O_APPEND) !== 0 })
    return nextDescriptor
  }

  function fileOf(descriptor: number, call: string): OpenFile {
    const file = descriptors.get(descriptor)
    if (!file) throw systemError('EBADF', call)
    return file
  }

  function readInto(
    descriptor: number,
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number | null,
  ) {
    const file = fileOf(descriptor, 'read')
    if (file.node.kind === 'folder') throw systemError('EISDIR', 'read', file.path)
    check('read', file.path)
    const from = position ?? file.position
    const part = file.node.content.subarray(from, from + length)
    buffer.set(part, offset)
    if (position === null) file.position += part.length
    return part.length
  }

  function writeTo(descriptor: number, bytes: Uint8Array, position: number | null): number {
    const file = fileOf(descriptor, 'write')
    check('write', file.path)
    const at = file.appends ? file.node.content.length : (position ?? file.position)
    disk.write(file.node, at, Buffer.from(bytes))
    file.node.mtime = world.time
    if (position === null) file.position = at + bytes.length
    return bytes.length
  }

  function statOf(node: Node) {
    const isFile = node.kind === 'file'
    const times = { mtimeMs: node.mtime, ctimeMs: node.mtime, atimeMs: node.mtime, birthtimeMs: node.mtime }
    const no = () => false
    return {
      ino: node.ino,
      dev: 1,
      nlink: 1,
      uid: 0,
      gid: 0,
      size: node.content.length,
      mode: node.mode,
      ...times,
      mtime: new Date(node.mtime),
      isFile: () => isFile,
      isDirectory: () => !isFile,
      ...{ isFIFO: no, isSocket: no, isCharacterDevice: no, isBlockDevice: no, isSymbolicLink: no },
    }
  }

  function removeTree(path: string, recursive: boolean): void {
    const node = disk.need(path, 'rm')
    check('unlink', path)
    if (node.kind === 'folder') {
      if (!recursive) throw systemError('ERR_FS_EISDIR', 'rm', path)
      for (const name of [...node.entries.names.keys()]) removeTree(`${path}/${name}`, true)
    }
    disk.remove(path)
  }

  function makeFolders(path: string, { recursive = false, mode = 0o777 } = {}): void {
    check('mkdir', path)
    const found = disk.find(path)
    if (found) {
      if (recursive && found.kind === 'folder') return
      throw systemError('EEXIST', 'mkdir', path)
    }
    const parent = path.slice(0, path.replace(/\/+$/, '').lastIndexOf('/')) || '/'
    if (recursive && !disk.find(parent)) makeFolders(parent, { recursive, mode })
    disk.create(path, 'folder', { mode, mtime: world.time })
  }

  function listed(path: string, options?: { withFileTypes?: boolean }) {
    const node = disk.need(path, 'scandir')
    check('scandir', path)
    if (node.kind !== 'folder') throw systemError('ENOTDIR', 'scandir', path)
    return [...node.entries.names].map(([name, child]) =>
      options?.withFileTypes ? { name, parentPath: path, path, ...statOf(child) } : name,
    )
  }

  const wait = <Result>(call: string, path: string, work: () => Result) =>
    world.wait(owner, `${call} ${path}`, work)

  class FileHandle {
    #closing: Promise<void> | undefined

    constructor(readonly fd: number) {}

    get #path(): string {
      return descriptors.get(this.fd)?.path ?? 'closed'
    }

    stat() {
      return wait('fstat', this.#path, () => statOf(fileOf(this.fd, 'fstat').node))
    }

    read(buffer: Uint8Array, offset = 0, length = buffer.length - offset, position: number | null = null) {
      return wait('read', this.#path, () => ({
        bytesRead: readInto(this.fd, buffer, offset, length, position),
        buffer,
      }))
    }

    readFile(options?: string | { encoding?: string }) {
      return wait('read', this.#path, () => {
        const file = fileOf(this.fd, 'read')
        const bytes = Buffer.alloc(Math.max(0, file.node.content.length - file.position))
        readInto(this.fd, bytes, 0, bytes.length, null)
        return decoded(bytes, options)
      })
    }

    async write(content: string | Uint8Array, position?: number | null) {
      const bytes = Buffer.from(content as string)
      const bytesWritten = await wait('write', this.#path, () => writeTo(this.fd, bytes, position ?? null))
      return { bytesWritten, buffer: content }
    }

    async appendFile(content: string | Uint8Array) {
      await this.write(content)
    }

    async writeFile(content: Content) {
      for await (const part of partsOf(content)) await this.write(part)
    }

    truncate(length = 0) {
      return wait('ftruncate', this.#path, () => {
        check('ftruncate', this.#path)
        disk.truncate(fileOf(this.fd, 'ftruncate').node, length)
      })
    }

    sync() {
      return wait('fsync', this.#path, () => {
        check('fsync', this.#path)
        disk.sync(fileOf(this.fd, 'fsync').node)
      })
    }

    datasync() {
      return this.sync()
    }

    chmod(mode: number) {
      return wait('fchmod', this.#path, () => {
        fileOf(this.fd, 'fchmod').node.mode = mode
      })
    }

    /** A handle that is closed already, such as by its stream, closes again without an error. */
    close() {
      this.#closing ??= wait('close', this.#path, () => closeDescriptor(this.fd))
      return this.#closing
    }

    createReadStream(options: { start?: number; end?: number; highWaterMark?: number } = {}) {
      return streamOf(this, options)
    }

    [Symbol.asyncDispose]() {
      return this.close()
    }
  }

  function closeDescriptor(descriptor: number): void {
    const file = fileOf(descriptor, 'close')
    descriptors.delete(descriptor)
    if (file.node.lock?.file === file) file.node.lock = undefined
  }

  function streamOf(
    handle: FileHandle,
    { start = 0, end = Number.POSITIVE_INFINITY, highWaterMark = 65_536 } = {},
  ) {
    return Readable.from(
      (async function* () {
        for (let at = start; at <= end; ) {
          const buffer = Buffer.alloc(Math.min(highWaterMark, end - at + 1))
          const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
          if (bytesRead === 0) break
          at += bytesRead
          yield buffer.subarray(0, bytesRead)
        }
        await handle.close().catch(() => {})
      })(),
      { objectMode: false },
    )
  }

  const text = (path: Path) => (path instanceof URL ? path.pathname : String(path))

  const promises = {
    constants,
    async open(path: Path, flags?: string | number, mode?: number) {
      return new FileHandle(await wait('open', text(path), () => openNode(text(path), flags, mode)))
    },
    async readFile(path: Path | FileHandle, options?: string | { encoding?: string }) {
      if (path instanceof FileHandle) return path.readFile(options)
      if (real.isOwnFile(text(path))) return real.readFileSync(text(path), options as BufferEncoding)
      const file = await promises.open(path)
      try {
        return await file.readFile(options)
      } finally {
        await file.close()
      }
    },
    async writeFile(
      path: Path | FileHandle,
      content: Content,
      options?: string | { mode?: number; flag?: string },
    ) {
      if (path instanceof FileHandle) return path.writeFile(content)
      const { mode, flag = 'w' } = typeof options === 'object' ? options : {}
      const file = await promises.open(path, flag, mode)
      try {
        await file.writeFile(content)
      } finally {
        await file.close()
      }
    },
    async appendFile(path: Path, content: Content) {
      await promises.writeFile(path, content, { flag: 'a' })
    },
    async copyFile(from: Path, to: Path) {
      await promises.writeFile(to, (await promises.readFile(from)) as Buffer)
    },
    stat: (path: Path) =>
      real.isOwnFile(text(path))
        ? Promise.resolve(real.statSync(text(path)))
        : wait('stat', text(path), () => statOf(disk.need(text(path), 'stat'))),
    lstat: (path: Path) => wait('lstat', text(path), () => statOf(disk.need(text(path), 'lstat'))),
    realpath: (path: Path) =>
      wait('realpath', text(path), () => {
        disk.need(text(path), 'realpath')
        return text(path)
      }),
    access: (path: Path) =>
      wait('access', text(path), () => {
        disk.need(text(path), 'access')
      }),
    readdir: (path: Path, options?: { withFileTypes?: boolean }) =>
      real.isOwnFile(text(path))
        ? Promise.resolve(real.readdirSync(text(path), options as { withFileTypes: true }).sort())
        : wait('readdir', text(path), () => listed(text(path), options)),
    mkdir: (path: Path, options?: { recursive?: boolean; mode?: number }) =>
      wait('mkdir', text(path), () => makeFolders(text(path), options)),
    mkdtemp: (prefix: string) =>
      wait('mkdtemp', prefix, () => {
        const path =
          prefix +
          world.random
            .below(2 ** 30)
            .toString(36)
            .padStart(6, '0')
        makeFolders(path, { mode: 0o700 })
        return path
      }),
    rename: (from: Path, to: Path) =>
      wait('rename', `${text(from)} ${text(to)}`, () => {
        check('rename', text(to))
        disk.rename(text(from), text(to))
      }),
    link: (from: Path, to: Path) => wait('link', text(to), () => disk.link(text(from), text(to))),
    unlink: (path: Path) => wait('unlink', text(path), () => removeTree(text(path), false)),
    rm: (path: Path, { force = false, recursive = false } = {}) =>
      wait('rm', text(path), () => {
        if (force && !disk.find(text(path))) return
        removeTree(text(path), recursive)
      }),
    truncate: (path: Path, length = 0) =>
      wait('truncate', text(path), () => disk.truncate(disk.need(text(path), 'truncate'), length)),
    chmod: (path: Path, mode: number) =>
      wait('chmod', text(path), () => {
        disk.need(text(path), 'chmod').mode = mode
      }),
    utimes: (path: Path, _atime: unknown, mtime: number | Date) =>
      wait('utimes', text(path), () => {
        disk.need(text(path), 'utimes').mtime = mtime instanceof Date ? mtime.getTime() : Number(mtime) * 1000
      }),
    statfs: (path: Path) =>
      wait('statfs', text(path), () => {
        const free = Math.min(disk.capacity, 1e12) - disk.used()
        return {
          type: 0,
          bsize: 1,
          blocks: Math.min(disk.capacity, 1e12),
          bfree: free,
          bavail: free,
          files: 0,
          ffree: 0,
        }
      }),
  }

  /** Calls back as the older interface does. */
  const calling =
    <Args extends unknown[]>(work: (...args: Args) => Promise<unknown>) =>
    (...args: [...Args, Callback]) => {
      const callback = args.pop() as Callback
      work(...(args as unknown as Args)).then(
        (value) => callback(null, value),
        (error) => callback(error),
      )
    }

  const callbacks = {
    open: calling(
      async (path: Path, flags?: string | number, mode?: number) =>
        (await promises.open(path, flags, mode)).fd,
    ),
    close: calling(async (descriptor: number) => {
      await new FileHandle(descriptor).close()
    }),
    fstat: calling((descriptor: number) => new FileHandle(descriptor).stat()),
    stat: calling(promises.stat),
    read: (
      descriptor: number,
      buffer: Uint8Array,
      offset: number,
      length: number,
      position: number,
      callback: (error: Error | null, bytesRead?: number) => void,
    ) => {
      new FileHandle(descriptor).read(buffer, offset, length, position).then(
        ({ bytesRead }) => callback(null, bytesRead),
        (error) => callback(error),
      )
    },
    readFile: calling(promises.readFile),
    writeFile: calling(promises.writeFile),
  }

  const fs = {
    ...real,
    ...callbacks,
    promises,
    constants,
    existsSync: (path: Path) =>
      real.isOwnFile(text(path)) ? real.existsSync(text(path)) : disk.find(text(path)) !== undefined,
    readFileSync: (path: Path, options?: BufferEncoding) => {
      if (real.isOwnFile(text(path))) return real.readFileSync(text(path), options)
      return decoded(disk.need(text(path), 'open').content, options)
    },
    createReadStream: (path: string, options?: { start?: number; end?: number }) =>
      Readable.from(
        (async function* () {
          yield* streamOf(await promises.open(path), options)
        })(),
        { objectMode: false },
      ),
  }

  return {
    fs,
    promises,
    /** Locks an open file, as `flock` does. @throws an error with the code EAGAIN if another process has it */
    tryLock(descriptor: number): void {
      const file = fileOf(descriptor, 'flock')
      const { lock } = file.node
      if (lock && lock.file !== file && !lock.owner.isDead) throw systemError('EAGAIN', 'flock', file.path)
      file.node.lock = { owner, file }
    },
  }
}

type Content = string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

function partsOf(content: Content): Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array> {
  return typeof content === 'string' || content instanceof Uint8Array ? [content] : content
}

function decoded(bytes: Buffer, options?: string | { encoding?: string }): Buffer | string {
  const encoding = typeof options === 'string' ? options : options?.encoding
  return encoding ? bytes.toString(encoding as BufferEncoding) : Buffer.from(bytes)
}
