/** The files and data folders that several groups of the benchmark measure, each made once. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Pilot, PilotDraft } from '#domain/pilot/pilot'
import { pilotIdFrom } from '#domain/pilot/pilot-id'
import { preparePhoto } from '../../../server/actions/prepare-photo.ts'
import { plainForm, writeCsv } from '../../../server/spreadsheets/formats/csv.ts'
import { openFolder } from '../../../server/store/open.ts'
import { hashOf } from '../../support/accounts.ts'
import { outputOf, pilotos } from './processes.ts'
import { roster } from './roster.ts'

/** The account of the data folders with photos. */
export const account = { user: 'ana', password: 'la clave de ana' }

export interface Filled {
  data: string
  /** The pilots; the first of them have photos. */
  pilots: Pilot[]
}

export class Folders {
  #filled = new Map<string, Promise<Filled>>()

  /** `path` is an empty folder. */
  constructor(readonly path: string) {}

  /** Returns the data folder of a number of pilots. Imports them if nothing has done so yet. */
  async withPilots(count: number): Promise<string> {
    const data = this.dataOf(count)
    if (!existsSync(data)) await outputOf([...pilotos, 'import', await this.csv(count), '--data', data])
    return data
  }

  /** Returns the path of the data folder of a number of pilots, which may not exist. */
  dataOf(count: number): string {
    return join(this.path, String(count))
  }

  /** Returns the identifiers of at most a thousand pilots of a data folder. */
  async idsIn(data: string): Promise<string[]> {
    const pilots = JSON.parse(
      await outputOf([...pilotos, 'list', '--json', '--limit', '1000', '--data', data]),
    )
    return pilots.map(({ id_driver }: { id_driver: string }) => id_driver)
  }

  /** Returns the path of a CSV of a number of pilots. */
  async csv(count: number): Promise<string> {
    const path = join(this.path, `${count}.csv`)
    if (!existsSync(path)) await writeFile(path, csvOf(roster(count)))
    return path
  }

  /** Returns a data folder of `count` pilots, the first `photos` of whom have a photo, and with an account. */
  withPhotos(count: number, photos: number): Promise<Filled> {
    const name = `${count}-${photos}`
    const filled = this.#filled.get(name) ?? fill(join(this.path, name), count, photos)
    this.#filled.set(name, filled)
    return filled
  }
}

export function csvOf(drafts: readonly PilotDraft[]): Iterable<string> {
  return writeCsv(
    drafts.map((draft) => ({ id: '', photo: null, ...draft })),
    plainForm,
  )
}

/** Returns a picture as a phone takes it: a JPEG of 12 megapixels. */
export function aPhonePicture(seed: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 100 + 10 * seed, sigma: 40 } as const
  return sharp({ create: { width: 400, height: 300, channels: 3, background: '#888', noise } })
    .resize(4000, 3000, { kernel: 'cubic' })
    .jpeg({ quality: 85 })
    .toBuffer()
}

async function fill(data: string, count: number, photos: number): Promise<Filled> {
  const stores = await openFolder(data)
  const jpegs = await Promise.all([1, 2, 3, 4].map(async (seed) => preparePhoto(await aPhonePicture(seed))))
  const jpegOf = (index: number) => jpegs[index % jpegs.length] ?? Buffer.alloc(0)
  const names: string[] = []
  for (let index = 0; index < photos; index += 1) names.push(await stores.photos.save(jpegOf(index)))
  const since = new Date().toISOString()
  const pilots = roster(count).map((draft, index): Pilot => {
    const id = pilotIdFrom(crypto.getRandomValues(new Uint8Array(12)))
    return { id, photo: names[index] ?? null, ...draft, since }
  })
  await stores.pilots.restore(pilots)
  await stores.accounts.put({ user: account.user, password: await hashOf(account.password) })
  await stores.close()
  return { data, pilots }
}
