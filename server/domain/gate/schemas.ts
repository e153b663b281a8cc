/** The JSON schemas of what gates, the desk and the server send each other about scans and passages. */
import * as Type from 'typebox'
import { answered, boolean, choice, integer, nullable, oneOf, requested, text } from '../api/schema-parts.ts'
import { gateInfo } from '../desk/settings-calls.ts'
import { demandedNames } from '../events/entry.ts'
import { type FieldName, gateNames, isOptional, kindOf } from '../pilots/fields.ts'
import { canBeMissing, type Pilot } from '../pilots/pilot.ts'
import { ownFactsInfo, statusInfo } from '../pilots/schemas.ts'
import { waiverInfo } from '../waivers/schemas.ts'
import { directions, doubts, maxGateName, maxScannedText, passageResults } from './passage.ts'

export const gateName = text('The name of the gate.', {
  pattern: '\\S',
  maxLength: maxGateName,
  message: `gate es un texto de 1 a ${maxGateName} letras`,
})

const uuid = (description: string, message: string) =>
  text(description, { pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', maxLength: 36, message })

/** One scan of a device. */
export const scan = requested('Una lectura va como un objeto JSON', {
  id: uuid('A UUID in lower case that the device has made.', 'id es un UUID en minúsculas'),
  scanned: text('The text that was read: an address or a code. Keyboard layouts do not matter.', {
    maxLength: maxScannedText,
    message: `scanned es el texto leído, de hasta ${maxScannedText} letras`,
  }),
  gate: gateName,
  direction: choice('direction', directions, 'The direction.'),
  at: text('The time by the clock of the device, with a time zone.', {
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})$',
    maxLength: 40,
    message: 'at es una fecha y hora ISO 8601',
  }),
  offline: Type.Optional(
    boolean('True if the device answered by itself.', { message: 'offline es true o false' }),
  ),
  /** See `decideScan`. */
  admitted: Type.Optional(
    boolean(
      'With `offline`: whether the device let the person through. Without it, everybody whose code is known.',
      { message: 'admitted es true o false' },
    ),
  ),
  corrects: Type.Optional(
    uuid(
      'The `id` of a scan that this one takes back, for everyone. A repeat is taken back with the passage that it repeats.',
      'corrects es el id de otra lectura',
    ),
  ),
  cardless: Type.Optional(
    boolean('True if the person showed no card: `scanned` is the code of a rider found in the roster.', {
      message: 'cardless es true o false',
    }),
  ),
  event: Type.Optional(
    text('With `offline`: the `event` of the roster by which the device answered. A scan belongs to it.', {
      maxLength: 20,
      message: 'event es el identificador del evento',
    }),
  ),
  override: Type.Optional(
    boolean('True if the gate lets a rider in who has entered already. The passage is an incident.', {
      message: 'override es true o false',
    }),
  ),
})

/** A value of a field at a gate, which is null if the pilot has none, or is incomplete. */
type SeenValue<Name extends FieldName> =
  | Exclude<Pilot[Name], undefined>
  | (undefined extends Pilot[Name] ? null : never)

/** Returns the schema of the values of a field. */
function fieldValue(name: FieldName) {
  const description = `The value of \`${name}\`.`
  const value = kindOf(name) === 'integer' ? integer(description) : text(description)
  const mayBeNull = isOptional(name) || canBeMissing(name)
  return Type.Unsafe<SeenValue<FieldName>>(mayBeNull ? nullable(value) : value)
}

/** All that a gate sees of a pilot. */
const gatePilotProperties = {
  id: text('The identifier of the pilot now, also for a revoked card.'),
  ...(Object.fromEntries(gateNames.map((name) => [name, fieldValue(name)])) as {
    [Name in (typeof gateNames)[number]]: Type.TUnsafe<SeenValue<Name>>
  }),
  category: Type.Optional(
    text(
      'The categories in the open event, each with the modalidad and the number that are not the own ones: ' +
        '`MX2, ENDURO · Veteranos con el 12`. Absent without any.',
    ),
  ),
  own: Type.Optional(
    ownFactsInfo('The values of fields of one’s own that gates may see. Absent without any.'),
  ),
  photo: nullable(text('The file name of the photo.')),
  minor: Type.Optional(boolean('True for a rider under 18 on the day. Absent for others.')),
  /** Without the reason of a suspension. */
  status: statusInfo,
}
const gatePilot = answered(gatePilotProperties)
export type GatePilot = Type.Static<typeof gatePilot>

const previous = Type.Optional(
  answered({
    at: text('The time of the passage that made this one `again` or `repeat`.'),
    gate: text('The gate of that passage.'),
  }),
)

const lacks = Type.Optional(
  Type.Array(oneOf(demandedNames, 'The entry, or a check of it.'), {
    description:
      'The entry or the checks that the pilot lacks by the demand of the event. Absent if nothing.',
  }),
)

const doubt = Type.Optional(
  oneOf(doubts, 'The reason why an offline scan is an incident whatever its result.'),
)

const result = oneOf(passageResults, 'The result. That of a correction says nothing.')

