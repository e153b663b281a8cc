/**
 * The shapes of the settings, of all desks and of one laptop. A required property with a default may be absent where it is
 * stored: see `reading.ts`.
 */
import * as Type from 'typebox'
import { kept, moment, nullable, oneOf, onlyTrue, text } from '../api/schema-parts.ts'
import { isOffset, type Offset } from '../credential/cards.ts'
import { cardKinds, maxPrinterName, type PrintKind, printKinds } from '../credential/printing.ts'
import { isValidityRule, type ValidityRule } from '../credential/validity-rules.ts'
import { defaultBrand, maxBrandName } from '../desk/brand.ts'
import { ageDayNames, isGoodCategory, maxCategories, maxPlaces } from '../events/categories/category.ts'
import { checkNames } from '../events/entry.ts'
import * as eventRules from '../events/event.ts'
import { isGoodReserved, maxReserved, maxReservedFor } from '../events/reserved/reserved.ts'
import { maxGroupKey, maxGroups } from '../events/startlist/group.ts'
import { againRules, defaultGates, maxGateName } from '../gate/passage.ts'
import { type ImportMapping, parseMapping } from '../import/mapping.ts'
import { maxClasses, maxClassName, maxSpellings } from '../pilots/classes/classes.ts'
import { countryCodes } from '../pilots/countries.ts'
import { dataGroups } from '../pilots/field.ts'
import * as own from '../pilots/own/own-fields.ts'
import { maxConsentText } from '../privacy/consent.ts'
import { publicDataNames } from '../staff/roles.ts'
import { mostMeans } from '../till/event-till.ts'
import { maxChips } from '../till/loans.ts'
import { currencyNames } from '../till/money.ts'
import { maxPrices } from '../till/price.ts'
import { maxWaiverText } from '../waivers/waiver.ts'
import { chip, counted, hash, payment, price, shift, startList } from './fact-shapes.ts'
import * as limits from './limits.ts'

const optional = Type.Optional

/** The checks of values that their rooms define. The build names them. @public */
export const settingRules = {
  ...{ isGoodCategory, isGoodReserved, isOffset, isValidityRule },
  isMapping: (value: object) => parseMapping(value) !== undefined,
}

/** A text that is not empty. */
function word(description: string, maxLength: number, options: Type.TStringOptions = {}) {
  return text(description, { ...options, minLength: 1, maxLength })
}

/** Returns the schema of a value that is checked by a function. */
function checked<Value>(description: string, isIts: (value: object) => boolean) {
  return Type.Unsafe<Value>(Type.Refine(Type.Unsafe<object>({ description }), isIts))
}

function list<Item extends Type.TSchema>(item: Item, options: Type.TArrayOptions = {}) {
  return Type.Unsafe<readonly Type.Static<Item>[]>(Type.Array(item, options))
}

/** The keyword of a text or a list that loses what is too much, or not valid: see `reading.ts`. */
const cut = { isCut: true }

/** A list that may be absent. */
function openList<Item extends Type.TSchema>(item: Item, options: Type.TArrayOptions = {}) {
  return list(item, { ...options, default: [] })
}

/** Returns the schema of values by their names. */
function byName<Value extends Type.TSchema>(
  value: Value,
  options: { names?: Type.TSchema; maxProperties?: number; default?: object; description: string },
) {
  const { names, ...others } = options
  return Type.Unsafe<Readonly<Record<string, Type.Static<Value>>>>(
    Type.Object({}, { ...others, additionalProperties: value, ...(names && { propertyNames: names }) }),
  )
}

const printer = word('The name of a printer.', maxPrinterName)

const printing = Type.Object({
  printers: Type.Object(
    Object.fromEntries(printKinds.map((kind) => [kind, optional(printer)])) as Record<
      PrintKind,
      Type.TOptional<typeof printer>
    >,
    { default: {} },
  ),
  kind: optional(oneOf(cardKinds, 'The kind of card that is printed if several have a printer.')),
  desks: byName(printer, {
    default: {},
    description: 'The printers of desks that have one, by their accounts.',
  }),
})

const brand = Type.Object({
  name: text('The name of the organiser.', { maxLength: maxBrandName, default: defaultBrand.name }),
  colour: text('`#rrggbb`.', { pattern: '^#[0-9a-f]{6}$', default: defaultBrand.colour }),
  // The beginning of a PNG in base64, up to its size: https://www.w3.org/TR/png-3/#11IHDR
  logo: Type.Unsafe<string | null>({
    ...nullable(text('A PNG in base64.', { pattern: '^iVBORw0KGgoAAAANSUhEUg[\\w+/]{10}' })),
    default: defaultBrand.logo,
  }),
})

