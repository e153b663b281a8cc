/**
 * Converts pictures in worker threads, two at a time. People take turns, so that a ZIP of pictures delays nobody. Logos
 * have a process of their own, one at a time: nothing else ends an SVG that takes hours to draw.
 */
import { InvalidError, PilotosError } from '#domain/errors'
import { photoTooSlow } from '#domain/pilot/photo'
import type { RunOptions, Workers } from '../workers/workers.ts'
import { logoTooComplex } from './prepare-logo.ts'

/** The longest time for one picture, in milliseconds. The largest photos take three seconds. */
const longest = { photo: 30_000, logo: 10_000 }

/** The errors are those of `preparePhoto`, `prepareLogo` and `shrinkPhoto`. */
export class PictureWork {
  constructor(private readonly workers: Workers) {}

  /** @throws InvalidError too if the picture takes too long */
  preparePhoto(picture: Uint8Array, by: string, signal?: AbortSignal): Promise<Buffer> {
    const limit = { time: longest.photo, error: new InvalidError({ _img: photoTooSlow }) }
    return this.#run('prepare-photo', picture, { by, signal, limit, kind: 'picture' })
  }

  /** @throws InvalidError too if the logo takes too long or too much memory */
  prepareLogo(picture: Uint8Array, by: string): Promise<Buffer> {
    const tooComplex = new InvalidError({ logo: logoTooComplex })
    const limit = { time: longest.logo, error: tooComplex }
    return this.#run('prepare-logo', picture, { by, limit, kind: 'isolated' }).catch((error) => {
      throw error instanceof PilotosError && error.kind === 'too-large' ? tooComplex : error
    })
  }

  shrinkPhoto(photo: Uint8Array): Promise<Buffer> {
    return this.#run('shrink-photo', photo, { by: gates, kind: 'picture' })
  }

  async #run(
    job: 'prepare-photo' | 'prepare-logo' | 'shrink-photo',
    picture: Uint8Array,
    options: RunOptions,
  ): Promise<Buffer> {
    const made = await this.workers.run(job, picture, options)
    return Buffer.from(made.buffer, made.byteOffset, made.byteLength)
  }
}

/** All gates together take one turn: a roster has hundreds of photos. */
const gates = 'gates'
