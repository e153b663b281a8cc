/** The text of the consent that people accept when they register. A change takes effect at once. */
import { type ConsentText, changedConsentText } from '#domain/privacy/consent'
import type { OpenSettings } from '../store/documents/settings.ts'

export class ConsentTexts {
  constructor(private readonly settings: OpenSettings) {}

  get current(): ConsentText {
    return this.settings.current.consent ?? { text: '', version: 0 }
  }

  async change(text: string): Promise<void> {
    await this.settings.change({ consent: changedConsentText(this.settings.current.consent, text) })
  }
}
