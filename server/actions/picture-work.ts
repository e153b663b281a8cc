/** Converts pictures in worker threads, two at a time. People take turns, so that a ZIP of pictures delays nobody. */
import type { Workers } from '../workers/workers.ts'

/** The errors are those of `preparePhoto`, `prepareLogo` and `shrinkPhoto`. */
export class PictureWork {
  constructor(private readonly workers: Workers) {}

  preparePhoto(picture: Uint8Array, by: string, signal?: AbortSignal): Promise<Buffer> {
    return this.#run('prepare-photo', picture, { by, signal })
  }

  prepareLogo(picture: Uint8Array, by: string): Promise<Buffer> {
    return this.#run('prepare-logo', picture, { by })
  }

  shrinkPhoto(photo: Uint8Array): Promise<Buffer> {
    return this.#run('shrink-photo', photo, { by: gates })
  }

  async #run(
    job: 'prepare-photo' | 'prepare-logo' | 'shrink-photo',
    picture: Uint8Array,
    options: { by: string; signal?: AbortSignal },
  ): Promise<Buffer> {
    const made = await this.workers.run(job, picture, { ...options, kind: 'picture' })
    return Buffer.from(made.buffer, made.byteOffset, made.byteLength)
  }
}

/** All gates together take one turn: a roster has hundreds of photos. */
const gates = 'gates'
