/** Decides the data that a scan without a session shows. A change of the setting takes effect at once. */
import { ForbiddenError } from '#domain/errors'
import { type PublicData, publicDataOf } from '#domain/staff/roles'
import type { OpenSettings } from '../store/documents/settings.ts'

export class PublicView {
  /** `option` is the value of the command line, which overrides the setting. */
  constructor(
    private readonly settings: OpenSettings,
    private readonly option?: PublicData,
  ) {}

  get current(): PublicData {
    return publicDataOf(this.settings.current, this.option)
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
    await this.settings.change({ publicData })
  }
}
