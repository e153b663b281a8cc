/** The JSON schemas of pilots that calls of several features have: the record, its facts, and the selection of pilots. */
import * as Type from 'typebox'
import {
  answered,
  boolean,
  closed,
  flag,
  integer,
  nullable,
  onceQuery,
  oneOf,
  optionQuery,
  requested,
  text,
} from '../api/schema-parts.ts'
import { pilotStatuses, type StatusKind, statusTexts } from '../credential/status.ts'
import { inCategory } from '../events/entered-kinds.ts'
import { lackKinds } from '../events/entry-filter.ts'
import { attendanceKinds } from '../gate/attendance.ts'
import { type FactShape, factShapes } from '../stored/fact-shapes.ts'
import { maxCategoryId } from '../stored/limits.ts'
import { signedInfo } from '../waivers/schemas.ts'
import { type ClassField, maxClassName } from './classes/classes.ts'
import { type Fact, type FactsFor, factsFor } from './facts/facts.ts'
import type { Audience } from './field.ts'
import { type FieldName, fieldNames, fields, kindOf } from './fields.ts'

/** The name of a class in an address or in an order. Only the settings know the names: see `readClass`. */
export function classQuery(name: ClassField, description: string) {
  return onceQuery(name, description, { maxLength: maxClassName })
}

/** The longest search that is read at all; `checkSearch` refuses shorter ones with a message for people. */
const maxSearchText = 16 * 1024

export const search = onceQuery(
  'search',
  `Words, each of which must occur in one of ${namesWhere((name) => 'searched' in fields[name])}. ` +
    'Accents, case, apostrophes, commas, dots, hyphens and leading zeros do not matter.',
  { maxLength: maxSearchText },
)

/** The conditions of a list that an address and an order for a selection write alike. */
const conditions = {
  search,
  modalidad: classQuery('modalidad', 'Only pilots of this modalidad.'),
  licencia: classQuery('licencia', 'Only pilots with this licencia.'),
  status: optionQuery(
    'status',
    pilotStatuses,
    'Only pilots whose credential has this status today.',
    'uno de: ',
  ),
  attendance: optionQuery(
    'attendance',
    attendanceKinds,
    'Only pilots who are `inside`, have `entered` today, or are `missing`: entered in the open event, and neither inside nor here today.',
    'uno de: ',
  ),
  lacks: optionQuery(
    'lacks',
    lackKinds,
    'Only pilots who owe something in the open event (`payment`), or who are entered in it and have not signed its waiver (`waiver`).',
    'uno de: ',
  ),
  own: onceQuery(
    'own',
    'Only pilots with these values of fields of one’s own, each as `name=value`, joined by `&` as in an address. No ' +
      'value finds the pilots without one.',
    { maxLength: 2000 },
  ),
  entered: onceQuery(
    'entered',
    'Only pilots with an entry in the open event, in any modalidad (`all`), in one, in a category (`category:` with its identifier) or without a category in a modalidad that has some (`uncategorized`), without any entry (`none`), or with one that an order for many riders wanted and that was refused (`pending`).',
    { maxLength: inCategory('').length + maxCategoryId },
  ),
}

const conditionTexts = {
  today: 'Only pilots who were registered today.',
  no_photo: 'Only pilots without a photo.',
  no_card: 'Only pilots without a printed card.',
  invented:
    "Only pilots to be reviewed: minors without a guardian, pilots whose document another one has in another writing, and pilots with a value that says that there is none, such as 999999999, or that is a person's own but that too many pilots have.",
}

/** The filter of a list, in an address. */
export const filterQuery = Type.Object({
  ...conditions,
  today: flag(conditionTexts.today),
  no_photo: flag(conditionTexts.no_photo),
  no_card: flag(conditionTexts.no_card),
  invented: flag(conditionTexts.invented),
})
export type FilterQuery = Type.Static<typeof filterQuery>

export const allOnOnePage = 'all pilots are on one page'

/** The longest identifier, as a person may write it: see `readPilotId`. */
const maxIdLength = 100

/** The most pilots of a selection. */
const maxSelected = 1_000_000

/** The size limit of a body with the identifiers of a selection, in bytes: as many as an export can have. */
export const maxIdsBytes = 8 * 1024 * 1024

/** The identifiers of a selection of pilots. */
export const pilotIds = Type.Array(Type.String({ maxLength: maxIdLength }), {
  minItems: 1,
  maxItems: maxSelected,
  message: 'Van los identificadores, como una lista',
  description: 'The identifiers of chosen pilots. A filter in the same body has no effect.',
})

/** The pilots that a request removes or restores together. */
export const idsBody = requested('Van los identificadores, como un objeto JSON', { ids: pilotIds })

/** The identifiers or the filter of pilots. */
export const selection = {
  ...conditions,
  today: Type.Optional(boolean(conditionTexts.today)),
  no_photo: Type.Optional(boolean(conditionTexts.no_photo)),
  no_card: Type.Optional(boolean(conditionTexts.no_card)),
  invented: Type.Optional(boolean(conditionTexts.invented)),
  ids: Type.Optional(pilotIds),
}