/** A gate that has another name. */
const gateRename = Type.Object({ from: text('The name before.'), to: text('The name now.') })

export const gate = Type.Object({
  again: oneOf(
    againRules,
    'What a second entry means: `warn` lets it through, `daily` allows one entry a day, `after-exit` an entry only after an exit.',
    { default: defaultGates.again },
  ),
  gates: list(word('The name of a gate.', maxGateName), { ...cut, minItems: 1, default: defaultGates.gates }),
  renamed: optional(list(gateRename, { description: 'The names that gates had before: see `currentGate`.' })),
})

const months = optional(nullable(Type.Integer({ minimum: 1, maximum: limits.maxMonths })))

const retention = Type.Object(
  Object.fromEntries(limits.retentionGroups.map((group) => [group, months])) as Record<
    (typeof limits.retentionGroups)[number],
    typeof months
  >,
)

export const consent = Type.Object({
  text: text('The text that people accept. An empty text asks nobody.', { maxLength: maxConsentText }),
  version: counted('Increases with every change of the text.', 0),
})

const ruleParts = { kind: Type.String(), days: optional(Type.Integer()), date: optional(Type.String()) }
const validityRule = Type.Unsafe<ValidityRule>(
  Type.Refine(Type.Object(ruleParts), settingRules.isValidityRule),
)

const waiverText = Type.Object({
  version: counted('One more than that of the text before.', 1),
  text: text('The text that riders sign.', { maxLength: maxWaiverText }),
})

const waivers = byName(waiverText, {
  names: hash,
  description: 'All texts by their hashes: SHA-256 of the text in UTF-8, as 64 hexadecimal digits.',
})

const emptyOr = <Schema extends Type.TString>(schema: Schema) =>
  Type.Unsafe<string>({ ...Type.Union([schema, Type.Literal('')]), default: '' })

const day = text('A day.', { format: 'date' })

export const till = Type.Object({
  currency: oneOf(currencyNames, 'The currency: its code of ISO 4217.'),
  prices: openList(price, { ...cut, maxItems: maxPrices }),
  means: openList(word('A means besides those that every event has.', limits.maxMeans), {
    maxItems: mostMeans,
  }),
  chips: openList(chip, { ...cut, maxItems: maxChips }),
  shifts: openList(shift),
  // The amounts of persons who were erased stay, and nothing tells whose they were.
  erased: openList(payment, cut),
  spent: byName(Type.Integer({ minimum: 0, maximum: limits.maxReceipt }), {
    names: payment.properties.letter,
    default: {},
    description:
      'The letters that laptops have chosen, each with the last number whose receipt is known no more, since an older ' +
      'backup was restored.',
  }),
})

const modalidad = text('A modalidad.', { maxLength: maxClassName })

const from = optional(Type.Integer({ description: 'The least one.' }))
const to = optional(Type.Integer({ description: 'The greatest one.' }))

export const category = Type.Refine(
  Type.Object({
    id: text('The identifier.', { maxLength: limits.maxCategoryId }),
    modalidad,
    name: Type.String(),
    age: optional(Type.Object({ from, to, on: oneOf(ageDayNames, 'The day on which it counts.') })),
    engine: optional(Type.Object({ from, to, strokes: optional(oneOf(limits.strokeNames, 'The strokes.')) })),
    numbers: optional(Type.String({ description: 'Ranges, such as `1-199, 901`.' })),
    places: optional(Type.Integer({ minimum: 1, maximum: maxPlaces })),
  }),
  settingRules.isGoodCategory,
)

export const reserved = Type.Refine(
  Type.Object({
    number: text('The number, as the plate shows it.', { maxLength: limits.maxEntryNumber }),
    modalidad,
    category: optional(text('The identifier of the category.', { maxLength: limits.maxCategoryId })),
    for: text('The person.', { maxLength: maxReservedFor }),
    until: optional(day),
  }),
  settingRules.isGoodReserved,
)

const event = Type.Object({
  name: text('The name.', { ...cut, maxLength: eventRules.maxEventName, default: '' }),
  place: text('The place.', { ...cut, maxLength: eventRules.maxEventPlace, default: '' }),
  country: oneOf(['', ...countryCodes], 'The country.', { default: '' }),
  first: emptyOr(day),
  last: emptyOr(day),
  modalidades: list(modalidad, { maxItems: maxClasses, default: eventRules.noEvent.modalidades }),
  checks: openList(oneOf(checkNames, 'A check that the event wants before a rider starts.'), cut),
  demand: oneOf(eventRules.gateDemands, 'What a gate demands.', { default: 'nothing' }),
  categories: openList(category, { ...cut, maxItems: maxCategories }),
  reserved: openList(reserved, { ...cut, maxItems: maxReserved }),
  plainCards: optional(Type.Boolean()),
  sharedNumbers: optional(Type.Boolean()),
  openedAt: Type.Unsafe<string>(Type.Union([moment('The time of the opening.'), Type.Literal('')])),
  order: optional(counted('The position among the events, from 1.', 0)),
  change: optional(counted('The number of the last change before the event.', 0)),
  startLists: optional(
    byName(startList, {
      names: text('A group.', { maxLength: maxGroupKey }),
      maxProperties: maxGroups,
      description: 'The last start list of each group.',
    }),
  ),
  waiver: optional(hash),
  till: optional(till),
})

