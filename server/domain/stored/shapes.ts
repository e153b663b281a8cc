/**
 * The shapes of what is stored, as JSON schemas. A reader accepts exactly what they accept, and other properties, which a
 * newer program has written. `checks.ts` has the functions that check a value.
 */
import * as Type from 'typebox'
import { moment, oneOf, onlyTrue, text } from '../api/schema-parts.ts'
import { demandedNames } from '../events/entry.ts'
import { directions, doubts, passageResults } from '../gate/passage.ts'
import { roles } from '../staff/roles.ts'
import { change, code, factShapes, payment, revocations, waiver } from './fact-shapes.ts'
import { maxReasonLength } from './limits.ts'
import { settings } from './setting-shapes.ts'

/** A text of a passage. */
const string = Type.String({ maxLength: 1000 })
const flag = Type.Optional(Type.Boolean())

/** A passage has these properties from its scan. */
const scanned = {
  ...{ id: string, scanned: string, gate: string, by: string, device: string },
  direction: oneOf(directions, 'The direction.'),
  at: moment('The time of the scan.'),
  received: moment('The time at which the server received it.'),
  deviceTime: Type.Optional(moment('The time by the clock of the device, if that clock cannot be right.')),
  ...{ offline: flag, cardless: flag, override: flag },
  corrects: Type.Optional(string),
  pilot: Type.Optional(code),
  lacks: Type.Optional(Type.Array(oneOf(demandedNames, 'The entry, or a check.'))),
  doubt: Type.Optional(oneOf(doubts, 'Why the desk should look at it.')),
}

/** A scan that becomes a passage: see `ReceivedScan`. */
const receivedScan = Type.Object({ ...scanned, conflictId: string })

const passage = Type.Object({
  ...scanned,
  number: Type.Integer(),
  event: Type.Optional(string),
  result: oneOf(passageResults, 'The result.'),
  isAdmitted: Type.Boolean(),
  previous: Type.Optional(Type.Object({ at: moment('The time.'), gate: string })),
})

const settlement = Type.Object({
  number: Type.Integer({ description: 'The position in the log, from 1.' }),
  settles: Type.String({ description: 'The identifier of the passage that is the incident.' }),
  by: Type.String(),
  at: moment('The time.'),
  // It is absent if the incident is open again.
  reason: Type.Optional(text('The reason.', { minLength: 1, maxLength: maxReasonLength, format: 'line' })),
})

const account = Type.Object({
  user: text('The name.'),
  password: text('The hash of the password. A paired phone has a random text that fits no password.'),
  role: Type.Optional(oneOf(roles, 'Absent in accounts that were stored before there were roles.')),
  gate: Type.Optional(text('The gate of a paired phone. Other accounts have none.')),
  since: Type.Optional(text('The time of the pairing: ISO 8601, UTC.')),
  device: Type.Optional(text('Describes a paired phone for people, such as `iPhone, 192.168.1.77`.')),
})

const pairing = Type.Object({
  hash: text('The hash of the code.'),
  gate: text('The gate.'),
  expires: moment('The end of the code.'),
  account: Type.Optional(text('The account of the phone that has used the code.')),
  cancelled: Type.Optional(Type.Boolean({ description: 'True once the desk has closed the code.' })),
})

const session = Type.Object({
  user: text('The account.'),
  expires: Type.Number({ description: 'The end of the session, in milliseconds since 1970.' }),
  password: text('A hash of the stored password with which the session was started.'),
  seen: Type.Optional(
    Type.Number({
      description: 'The time of the last request, in milliseconds since 1970, within a minute.',
    }),
  ),
})

const base64url = Type.String({ pattern: '^[\\w-]{1,86}$' })

const tombstone = Type.Object({
  hash: base64url,
  // A code, whose hash is fast, since nobody guesses 60 random bits; or a document with the birth date, whose hash is slow.
  kind: oneOf(['code', 'rider'], 'What is hashed.'),
  at: moment(
    'The time of the erasure. It tells the erasures of a person from each other, and puts nothing in order.',
  ),
})

/** The tombstones of several stores. A key is no secret: it is in every backup too. */
const tombstones = Type.Array(
  Type.Object({
    key: base64url,
    stones: Type.Unsafe<readonly Type.Static<typeof tombstone>[]>(Type.Array(tombstone)),
  }),
)

/** The log remembers this of each part of an order that was done: see `done-orders.ts`. */
const doneOrder = Type.Object({
  digest: base64url,
  at: moment('The time.'),
  kept: Type.Optional(onlyTrue('True if it is remembered for good.')),
  riders: Type.Array(code, { description: 'The riders whom it names.' }),
  result: Type.Optional(Type.Unknown({ description: 'Its result, with the riders by their identifiers.' })),
})

const object = Type.Optional(Type.Object({}))

/** The head of a backup, whose settings are read as those of a laptop are. */
const backupHead = Type.Object({
  // A merge repeats the name of the machine in every change of the other desk.
  desk: text('The name of the machine.', { maxLength: 255 }),
  count: Type.Integer({ description: 'The number of pilots.' }),
  passages: Type.Integer({ description: 'The number of entries of the log of passages.' }),
  revoked: revocations,
  accounts: Type.Array(account),
  erased: Type.Optional(tombstones),
  ...{ brand: object, validity: object, gate: object, retention: object, consent: object },
  ...{ waivers: object, events: object, fields: object },
})

/** A snapshot, whose pilots are read apart: see `Snapshot`. */
const snapshot = Type.Object({
  version: Type.Integer(),
  journal: Type.Integer(),
  lastChange: Type.Integer(),
  desk: Type.Optional(Type.String()),
  shared: object,
  revoked: Type.Optional(revocations),
  pilots: Type.Unknown(),
})

export const shapes = {
  ...factShapes,
  ...{ waiver, payment, passage, receivedScan, settlement, revocations, change, settings },
  ...{ account, pairing, session, tombstones, doneOrder, backupHead, snapshot },
}

export type ShapeName = keyof typeof shapes
export type Shaped<Name extends ShapeName> = Type.Static<(typeof shapes)[Name]>
