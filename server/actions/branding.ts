/** The brand that the server shows. A change takes effect at once. */
import { createHash } from 'node:crypto'
import { brandLogoPath } from '#domain/web/addresses'
import { type Brand, defaultBrand } from '#domain/web/brand'
import type { BrandInfo } from '#domain/web/schemas'
import type { Settings, WatchedSettings } from '../store/contract/settings-store.ts'

export class Branding {
  #settings: Settings = {}

  private constructor(private readonly store: WatchedSettings) {}

  static async open(store: WatchedSettings): Promise<Branding> {
    const branding = new Branding(store)
    store.subscribe((settings) => {
      branding.#settings = settings
    })
    branding.#settings = await store.read()
    return branding
  }

  get current(): Brand {
    return this.#settings.brand ?? defaultBrand
  }

  /** Returns the brand with the address of its logo, which differs for every logo. */
  describe(): BrandInfo {
    const { name, colour, logo } = this.current
    if (logo === null) return { name, colour, logo }
    const version = createHash('sha256').update(logo).digest('hex').slice(0, 12)
    return { name, colour, logo: brandLogoPath(version) }
  }

  async change(brand: Brand): Promise<void> {
    await this.store.change({ brand })
  }
}
