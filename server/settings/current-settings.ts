/** The settings by which the server decides, and those that it shows. A change of one takes effect at once. */
import { createHash } from 'node:crypto'
import { addressOf } from '#domain/api/addresses'
import { toRecord } from '#domain/api/records'
import type { ShownPilot } from '#domain/api/wire'
import { cardIn } from '#domain/credential/printed-card'
import { noPrinting, type Printing, placeOfPrint, receiptPlace } from '#domain/credential/printing'
import { type Status, type StatusBasis, statusOf } from '#domain/credential/status'
import { changedRules } from '#domain/credential/validity-changes'
import { defaultRules, type ValidityRules } from '#domain/credential/validity-rules'
import { type Brand, defaultBrand } from '#domain/desk/brand'
import type { BrandInfo } from '#domain/desk/settings-calls'
import { ForbiddenError, MalformedError } from '#domain/errors'
import { raceNumber } from '#domain/events/categories/race-number'
import { cardCategories } from '#domain/events/categories/shown'
import { entriesIn } from '#domain/events/entry'
import { added } from '#domain/features'
import {
  changedGates,
  currentGate,
  defaultGates,
  followedGate,
  type GateChange,
  type GateSettings,
} from '#domain/gate/passage'
import { someOf } from '#domain/groups'
import { classNames } from '#domain/pilots/classes/classes'
import { chatNumber } from '#domain/pilots/countries'
import { type FieldTable, fieldTable, fixedFields, ownFacts } from '#domain/pilots/own/field-table'
import type { Pilot } from '#domain/pilots/pilot'
import type { PilotRecord } from '#domain/pilots/schemas'
import { type ConsentText, changedConsentText, dueConsent } from '#domain/privacy/consent'
import type { RetentionGroup, RetentionRules } from '#domain/privacy/retention'
import { type PublicData, publicDataOf } from '#domain/staff/roles'
import { today } from '#domain/text/date'
import type { AccountStore } from '../store/documents/accounts.ts'
import type { OpenSettings, SettingsStore } from '../store/documents/settings.ts'
import type { Stores } from '../store/shared/stores.ts'
import { type Part, versionOfPilot } from '../store/shared/versions.ts'
import type { Events } from './race-events.ts'

/** Reads the table of fields of a store, for a command. */
export async function readFieldTable({ settings }: Pick<Stores, 'settings'>): Promise<FieldTable> {
  return fieldTable((await settings.read()).fields)
}

/** Reads the rules of a store, for a command. */
export async function readBasis({ settings }: Pick<Stores, 'settings'>): Promise<StatusBasis> {
  const { validity = defaultRules } = await settings.read()
  return { rules: validity, day: today() }
}

/** The rules of credentials and the current day, by which the server decides statuses. */
export class Validity {
  #basis: StatusBasis = { rules: defaultRules, day: '' }

  constructor(
    private readonly settings: OpenSettings,
    private readonly events: Pick<Events, 'open' | 'callingCode'>,
    private readonly fields: Pick<PilotFields, 'table'>,
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

  get table(): FieldTable {
    return this.fields.table
  }

  /** The licences that riders can have. */
  get licences(): string[] {
    return classNames('licencia', this.table.definitions)
  }

  statusOf(pilot: Pilot): Status {
    const { rules, day } = this.basis
    return statusOf(pilot, rules, day)
  }

  /** Returns the record of a pilot for staff, with the entries in the open event. */
  record(pilot: Pilot): PilotRecord {
    const consentDue = dueConsent(pilot.consent, this.settings.current.consent)
    const { open } = this.events
    const entries = someOf(entriesIn(pilot, open.id))
    const parts = added(({ record }) => record?.(pilot, open, this.settings.current))
    const own = ownFacts(this.fields.table, pilot, 'credential')
    const shown = { chat: this.chatOf(pilot), ...this.racing(pilot) }
    const ofPilot = {
      version: versionOfPilot(pilot),
      consentDue,
      ...shown,
      ...(own.length > 0 && { ownFacts: own }),
    }
    const card = cardIn(pilot, open.id)
    return toRecord({ ...pilot, card, entries, ...ofPilot, ...parts }, this.statusOf(pilot))
  }

  /** Returns what the credential shows of the entries of a pilot: the number, and `cardCategories`. */
  racing(pilot: Pilot): Pick<ShownPilot, 'number' | 'category'> {
    const { open } = this.events
    return { number: raceNumber(pilot, open.id), category: cardCategories(pilot, open) }
  }

  /** Returns the number of the chat with a pilot: see `chatNumber`. */
  chatOf({ celular }: Pick<Pilot, 'celular'>): string | undefined {
    return typeof celular === 'number' ? chatNumber(celular, this.events.callingCode) : undefined
  }

  /** Changes the rules of some licences. @throws InvalidError */
  async change(rules: Readonly<Record<string, unknown>>, by?: string): Promise<void> {
    await this.settings.decide(
      ({ validity = defaultRules, fields }) => ({
        some: { validity: changedRules(validity, rules, classNames('licencia', fields)) },
        result: undefined,
      }),
      by,
    )
  }
}

/** The fields of the pilots: the fixed ones, and those that an admin has defined. */
export class PilotFields {
  #table = fixedFields

