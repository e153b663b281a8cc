/** The JSON schemas of pilots: lists, records, terms, removals, duplicates, histories and renewals. */
import * as Type from 'typebox'
import {
  answered,
  boolean,
  flag,
  givenDay,
  integer,
  nullable,
  numberQuery,
  onceQuery,
  oneOf,
  optionQuery,
  pageQuery,
  requested,
  text,
  textList,
} from '../api/schema-parts.ts'
import { pilotStatuses, type StatusKind, statusTexts } from '../credential/status.ts'
import { maxReasonLength } from '../credential/terms.ts'
import { type CheckName, checkNames } from '../events/entry.ts'
import { attendanceKinds } from '../gate/attendance.ts'
import { maxShared, type SharedName } from './checks/duplicates.ts'
import { type FactsFor, factValueNames } from './facts/facts.ts'
import type { Audience } from './field.ts'
import {
  emergencyNames,
  type FieldName,
  fieldNames,
  fields,
  kindOf,
  modalidadNames,
  repeatWarning,
  sharedNames,
} from './fields.ts'
import { historyKinds } from './history/history.ts'

function fieldQuery(name: 'modalidad' | 'licencia', description: string) {
  const options: readonly string[] = fields[name].options
  return optionQuery(name, options, description, 'una de: ')
}

/** The longest search that is read at all; `checkSearch` refuses shorter ones with a message for people. */
const maxSearchText = 16 * 1024

const search = onceQuery(
  'search',
  `Words, each of which must occur in one of ${namesWhere((name) => 'searched' in fields[name])}. ` +
    'Accents, case, apostrophes, commas, dots, hyphens and leading zeros do not matter.',
  { maxLength: maxSearchText },
)

/** The conditions of a list that an address and an order for a selection write alike. */
const conditions = {
  search,
  modalidad: fieldQuery('modalidad', 'Only pilots of this modalidad.'),
  licencia: fieldQuery('licencia', 'Only pilots with this licencia.'),
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
  entered: optionQuery(
    'entered',
    ['all', ...modalidadNames],
    'Only pilots with an entry in the open event: in any modalidad (`all`) or in one.',
    'una de: ',
  ),
}

const conditionTexts = {
  today: 'Only pilots who were registered today.',
  no_photo: 'Only pilots without a photo.',
  no_card: 'Only pilots without a printed card.',
  invented:
    "Only pilots to be reviewed: minors without a guardian, and pilots with a value that says that there is none, such as 999999999, or that is a person's own but that too many pilots have.",
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

const allOnOnePage = 'all pilots are on one page'

/** The filter, the order and the page of a list, in an address. */
export const listQuery = Type.Object({
  ...filterQuery.properties,
  sort: optionQuery('sort', fieldNames, 'The field to order by.', 'uno de: '),
  order: Type.Optional(
    oneOf(['asc', 'desc'], 'Without `sort`, the order of the registration.', {
      message: 'order es asc o desc',
    }),
  ),
  ...pageQuery(allOnOnePage),
  max_total: numberQuery(
    'max_total',
    'The server may stop counting at this number, if the page ends before it. Without it, `total` is exact.',
    1,
  ),
})
export type ListParameters = Type.Static<typeof listQuery>

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
    at: Type.Optional(text('The time of the revocation, in answers to scans. Otherwise absent.')),
  },
  { title: 'Status' },
)

const storedDay = (description: string) => Type.Optional(text(description, { maxLength: 10 }))

/** The terms of a credential: see `Terms`. */
const termsInfo = answered(
  {
    issued: storedDay('The day of the last renewal.'),
    until: storedDay('The last day that the pilot has instead of the one that the licence gives.'),
    medical: storedDay('The last day of the medical certificate.'),
    suspension: Type.Optional(
      answered({
        from: text('The first day of the suspension.', { maxLength: 10 }),
        to: storedDay('Its last day. Absent if it lasts until it is lifted.'),
        reason: text('Its reason.', { maxLength: maxReasonLength }),
      }),
    ),
  },
  { title: 'Terms', description: 'Only for staff, and absent if a pilot has none.' },
)

