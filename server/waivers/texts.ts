/** The texts of the waiver, and the one that riders of the open event sign. */
import { createHash } from 'node:crypto'
import type { Settings } from '#domain/desk/settings'
import { keyOf } from '#domain/desk/shared'
import { InvalidError } from '#domain/errors'
import { asStored, openEvent } from '#domain/events/events'
import { enteredText } from '#domain/text/names'
import { wellFormed } from '#domain/text/text'
import {
  type CurrentWaiver,
  currentWaiver,
  maxWaiverLines,
  maxWaiverText,
  maxWaiverTexts,
  nextVersion,
  noWaiver,
  type WaiverTexts,
  waiverTextTooLong,
} from '#domain/waivers/waiver'
import type { Events } from '../settings/race-events.ts'
import type { OpenSettings } from '../store/documents/settings.ts'
import type { Part } from '../store/shared/versions.ts'

/** The version of a text is its hash, which the signatures below it have, too. */
const partOf = (event: string): Part => ({
  ...{ name: 'el deslinde', key: keyOf(['events', event]) },
  version: ({ waiver = noWaiver }) => String(waiver),
})

export class Waivers {
  constructor(
    private readonly settings: OpenSettings,
    private readonly events: Pick<Events, 'open'>,
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
   * Changes the text of the open event. A text that was there before keeps its number. `version` is that of the part with
   * which the edit began. @throws InvalidError, PilotosError if another text is there by now
   */
  async change(given: string, version: string, by?: string): Promise<void> {
    const text = enteredText(wellFormed(given))
    if (text.length > maxWaiverText || text.split('\n').length > maxWaiverLines)
      throw new InvalidError({ text: waiverTextTooLong })
    const hash = text === '' ? undefined : createHash('sha256').update(text).digest('hex')
    const decide = ({ waivers: texts = {}, events }: Settings) => {
      const event = openEvent(events)
      const isNew = hash !== undefined && !texts[hash]
      if (isNew && Object.keys(texts).length >= maxWaiverTexts)
        throw new InvalidError({ text: `Ya hay ${maxWaiverTexts} textos: no se pueden guardar más` })
      return {
        some: {
          events: asStored({ ...event, waiver: hash }),
          ...(isNew && { waivers: { [hash]: { version: nextVersion(texts), text } } }),
        },
        result: undefined,
      }
    }
    await this.settings.decide(decide, by, { part: partOf(this.events.open.id), version })
  }
}
