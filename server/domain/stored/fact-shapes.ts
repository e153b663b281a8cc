/** The shapes of the facts on riders and of the changes of the log. */
import * as Type from 'typebox'
import { author, day, integer, moment, oneOf, onlyTrue, text } from '../api/schema-parts.ts'
import { maxClassName } from '../pilots/classes/classes.ts'
import { dataGroups } from '../pilots/field.ts'
import { type Currency, currencyNames, maxCents } from '../till/money.ts'
import type { Waiver } from '../waivers/waiver.ts'
import { rules } from './formats.ts'
import * as limits from './limits.ts'

const optional = Type.Optional

/** An integer of which the next one is another one. */
export function counted(description: string, minimum = Number.MIN_SAFE_INTEGER) {
  return Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER, description })
}

const suspension = Type.Object({
  from: day('The first day of the suspension.', { maxLength: 10 }),
  to: optional(day('Its last day. Absent if it lasts until it is lifted.', { maxLength: 10 })),
  reason: text('Its reason.', { maxLength: limits.maxReasonLength }),
})

const termsDay = (description: string) => optional(day(description, { maxLength: 10 }))

/** All days are where the laptop is, and the last day of a period belongs to it. */
const terms = Type.Object(
  {
    issued: termsDay(
      'The day of the last renewal. A credential that was never renewed is issued on the day of its registration.',
    ),
    until: termsDay('The last day that the pilot has instead of the one that the licence gives.'),
    medical: termsDay('The last day of the medical certificate.'),
    suspension: optional(Type.Refine(suspension, rules.endsAfterItBegins)),
  },
  { title: 'Terms' },
)
export type Terms = Type.Static<typeof terms>
export type Suspension = Type.Static<typeof suspension>

/** The mark of a pilot whose credential was printed. */
const card = Type.Object({
  at: moment('The time at which the card was last printed. `card` is absent if no card was printed.'),
  address: text('The public address in the QR of the printed card.'),
  until: optional(day('The last day on the printed card. Absent if it was not recorded.')),
  number: optional(text('The number of the entry on it. Without one, the card shows that of the record.')),
  outdated: onlyTrue('True if the pilot has other data since than the card shows.'),
})
export type IssuedCard = Type.Static<typeof card>

/** The consent of one pilot. A pilot without one has not accepted any text, or has withdrawn the consent. */
const consent = Type.Object(
  {
    version: counted('The version of the text that was accepted.', 0),
    at: moment('The time at which it was noted.'),
    by: optional(text('The author who noted it.')),
    guardian: optional(text('The adult who accepted for a rider under 18.')),
  },
  { title: 'Consent' },
)
export type Consent = Type.Static<typeof consent>

export const motorcycle = Type.Object({
  brand: optional(text('The brand.')),
  model: optional(text('The model, and what was not understood.')),
  cc: optional(integer('The engine displacement, in cubic centimetres.')),
  strokes: optional(oneOf(limits.strokeNames, 'The strokes of the engine.')),
  chassis: optional(text('The chassis number.')),
})
export type Motorcycle = Type.Static<typeof motorcycle>

/** The note that something is done, such as a check. */
const note = Type.Object({ at: moment('The time.'), by: author })

const entry = Type.Object(
  {
    event: text('The identifier of the event.'),
    modalidad: text('The modalidad.'),
    category: optional(text('The identifier of the category of the event. Absent without one.')),
    further: optional(
      short(
        'The category for which an entry beside another one of its modalidad was made.',
        limits.maxFurther,
      ),
    ),
    exception: optional(
      Type.Object({ ...note.properties, reason: text('The reason for a category that does not fit.') }),
    ),
    number: optional(text('The number in the event and the category. Absent without one.')),
    transponder: optional(text('The transponder. Absent without one.')),
    motorcycle: optional(motorcycle),
    at: moment('The time of the entry.'),
    by: author,
    checks: optional(
      Type.Unsafe<Record<string, Type.Static<typeof note>>>(
        Type.Object({}, { additionalProperties: note, description: 'The checks that are done.' }),
      ),
    ),
  },
  { title: 'Entry' },
)
export type EntryNote = Type.Static<typeof note>
export type Entry = Type.Static<typeof entry>

function amount(description: string) {
  return Type.Integer({ minimum: -maxCents, maximum: maxCents, description })
}

function short(description: string, maxLength: number) {
  return text(description, { maxLength })
}

const maxAuthor = 200