/** The path of one pilot. */
export const pilotParams = Type.Object({ id: text('The identifier of the pilot.') })

/** The status of a credential: see `Status`. */
export const statusInfo = answered(
  {
    kind: oneOf(
      Object.keys(statusTexts) as StatusKind[],
      'The status on the day of the answer or of the scan, where the server is. `revoked` only in answers to scans.',
    ),
    until: Type.Optional(
      text('The last valid day or, of a suspension, its last day. A suspension without an end has none.'),
    ),
    isMedical: Type.Optional(
      Type.Literal(true, {
        description: 'True if the medical certificate, and not the licence, gives `until`. Otherwise absent.',
      }),
    ),
    isInsurance: Type.Optional(
      Type.Literal(true, {
        description:
          'True if the insurance policy (`poliza_hasta`), and not the licence, gives `until`. Otherwise absent.',
      }),
    ),
    reason: Type.Optional(text('The reason of a suspension. Only for staff, and never sent to gates.')),
    missing: Type.Optional(
      Type.Array(oneOf(fieldNames, 'A field whose required value is missing.'), {
        description:
          'The fields that an `incomplete` pilot lacks, who has no credential until they are completed. Absent from ' +
          'other statuses, and without a session.',
      }),
    ),
    at: Type.Optional(text('The time of the revocation, in answers to scans. Otherwise absent.')),
  },
  { title: 'Status' },
)

/** Values of fields of one's own, as people read them. */
export function ownFactsInfo(description: string) {
  return Type.Array(answered({ label: text('The label.'), text: text('The value, as it is shown.') }), {
    description,
  })
}

/** Returns the names of the fields that have an audience. */
function namesFor(audience: Audience): string {
  return namesWhere((name) => fields[name].audience === audience)
}

function namesWhere(condition: (name: FieldName) => boolean): string {
  const names = fieldNames.filter(condition)
  return names.map((name) => `\`${name}\``).join(', ')
}

type FactInfos<Who extends Fact['audience']> = {
  [Name in FactsFor<Who>]: Type.TOptional<Type.TUnsafe<FactShape<Name>>>
}

/** Returns the schemas of the facts of an audience. */
function factInfos<Who extends Fact['audience']>(who: Who, description?: string) {
  const infos = factsFor(who).map((name) => [name, Type.Optional(closed(factShapes[name], { description }))])
  return Object.fromEntries(infos) as FactInfos<Who>
}

export const recordProperties = {
  id_driver: text('The identifier: 12 characters of Crockford base32.'),
  attachment: nullable(text('The name of the file of the photo: see `GET /files/{name}`.')),
  /** A JSON-encoded `PilotDraft`. */
  data_driver: text(
    'The fields, as JSON in a string. Integers: ' +
      `${namesWhere((name) => kindOf(name) === 'integer')}. Days, as \`YYYY-MM-DD\`: ` +
      `${namesWhere((name) => kindOf(name) === 'day')}. A rider without a DNI, which is null, has \`tipodoc\` and ` +
      '`documento`; one with a DNI has neither. ' +
      `Without a session, under the public view \`minima\`, it has only ${namesFor('everyone')}; for a gate, it has these and ` +
      `${namesFor('gates')} under any public view. Neither ever has ${namesFor('emergency')} or ${namesFor('desk')}.`,
  ),
  ...factInfos('complete'),
}

/** One pilot. */
export const pilotRecord = answered(
  {
    ...recordProperties,
    version: Type.Optional(
      text('The version of what people edit: the fields, the photo and the terms. Only for staff.'),
    ),
    status: Type.Optional(statusInfo),
    ...factInfos('desk', 'Only for staff, and absent without any. Of events, it is that of the open one.'),
    number: Type.Optional(
      text(
        'The number in the open event; empty for an entry without one. Absent if the pilot is not entered.',
      ),
    ),
    racer: Type.Optional(
      text('Who races with the number that a pilot, who is not entered, prefers: `lo usa Ana Paz en MX2`.'),
    ),
    category: Type.Optional(
      text(
        'The categories in the open event, unless its cards are plain: `MX2, ENDURO · Veteranos con el 12`.',
      ),
    ),
    own_facts: Type.Optional(
      ownFactsInfo(
        'The values of the fields of one’s own that the reader may see, in their order. Absent without any.',
      ),
    ),
    consent_due: Type.Optional(
      integer(
        'The current version of the text, if there is one that the pilot has not accepted. Only for staff.',
      ),
    ),
    waiver_due: Type.Optional(
      integer('The version of the waiver of the open event, if the pilot has not signed it. Only for staff.'),
    ),
    signed: Type.Optional(signedInfo),
    owed: Type.Optional(
      integer(
        'The balance of the pilot in the open event, in cents: less than zero if too much was paid. Absent from an event without prices. Only for staff.',
      ),
    ),
    chat: Type.Optional(
      text(
        'The digits of the WhatsApp chat with the pilot, with the country code. Absent without a celular, and if it ' +
          'is a mobile number of no known country, so that its chat would be that of a stranger.',
      ),
    ),
  },
  { title: 'Pilot' },
)
export type PilotRecord = Type.Static<typeof pilotRecord>