  constructor(private readonly settings: OpenSettings) {}

  /** It is the same object until the settings change. */
  get table(): FieldTable {
    const { fields = fixedFields.definitions } = this.settings.current
    if (this.#table.definitions !== fields) this.#table = fieldTable(fields)
    return this.#table
  }

  /** Returns the version of a definition. */
  versionOf(part: Part): string {
    return this.settings.versionOf(part)
  }
}

/** The text of the consent that people accept when they register. */
export class ConsentTexts {
  constructor(private readonly settings: OpenSettings) {}

  get current(): ConsentText {
    return this.settings.current.consent ?? { text: '', version: 0 }
  }

  async change(text: string, by?: string): Promise<void> {
    await this.settings.decide(
      ({ consent }) => ({
        some: { consent: changedConsentText(consent, text) },
        result: undefined,
      }),
      by,
    )
  }
}

/** The printers that print cards at once, and the desks that use them. */
export class Printers {
  constructor(private readonly settings: Pick<OpenSettings, 'current'>) {}

  get chosen(): Printing {
    return this.settings.current.printing ?? noPrinting
  }

  /** The printer of receipts. Undefined without one: the desk then opens their PDF. */
  get receipt(): ReturnType<typeof receiptPlace> {
    return receiptPlace(this.chosen)
  }

  /** Returns the printer of a desk, or undefined if the dialog asks: see `placeOfPrint`. */
  placeFor(user: string | undefined): ReturnType<typeof placeOfPrint> {
    return placeOfPrint(this.chosen, user)
  }
}

/** The months after which the data of a pilot is due, by the groups of fields; null is never. */
export class RetentionMonths {
  constructor(private readonly settings: OpenSettings) {}

  get current(): Record<RetentionGroup, number | null> {
    const { health = null, contact = null, everything = null } = this.settings.current.retention ?? {}
    return { health, contact, everything }
  }

  /** Changes the months of some groups. */
  async change(rules: RetentionRules, by?: string): Promise<void> {
    await this.settings.change({ retention: rules }, by)
  }
}

/** Decides the data that a scan without a session shows. */
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
  async change(publicData: PublicData, by?: string): Promise<void> {
    if (this.isFixed)
      throw new ForbiddenError(
        `El kiosco se abrió con --public ${this.option}: ábralo sin esa opción para elegir aquí`,
      )
    await this.settings.change({ publicData }, by)
  }
}

/** The brand that the server shows. */
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

  async change(brand: Brand, by?: string): Promise<void> {
    await this.settings.change({ brand }, by)
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

/** The names of the gates, and the meaning of a second entry. */
export class Gates {
  constructor(
    private readonly settings: OpenSettings,
    private readonly accounts: Accounts,
  ) {}

  /** The settings as they are stored, with the names that gates had before. */
  get current(): GateSettings {
    return this.settings.current.gate ?? defaultGates
  }

  /** Returns the name that a gate has now. */
  nameOf = (gate: string): string => currentGate(this.current, gate)

  /** Returns the name that a gate of this event has now. @throws MalformedError */
  required(gate: string): string {
    const name = this.nameOf(gate)
    if (!this.current.gates.includes(name)) throw noGate(name)
    return name
  }

  /** Changes what is given, and keeps the rest. @throws MalformedError for a rename that does not fit */
  async change(change: GateChange, by?: string): Promise<void> {
    await changeGates(this.settings, this.accounts, this.current, change, by)
  }
}

type Accounts = Pick<AccountStore, 'list' | 'change'>

/**
 * Changes the gates, whose settings are `before`, and returns the new settings. The phones of a renamed gate move first:
 * if that is interrupted, the same change again completes it.
 * @throws MalformedError
 */
async function changeGates(
  settings: Pick<SettingsStore, 'change'>,
  accounts: Accounts,
  before: GateSettings,
  change: GateChange,
  by?: string,
): Promise<GateSettings> {
  const after = changedGates(before, change)
  if (change.renamed?.length) {
    for (const { user, gate } of await accounts.list()) {
      const next = gate === undefined ? undefined : followedGate(before, change, gate)
      if (next !== gate) await accounts.change({ user, gate: next })
    }
  }
  await settings.change({ gate: after }, by)
  return after
}

export function noGate(gate: string): MalformedError {
  return new MalformedError(`No hay una puerta ${gate}: elija otra, o agréguela en Ajustes`)
}
