/** What a scan without a session shows. A change of the setting takes effect at once. */
import { ForbiddenError } from '#domain/errors'
import { type PublicData, publicDataOf } from '#domain/web/public-data'
import type { Settings, WatchedSettings } from '../store/contract/settings-store.ts'

export class PublicView {
  #settings: Settings = {}

  private constructor(
    private readonly store: WatchedSettings,
    private readonly option: PublicData | undefined,
  ) {}

  /** `option` is the value of the command line, which overrides the setting. */
  static async open(store: WatchedSettings, option?: PublicData): Promise<PublicView> {
    const view = new PublicView(store, option)
    store.subscribe((settings) => {
      view.#settings = settings
    })
    view.#settings = await store.read()
    return view
  }

  get current(): PublicData {
    return publicDataOf(this.#settings, this.option)
  }

  /** True if the command line decides, so that the setting cannot be changed. */
  get isFixed(): boolean {
    return this.option !== undefined
  }

  /** @throws ForbiddenError if the command line decides */
  async change(publicData: PublicData): Promise<void> {
    if (this.isFixed)
      throw new ForbiddenError(
        `El kiosco se abrió con --public ${this.option}: ábralo sin esa opción para elegir aquí`,
      )
    await this.store.change({ publicData })
  }
}