/** The first event of a folder was never opened. */
const firstEvent = Type.Object({
  ...event.properties,
  openedAt: Type.Unsafe<string>({ ...event.properties.openedAt, default: '' }),
})

const events = Type.Unsafe<Readonly<Record<string, Type.Static<typeof event>>>>(
  Type.Object(
    { [eventRules.firstEventId]: optional(firstEvent) },
    {
      additionalProperties: event,
      propertyNames: text('The identifier.', { pattern: '^[0-9A-Za-z]{1,20}$' }),
      maxProperties: eventRules.maxEvents,
    },
  ),
)

const className = word('A class.', maxClassName, { format: 'class-name' })
function classNames(description: string) {
  return optional(list(className, { minItems: 1, maxItems: maxSpellings, description }))
}
const classOption = Type.Object({
  name: className,
  spellings: classNames(
    'Other words that spreadsheets use. Case, accents, spaces and hyphens make no difference.',
  ),
  formerNames: classNames('The names that it had before, with which older data comes back.'),
  ...kept,
})

const classes = byName(classOption, {
  names: className,
  maxProperties: maxClasses,
  description: 'The classes of a field by their keys: the first name of each, which stays.',
})

const choices = list(word('A choice.', own.maxOption), { minItems: 1, maxItems: own.maxOptions })

export const ownField = Type.Object({
  label: word('The label.', own.maxOwnLabel),
  options: optional(choices),
  // An audience that only another version knows must not show more than that version does.
  audience: oneOf(own.ownAudienceNames, 'Who can see it.', { default: 'desk' }),
  isRequired: onlyTrue('True if everybody must have it.'),
  isOnCard: onlyTrue('True if printed cards have it.'),
  dataGroup: optional(oneOf(dataGroups, 'The group with which its values are forgotten.')),
  ...kept,
})

export const fields = Type.Object(
  { modalidad: optional(classes), licencia: optional(classes) },
  {
    patternProperties: {
      '^propio_opcion_[a-z\\d_]{1,48}$': Type.Object({ ...ownField.properties, options: choices }),
      '^propio_(texto|numero|fecha|casilla)_[a-z\\d_]{1,48}$': ownField,
    },
    maxProperties: own.maxReadFields,
  },
)

export const reception = Type.Object({
  // It also closes when another event is opened.
  event: text('The event for which riders apply; empty if it is closed.', { maxLength: 20, default: '' }),
  until: emptyOr(moment('The time at which it closes by itself; empty without one.')),
  // Another code makes the posters before it useless.
  code: emptyOr(text('The code in the address of the poster.', { pattern: '^[a-z\\d]{6}$' })),
  wifi: text('The name of the Wi-Fi, which the poster says.', { maxLength: limits.maxWifi, default: '' }),
})

/** A change of some letters, mappings, waivers, events or fields keeps the others: see `shared.ts`. */
export const settings = Type.Object({
  offset: optional(checked<Offset>('The shift of a print, in millimetres.', settingRules.isOffset)),
  printing: optional(printing),
  receipts: optional(
    byName(payment.properties.letter, {
      description: 'The letters of receipts by the names of the machines: a copied folder needs another one.',
    }),
  ),
  address: optional(text('The last public address of the kiosk or of a printed card.')),
  network: optional(text('The network of this laptop in which the phones are: the name of its adapter.')),
  mappings: optional(
    byName(checked<ImportMapping>('The mapping of a file.', settingRules.isMapping), {
      description: 'The mappings of imported files by the keys of their headers, the oldest first.',
    }),
  ),
  // A choice that only another version knows must not show more than that version does.
  publicData: optional(oneOf(publicDataNames, 'What a scan without a session shows.', { default: 'minima' })),
  brand: optional(brand),
  validity: optional(byName(validityRule, { description: 'The rules by licence.' })),
  gate: optional(gate),
  retention: optional(retention),
  consent: optional(consent),
  waivers: optional(waivers),
  events: optional(events),
  fields: optional(fields),
  reception: optional(reception),
})