/** Charges and payments have these properties. */
const line = {
  id: short('The identifier, at all desks.', limits.maxLineId),
  event: short('The identifier of the event.', 20),
  cents: amount('In cents. A line that takes another one back has its amount with the other sign.'),
  currency: oneOf(currencyNames, 'The currency: its code of ISO 4217.'),
  at: moment('The time.'),
  by: author,
  voids: optional(short('The identifier of the line that this one takes back.', limits.maxLineId)),
  reason: optional(short('The reason.', limits.maxReason)),
}

/** An amount that a rider owes. One that `voids` another with a reason exempts the rider: the entry is not charged again. */
const charge = Type.Object(
  {
    ...line,
    price: optional(short('The identifier of the price. Absent from a deposit.', limits.maxLineId)),
    label: short('The words.', limits.maxPriceLabel),
    modalidad: optional(short('The modalidad of the entry that is charged.', maxClassName)),
    category: optional(short('The identifier of its category.', limits.maxCategoryId)),
    further: optional(short('That of the entry.', limits.maxFurther)),
    isFurther: onlyTrue('True for an entry beside another one, which can have a price of its own.'),
    isPart: onlyTrue('True for a line that takes a part of another one back: the rest stays.'),
  },
  { title: 'Charge' },
)
export type Charge = Type.Static<typeof charge>

/** An amount that a rider has paid, or got back. Somebody who pays for several riders has one receipt with a line of each. */
export const payment = Type.Object(
  {
    ...line,
    receipt: short('The identifier of the receipt, at all desks: that of its first line.', limits.maxLineId),
    letter: text('The letter of the desk.', { pattern: '^[A-Z]$' }),
    number: Type.Integer({
      minimum: 1,
      maximum: limits.maxReceipt,
      description: 'The number of the receipt, from 1 at each letter: `A-0012`.',
    }),
    means: short('The means of payment.', limits.maxMeans),
    reference: optional(short('The number of the operation.', limits.maxReference)),
    handed: optional(amount('The cash that was handed over for all parts of the payment, in cents.')),
    concept: short('The words for what was paid.', limits.maxConcept),
    drawer: short('The account whose drawer has the money.', maxAuthor),
    shift: counted('The shift of the drawer, from 1.'),
    printed: onlyTrue('True once the receipt was printed.'),
  },
  { title: 'Payment' },
)
export type Payment = Type.Static<typeof payment>

/** A chip that a rider has or had. */
const loan = Type.Object(
  {
    id: line.id,
    event: line.event,
    chip: short('The code of the chip.', limits.maxEntryTransponder),
    at: line.at,
    by: author,
    document: optional(short('The document that the rider left.', limits.maxDepositDocument)),
    returned: optional(
      Type.Object(
        { at: moment('The time at which it came back.'), by: author },
        { description: 'Absent while the rider has it.' },
      ),
    ),
  },
  { title: 'Loan' },
)
export type Loan = Type.Static<typeof loan>

const cost = Type.Integer({ minimum: 0, maximum: maxCents, description: 'In cents.' })

export const price = Type.Object({
  id: short('The identifier, which stays as long as the price is in the list.', limits.maxPriceId),
  kind: oneOf(limits.priceKindNames, 'What it is for.'),
  label: short('The words of a charge, such as `Licencia`.', limits.maxPriceLabel),
  modalidad: optional(
    short('The modalidad of an entry. Absent for all that have no price of their own.', maxClassName),
  ),
  category: optional(short('The identifier of its category.', limits.maxCategoryId)),
  cents: cost,
  early: optional(Type.Object({ cents: cost, until: day('The last day of this price.') })),
})
export type Price = Type.Static<typeof price>

/** A transponder of an event. */
export const chip = Type.Object({
  code: text('The code that the timing program reads.', {
    minLength: 1,
    maxLength: limits.maxEntryTransponder,
  }),
  label: short('The number or the name on its case; may be empty.', limits.maxChipLabel),
  rented: Type.Boolean({ description: 'True if the rider pays for it.' }),
})
export type Chip = Type.Static<typeof chip>

/** One shift of the drawer of an account: from the count of the shift before until its own. */
export const shift = Type.Object({
  letter: payment.properties.letter,
  drawer: text('The account: see `roles.ts`.'),
  shift: counted('From 1, at each drawer.'),
  float: amount('The cash at its beginning, in cents.'),
  closed: optional(
    Type.Object(
      {
        at: moment('The time of the count.'),
        by: author,
        counted: Type.Unsafe<Readonly<Record<string, number>>>(
          Type.Object({}, { additionalProperties: amount('The count, in cents, by means.') }),
        ),
      },
      { description: 'The count at its end. Absent while it is open.' },
    ),
  ),
})
export type Shift = Type.Static<typeof shift>

