/** The folder with the files of a release, and their sums. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const sumsName = 'SHA256SUMS'

/** Matches the files of a release. */
const ours = /^(pilotos[-_].+\.(zip|tar\.gz|tar\.xz|deb)|SHA256SUMS)$/

export class ReleaseFolder {
  #sums = new Map<string, string>()

  private constructor(private readonly path: string) {}

  /** Removes the files of an earlier release from the folder, and no other file. */
  static async open(path: string): Promise<ReleaseFolder> {
    await mkdir(path, { recursive: true })
    for (const name of await readdir(path)) if (ours.test(name)) await rm(join(path, name))
    return new ReleaseFolder(path)
  }

  /** Writes a file, and returns its path. */
  async add(name: string, content: Buffer): Promise<string> {
    const path = join(this.path, name)
    await writeFile(path, content)
    this.#sums.set(name, createHash('sha256').update(content).digest('hex'))
    return path
  }

  /** Writes the sums of all files, in the form that `sha256sum --check` reads. */
  async writeSums(): Promise<void> {
    const lines = [...this.#sums].sort(([one], [other]) => (one < other ? -1 : 1))
    await writeFile(join(this.path, sumsName), lines.map(([name, sum]) => `${sum}  ${name}\n`).join(''))
  }
}
