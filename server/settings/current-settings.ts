/** The rules of credentials and the current day, by which the server decides statuses. A change takes effect at once. */

import { toRecord } from '#domain/api/wire'
import { changedRules } from '#domain/credential/rule-text'
import { type Status, type StatusBasis, statusOf } from '#domain/credential/status'
import { defaultRules, type ValidityRules } from '#domain/credential/validity-rules'
import { entriesIn } from '#domain/events/entry'
import { chatNumber } from '#domain/pilots/countries'
import type { Pilot } from '#domain/pilots/pilot'
import type { PilotRecord } from '#domain/pilots/schemas'
import { dueConsent } from '#domain/privacy/consent'
import { today } from '#domain/text/date'
import type { OpenSettings } from '../store/documents/settings.ts'
import type { Stores } from '../store/shared/stores.ts'
import type { Events } from './race-events.ts'

/** Reads the rules of a store, for a command. */
export async function readBasis({ settings }: Pick<Stores, 'settings'>): Promise<StatusBasis> {
  const { validity = defaultRules } = await settings.read()
  return { rules: validity, day: today() }
}

export class Validity {
  #basis: StatusBasis = { rules: defaultRules, day: '' }

  constructor(
    private readonly settings: OpenSettings,
    private readonly events: Pick<Events, 'open' | 'callingCode'>,
  ) {}

  get rules(): ValidityRules {
    return this.settings.current.validity ?? defaultRules
  }

  /** The rules and the current day. It is the same object until one of them changes. */
  get basis(): StatusBasis {
    const { rules } = this
    const day = today()
    if (this.#basis.day !== day || this.#basis.rules !== rules) this.#basis = { rules, day }
    return this.#basis
  }

  statusOf(pilot: Pilot): Status {
    const { rules, day } = this.basis
    return statusOf(pilot, rules, day)
  }

  /** Returns the record of a pilot for staff, with the entries in the open event. */
  record(pilot: Pilot): PilotRecord {
    const consentDue = dueConsent(pilot.consent, this.settings.current.consent)
    const open = entriesIn(pilot, this.events.open.id)
    const entries = open.length > 0 ? open : undefined
    return toRecord({ ...pilot, entries, consentDue, chat: this.chatOf(pilot) }, this.statusOf(pilot))
  }

  /** Returns the number of the chat with a pilot: see `chatNumber`. */
  chatOf({ celular }: Pick<Pilot, 'celular'>): string | undefined {
    return celular === null ? undefined : chatNumber(celular, this.events.callingCode)
  }

  /** Changes the rules of some licences. @throws InvalidError */
  async change(rules: Readonly<Record<string, unknown>>): Promise<void> {
    await this.settings.change({ validity: changedRules(this.rules, rules) })
  }
}