/** New terms of a pilot. An absent property stays as it is, and null removes it. */
export const termsChange = requested('La vigencia va como un objeto JSON', {
  issued: Type.Optional(
    nullable(givenDay('The day of issue. Without one, the day of the registration counts.')),
  ),
  until: Type.Optional(nullable(givenDay('The last day, instead of the one that the licence gives.'))),
  medical: Type.Optional(nullable(givenDay('The last day of the medical certificate.'))),
  suspension: Type.Optional(
    nullable(
      requested('La suspensión va como un objeto JSON', {
        from: text('The first day of a suspension, which replaces an earlier one.', {
          maxLength: 10,
          message: 'from es el primer día',
        }),
        to: Type.Optional(nullable(givenDay('Its last day. Null or absent if it lasts until it is lifted.'))),
        reason: text('Its reason.', {
          maxLength: maxReasonLength,
          message: `El motivo tiene hasta ${maxReasonLength} letras`,
        }),
      }),
    ),
  ),
  /** The terms that the person saw. A change of terms that are others by now is refused. */
  base: Type.Optional(termsInfo),
})
export type TermsChange = Type.Static<typeof termsChange>

/** The option of a change of terms, in an address. */
export const termsQuery = Type.Object({
  dry_run: flag('Stores nothing, and answers with what the record would be.'),
})

/** Returns the names of the fields that have an audience. */
function namesFor(audience: Audience): string {
  return namesWhere((name) => fields[name].audience === audience)
}

function namesWhere(condition: (name: FieldName) => boolean): string {
  const names = fieldNames.filter(condition)
  return names.map((name) => `\`${name}\``).join(', ')
}

/** The schemas of the facts of an audience. */
type FactSchemas<Who> = Record<FactsFor<Who>, Type.TSchema>

const publicFacts = {
  card: Type.Optional(
    answered({
      at: text('The time at which the card was last printed. `card` is absent if no card was printed.'),
      address: text('The public address in the QR of the printed card.'),
      until: Type.Optional(text('The last day on the printed card. Absent if it was not recorded.')),
      outdated: Type.Optional(
        boolean('True if the pilot has other data since than the card shows. Otherwise absent.'),
      ),
    }),
  ),
} satisfies FactSchemas<'complete'>

const recordProperties = {
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
  ...publicFacts,
}

/** The consent of a pilot: see `Consent`. */
const consentInfo = answered(
  {
    version: integer('The version of the text that was accepted.'),
    at: text('The time at which it was noted.'),
    by: Type.Optional(text('The author who noted it.')),
    guardian: Type.Optional(text('The adult who accepted for a rider under 18.')),
  },
  { title: 'Consent', description: 'Only for staff, and absent if a pilot has accepted no text.' },
)

/** The author of a change, which changes of old versions lack. */
export const author = Type.Optional(
  text('The author: an account, or a text such as `esta laptop` or `la terminal`. Absent from old changes.'),
)

/** The note that a check of an entry is done: see `CheckMark`. */
const checkMark = Type.Optional(answered({ at: text('The time.'), by: author }))

/** One entry of a pilot: see `Entry`. */
const entryInfo = answered(
  {
    event: text('The identifier of the event.'),
    modalidad: text('The modalidad.'),
    number: Type.Optional(text('The number in the event and the modalidad. Absent without one.')),
    transponder: Type.Optional(text('The transponder. Absent without one.')),
    at: text('The time of the entry.'),
    by: author,
    checks: Type.Optional(
      answered(
        Object.fromEntries(checkNames.map((name) => [name, checkMark])) as Record<
          CheckName,
          typeof checkMark
        >,
      ),
    ),
  },
  { title: 'Entry' },
)

