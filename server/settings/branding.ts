/** The brand that the server shows. A change takes effect at once. */
import { createHash } from 'node:crypto'
import { addressOf } from '#domain/api/addresses'
import { type Brand, defaultBrand } from '#domain/desk/brand'
import type { BrandInfo } from '#domain/desk/settings-calls'
import type { OpenSettings } from '../store/documents/settings.ts'

export class Branding {
  /** The last described brand, because every page contains the description. */
  #described: { brand: Brand; info: BrandInfo } | undefined

  constructor(private readonly settings: OpenSettings) {}

  get current(): Brand {
    return this.settings.current.brand ?? defaultBrand
  }

  /** Returns the brand with the address of its logo, which differs for every logo. */
  describe(): BrandInfo {
    const brand = this.current
    if (this.#described?.brand !== brand) this.#described = { brand, info: infoOf(brand) }
    return this.#described.info
  }

  async change(brand: Brand): Promise<void> {
    await this.settings.change({ brand })
  }
}

function infoOf({ name, colour, logo }: Brand): BrandInfo {
  if (logo === null) return { name, colour, logo }
  const version = createHash('sha256').update(logo).digest('hex').slice(0, 12)
  const address = addressOf('GET /api/brand/logo', { query: { v: version } })
  return { name, colour, logo: address, logo_size: pngSize(Buffer.from(logo, 'base64')) }
}

/** Returns the width and the height of a PNG, from its header: https://www.w3.org/TR/png-3/#11IHDR */
function pngSize(png: Buffer): number[] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}