/** The till of an event: see `setting-shapes.ts`. */
export interface EventTill {
  currency: Currency
  prices: readonly Price[]
  /** The means of payment besides those that every event has. */
  means: readonly string[]
  chips: readonly Chip[]
  shifts: readonly Shift[]
  /** The payments of persons who were erased: the amounts stay, and nothing tells whose they were. */
  erased: readonly Payment[]
  /** The letters that laptops have chosen, each with the last number whose receipt is known no more, since an older backup was restored. */
  spent: Readonly<Record<string, number>>
}

const listed = short('The key or the number of a rider.', limits.maxEntryNumber)
const listedRiders = Type.Array(Type.Array(listed, { minItems: 2, maxItems: 2 }), {
  maxItems: limits.maxListed,
  description: 'The keys and numbers of the riders.',
})

/** A start list that was issued. It names nobody: see `StartRider.key`. */
export const startList = Type.Object({
  kind: oneOf(limits.listKinds, 'Provisional or final.'),
  version: counted('The number among the lists of the group in the event, from 1.'),
  at: moment('The moment of the issue.'),
  digest: text('A hash of what the list says.', { maxLength: 16 }),
  riders: Type.Unsafe<readonly (readonly [key: string, number: string])[]>(listedRiders),
  left: Type.Unsafe<readonly string[]>(
    Type.Array(text('A key.', { maxLength: 16 }), {
      maxItems: limits.maxListed,
      description: 'The keys of the riders of the group who were not on the list.',
    }),
  ),
})
export type IssuedList = Type.Static<typeof startList>

/** The hash of a text of the waiver. */
export const hash = text('A SHA-256, as hexadecimal digits.', { pattern: '^[0-9a-f]{64}$' })

/** Drawn signatures and those on paper have these properties. */
const signed = {
  version: counted('The version of the text.', 1),
  hash,
  at: moment('The time of the signature.'),
  by: author,
  device: optional(Type.String()),
  guardian: optional(
    Type.Object({
      name: short('The name of the adult.', limits.maxGuardian),
      document: short('The document of the adult.', limits.maxGuardianDocument),
    }),
  ),
}
const absent = optional(Type.Never())

/** A signature is drawn or on paper. */
export const waiver = Type.Unsafe<Waiver>(
  Type.Union([
    Type.Object({ ...signed, strokes: Type.String({ format: 'strokes' }), paper: absent }),
    Type.Object({ ...signed, paper: Type.Literal(true), strokes: absent }),
  ]),
)

export const code = Type.String({ format: 'code' })
const texts = Type.Array(Type.String())
const anyObject = Type.Object({})

export const revocations = Type.Array(
  Type.Object({ id: code, next: code, at: moment('The time.'), joined: optional(Type.Literal(true)) }),
)

const addedParts = Type.Object({
  categories: texts,
  reserved: texts,
  erased: optional(texts),
  shifts: optional(texts),
})

const merged = Type.Object({
  desk: Type.String(),
  ...{ passages: texts, accounts: texts, past: texts, settled: texts, open: texts },
  events: optional(texts),
  eventKeys: optional(texts),
  eventParts: optional(Type.Object({}, { additionalProperties: addedParts })),
  replaced: revocations,
  moved: Type.Array(Type.Object({ id: Type.String(), pilot: code })),
  fields: optional(Type.Object({ before: anyObject, after: anyObject })),
  erased: optional(Type.Object({ backup: Type.String(), persons: Type.Integer() })),
})

/** A change of the log: see `Change`. Its pilots are checked apart, since they have fields of one's own. */
export const change = Type.Object({
  put: optional(Type.Array(anyObject)),
  remove: optional(Type.Array(code)),
  revoke: optional(revocations),
  unrevoke: optional(Type.Array(code)),
  seen: optional(Type.Array(Type.Object({ id: code, gate: Type.String() }))),
  set: optional(anyObject),
  by: optional(Type.String()),
  desk: optional(Type.String()),
  merged: optional(merged),
  forgotten: optional(Type.Enum([...dataGroups])),
})

function list<Item extends Type.TSchema>(item: Item, maxItems: number) {
  return Type.Unsafe<readonly Type.Static<Item>[]>(Type.Array(item, { minItems: 1, maxItems }))
}

/** The most lines of one rider, of each kind. */
const maxLines = 1_000_000
const entries = list(entry, 10_000)

export const factShapes = {
  since: moment('The time of registration.'),
  terms,
  consent,
  waivers: list(waiver, 500),
  card,
  entries,
  charges: list(charge, maxLines),
  payments: list(payment, maxLines),
  loans: list(loan, maxLines),
  pending: entries,
} as const satisfies Record<string, Type.TSchema>

export type FactShape<Name extends keyof typeof factShapes> = Type.Static<(typeof factShapes)[Name]>