const deskFacts = {
  terms: Type.Optional(termsInfo),
  consent: Type.Optional(consentInfo),
  entries: Type.Optional(
    Type.Array(entryInfo, {
      description: 'The entries in the open event. Only for staff, and absent without any.',
    }),
  ),
} satisfies FactSchemas<'desk'>

/** One pilot. */
export const pilotRecord = answered(
  {
    ...recordProperties,
    status: Type.Optional(statusInfo),
    ...deskFacts,
    consent_due: Type.Optional(
      integer(
        'The current version of the text, if there is one that the pilot has not accepted. Only for staff.',
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

/** The words and the page of the list of removed pilots, in an address. */
export const removedQuery = Type.Object({ search, ...pageQuery(allOnOnePage) })

/** The last state of a removed pilot, with the time and the author of the removal. */
const removedRecord = answered({
  ...recordProperties,
  removed_at: text('The time of the removal. The photo is kept for as long as the pilot is listed.'),
  removed_by: author,
})
export type RemovedRecord = Type.Static<typeof removedRecord>

/** One page of the removed pilots. */
export const removedAnswer = answered({
  data: Type.Array(removedRecord),
  total: integer('The number of removed pilots that the list finds, on all pages.'),
})

/** The result of restoring several pilots. */
export const restoredAnswer = answered({
  restored: Type.Array(pilotRecord),
  refused: Type.Array(
    answered({
      id: text('The identifier of a pilot who is not restored.'),
      name: Type.Optional(text('The full name, if it is known.')),
      reason: text('The reason, in Spanish.'),
      other: Type.Optional(
        text('The identifier of the pilot who has the document now, if that is the reason.'),
      ),
    }),
  ),
})

const countBy = (description: string) => Type.Record(Type.String(), Type.Integer(), { description })

/** The numbers above the list. */
export const pilotCounts = answered({
  total: integer('The number of all pilots, found or not.'),
  today: integer('The number of found pilots who were registered today.'),
  no_photo: integer('The number of found pilots without a photo.'),
  no_card: integer('The number of found pilots without a printed card.'),
  invented: integer(
    'The number of found pilots with a value to be reviewed, which was probably invented, or who are minors without a guardian.',
  ),
  entered: integer('The number of found pilots with an entry in the open event.'),
  entries: countBy('The number of their entries by modalidad. A pilot may have several.'),
  modalidad: countBy('The number of pilots by modalidad.'),
  licencia: countBy('The number of pilots by licencia.'),
  status: answered({
    valid: integer('The number of valid credentials.'),
    expired: integer('The number of expired credentials.'),
    suspended: integer('The number of suspended credentials.'),
  }),
})
export type PilotCounts = Type.Static<typeof pilotCounts>

export const clubList = answered({
  clubs: textList('The names of at most 1,000 clubs, those with most pilots first.'),
})

/** The values of a form, in an address. */
export const duplicateQuery = Type.Object({
  dni: numberQuery('dni', 'The DNI.', 1),
  tipodoc: Type.Optional(
    text('The kind of the document of a rider without a DNI.', { maxLength: maxShared }),
  ),
  documento: Type.Optional(text('Its number, which needs the kind.', { maxLength: maxShared })),
  fechanac: Type.Optional(text('The birth date, for `erased` and `person`.', { maxLength: maxShared })),
  ...bySharedName((name) => {
    const within = repeatWarning(name)?.within
    const needed = within ? ` It needs \`${within}\`.` : ''
    const message = `${name} es un texto`
    return Type.Optional(text(`The value of the field.${needed}`, { maxLength: maxShared, message }))
  }),
  modalidad: fieldQuery('modalidad', 'The modalidad.'),
  name: Type.Optional(
    text('The first names, which need the surnames and the birth date.', { maxLength: maxShared }),
  ),
  lastname: Type.Optional(text('The surnames.', { maxLength: maxShared })),
  except: Type.Optional(text('The identifier of the pilot who is edited, and is no duplicate.')),
})

function bySharedName<Schema>(schemaOf: (name: SharedName) => Schema): Record<SharedName, Schema> {
  return Object.fromEntries(sharedNames.map((name) => [name, schemaOf(name)])) as Record<SharedName, Schema>
}

/** The first pilot who already has a value. */
const owner = Type.Optional(
  answered({ id: text('The identifier of the first pilot with this value.'), name: text('The full name.') }),
)

/** The pilots who already have the values of a form, by field. */
export const duplicates = answered({
  dni: owner,
  documento: owner,
  ...bySharedName(() => owner),
  person: Type.Optional(
    answered({
      id: text('The identifier of a pilot with the same name and birth date, and another document.'),
      name: text('The full name.'),
      photo: nullable(text('The name of the photo.')),
      document: text('The document, as people write it.'),
      isNear: boolean('True if the documents differ by one digit, or by two that are swapped.'),
    }),
  ),
  removed: Type.Optional(
    answered({
      id: text('The identifier of the pilot with the document who was removed last, if nobody has it now.'),
      name: text('The full name.'),
      photo: nullable(text('The name of the photo.')),
      at: text('The time of the removal.'),
    }),
  ),
  erased: Type.Optional(
    text(
      'The time at which a person with the document and birth date was erased for ever, if nobody has the document now.',
    ),
  ),
})

/** The names of all that a change of a pilot can concern. */
export const changedNames = [...fieldNames, 'photo' as const, ...factValueNames]

/** One change of a pilot. */
export const historyEntry = answered({
  at: text('The time of the change.'),
  by: author,
  desk: Type.Optional(text('The other desk where it was done, if it came with a merge.')),
  kind: oneOf(historyKinds, 'What was done.'),
  gate: Type.Optional(text('The gate that was shown the emergency contact. Only of the kind `contact`.')),
  changes: Type.Optional(
    Type.Array(
      answered({
        field: oneOf(changedNames, 'The field, the photo, a term, or the consent.'),
        before: text('The value before the change.'),
        after: text('The value after the change.'),
      }),
    ),
  ),
})

/** The emergency contact of a pilot. */
export const emergencyContact = answered(
  Object.fromEntries(
    emergencyNames.map((name) => [name, nullable(text(`The value of \`${name}\`, or null without one.`))]),
  ) as Record<(typeof emergencyNames)[number], Type.TUnion<[Type.TString, Type.TNull]>>,
)
export type EmergencyContact = Type.Static<typeof emergencyContact>

/** Texts by the names of fields, none of which is required. */
export function textByField(description: string) {
  const properties = Object.fromEntries(fieldNames.map((name) => [name, text(description)]))
  return Type.Partial(
    Type.Object(properties as Record<FieldName, Type.TString>, { additionalProperties: false }),
  )
}

/** An order to renew the credentials of a selection. */
export const renewalOrder = requested('La renovación va como un objeto JSON', {
  ...selection,
  issued: Type.Optional(givenDay('The day of issue. Without one, it is the day of the renewal.')),
  dry_run: Type.Optional(boolean('True to store nothing, and to report what the renewal would do.')),
})

/** The effect of a renewal, also of a dry run: see `planRenewal`. */
export const renewalReport = answered({
  total: integer('The number of selected pilots.'),
  renewed: integer('The number of renewed pilots.'),
  unchanged: integer('The number of pilots for whom a renewal gives no later day.'),
  ends: Type.Array(
    answered({
      before: text('A last day of licences before the renewal, the earliest first.'),
      after: text('The last day after it.'),
      pilots: integer('The number of renewed pilots with these two days.'),
    }),
  ),
  invalid: Type.Array(
    answered({
      id: text('The identifier of a selected pilot whose credential is not valid after the renewal.'),
      name: text('The full name. At most 100 pilots are listed.'),
      status: statusInfo,
    }),
  ),
  invalid_total: integer('The number of all such pilots.'),
})
export type RenewalReport = Type.Static<typeof renewalReport>