/** The answer to one scan. */
export const passageAnswer = answered({
  id: text('The `id` of the scan.'),
  result,
  admitted: boolean('True if the person may pass. A correction is never admitted.'),
  pilot: Type.Optional(gatePilot),
  lacks,
  previous,
  doubt,
  chip: Type.Optional(
    text('The chip that the rider has to give back at an exit, or several: `12, 14`. Absent otherwise.'),
  ),
})
export type PassageAnswer = Type.Static<typeof passageAnswer>

/** The pilots that a gate knows when it cannot reach the server. */
export const gateRoster = answered({
  at: text('The time of the roster.'),
  event: text('The identifier of the open event, which the scans of a device that answers by itself name.'),
  ...gateInfo,
  zone: Type.Optional(integer('The minutes by which the time of the laptop is ahead of UTC.')),
  renamed: Type.Optional(
    Type.Array(
      answered({
        from: text('A name that a gate had before, for pages that were open then.'),
        to: text('Its name now.'),
      }),
    ),
  ),
  pilots: Type.Array(
    answered({
      ...gatePilotProperties,
      lacks,
      chip: Type.Optional(text('The chip that the rider has to give back at an exit. Absent without one.')),
      document: Type.Optional(
        text('The last four characters of the DNI, or of the other document of a rider without one.'),
      ),
      numbers: Type.Optional(
        Type.Array(text('A number.'), {
          description: 'The numbers of the further entries of a rider with several. Absent for others.',
        }),
      ),
      last: Type.Optional(
        answered({
          at: text('The time of the last counted passage. `last` is absent without one.'),
          gate: text('Its gate.'),
          direction: oneOf(directions, 'Its direction.'),
        }),
      ),
      entry: Type.Optional(
        answered({
          at: text('The time of the last counted entry, if an exit followed it.'),
          gate: text('Its gate.'),
        }),
      ),
    }),
  ),
  /** For signatures at the gate. Absent unless the event demands the check `waiver`. */
  waiver: Type.Optional(waiverInfo),
  revoked: Type.Array(text('A revoked code.')),
  joined: Type.Optional(
    Type.Array(
      answered({
        code: text(
          'The other valid code of a pilot whom two desks registered. `joined` is absent without one.',
        ),
        pilot: text('The identifier of the pilot.'),
      }),
    ),
  ),
})
export type GateRoster = Type.Static<typeof gateRoster>

const inAndOut = {
  in: integer('The persons who entered there or then, today.'),
  out: integer('Those who left.'),
}

/** The numbers of an event, derived from the log. Each person counts once, and once at each gate and in each hour. */
const passageSummary = answered({
  inside: integer('The persons whose last counted passage is an entry of the last seven days.'),
  entered_today: integer('The persons who have entered today.'),
  gates: Type.Array(
    answered({ gate: text('The name of a gate at which somebody has passed today.'), ...inAndOut }),
  ),
  hours: Type.Array(
    answered({
      hour: integer('An hour of today in which somebody has passed, from 0 to 23, where the laptop is.'),
      ...inAndOut,
    }),
  ),
  incidents: integer('The open incidents of all days.'),
})
export type PassageSummary = Type.Static<typeof passageSummary>

/** The numbers of an event for the screens. */
export const passageNumbers = answered({
  ...passageSummary.properties,
  riders: integer('The pilots with an entry in the open event.'),
  missing: integer('Those of them who are not inside and have not entered today.'),
  event: text('The name of the open event. Empty if nobody has named it.'),
})
export type PassageNumbers = Type.Static<typeof passageNumbers>

/** One passage, for the desk. */
export const passageRecord = answered(
  {
    number: integer('The position in the log, from 1.'),
    id: text('The `id` of the scan.'),
    scanned: text('The text that was read.'),
    gate: text('The name of the gate.'),
    direction: oneOf(directions, 'The direction.'),
    at: text('The time of the scan.'),
    received: text('The time at which the server received it.'),
    device_time: Type.Optional(
      text('The time by the clock of the device, if it was more than a minute off. `at` is then `received`.'),
    ),
    offline: boolean('True if the device answered by itself.'),
    cardless: boolean('True if the person showed no card, and was found in the roster of the gate.'),
    override: boolean('True if the gate let the rider in, who had entered already.'),
    by: text('The account that scanned.'),
    device: text('The phone or laptop, for people.'),
    result,
    admitted: boolean('True if the person was let through.'),
    corrects: Type.Optional(text('The `id` of the scan that this one takes back.')),
    corrected: boolean('True if a later passage takes this one back.'),
    incident: boolean('True for an open incident.'),
    settled: Type.Optional(
      answered({
        at: text('The time of the settlement of an incident. Without a settlement, `settled` is absent.'),
        by: text('The account that settled it.'),
        reason: text('The reason.'),
      }),
    ),
    pilot: Type.Optional(
      answered({
        id: text('The identifier of the pilot now. `pilot` is absent for unknown codes and removed pilots.'),
        name: text('The full name.'),
        npiloto: text('The number of the record.'),
        number: Type.Optional(
          text(
            'The number in the event; empty for an entry without one. Absent if the pilot is not entered.',
          ),
        ),
      }),
    ),
    previous,
    lacks,
    doubt,
  },
  { title: 'Passage' },
)
export type PassageRecord = Type.Static<typeof passageRecord>
