/** The texts of the waiver, and the one that riders of the open event sign. */
import { createHash } from 'node:crypto'
import { InvalidError } from '#domain/errors'
import { enteredText } from '#domain/text/names'
import { wellFormed } from '#domain/text/text'
import {
  type CurrentWaiver,
  currentWaiver,
  maxWaiverLines,
  maxWaiverText,
  maxWaiverTexts,
  nextVersion,
  type WaiverTexts,
  waiverTextTooLong,
} from '#domain/waivers/waiver'
import type { OpenSettings } from '../store/documents/settings.ts'
import { type Events, requireWaiver } from './race-events.ts'

export class Waivers {
  constructor(
    private readonly settings: OpenSettings,
    private readonly events: Pick<Events, 'open' | 'setWaiver'>,
  ) {}

  /** All texts that were ever there, so that an earlier signature is printed with its own. */
  get texts(): WaiverTexts {
    return this.settings.current.waivers ?? {}
  }

  /** The text of the open event, or undefined if nobody signs. */
  get current(): CurrentWaiver | undefined {
    return currentWaiver(this.texts, this.events.open.waiver)
  }

  /**
   * Changes the text of the open event. A text that was there before keeps its version. `base` is the hash of the text that
   * the edit began with. @throws InvalidError, PilotosError if another text is there by now
   */
  async change(given: string, base?: string): Promise<void> {
    const text = enteredText(wellFormed(given))
    if (text.length > maxWaiverText || text.split('\n').length > maxWaiverLines)
      throw new InvalidError({ text: waiverTextTooLong })
    if (text === '') return this.events.setWaiver(undefined, base)
    const hash = createHash('sha256').update(text).digest('hex')
    // A text that is refused is not kept.
    requireWaiver(this.events.open, hash, base)
    if (!this.texts[hash]) {
      if (Object.keys(this.texts).length >= maxWaiverTexts)
        throw new InvalidError({ text: `Ya hay ${maxWaiverTexts} textos: no se pueden guardar más` })
      await this.settings.change({ waivers: { [hash]: { version: nextVersion(this.texts), text } } })
    }
    await this.events.setWaiver(hash, base)
  }
}
