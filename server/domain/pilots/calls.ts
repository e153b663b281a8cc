/** The calls of pilots: the list, the form, duplicates, removals, histories, photos and QRs. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import {
  answered,
  author,
  boolean,
  bytes,
  dataList,
  dataOf,
  file,
  integer,
  nullable,
  numberQuery,
  onceQuery,
  oneOf,
  optionQuery,
  orOwn,
  pageQuery,
  requested,
  text,
  textList,
} from '../api/schema-parts.ts'
import { enumerate } from '../text/text.ts'
import { fieldNames, maxShared, repeatWarning, type SharedName, sharedNames } from './fields.ts'
import { changedNames, historyKinds } from './history/history.ts'
import { qrPixels } from './pilot-id.ts'
import {
  allOnOnePage,
  classQuery,
  filterQuery,
  idsBody,
  pilotParams,
  pilotRecord,
  recordProperties,
  search,
} from './schemas.ts'

/** One pilot, or the list with the number of all that it finds. */
const pilots = answered({
  data: Type.Array(pilotRecord),
  total: Type.Optional(
    integer('The number of pilots that the list finds on all pages. One pilot has no `total`.'),
  ),
  total_capped: Type.Optional(
    Type.Literal(true, {
      description:
        'Present if the list finds more than `total` pilots, because the server stopped counting at `max_total`. A ' +
        'server on a folder always counts all.',
    }),
  ),
  approximate: Type.Optional(
    Type.Literal(true, {
      description:
        'Present if no pilot fits `search` exactly, and these fit it with one wrong, missing, extra or swapped ' +
        'letter in a word.',
    }),
  ),
})

const qrQuery = Type.Object({
  qr: onceQuery('qr', 'The address of a credential.'),
  format: optionQuery('format', ['png', 'svg'], 'The format of the picture; `png` if absent.'),
  size: numberQuery('size', 'The side of the picture, in pixels.', qrPixels.min, qrPixels.max),
})

/** The longest text of a part of the form, well over the longest pilot. A longer one is refused, and never truncated. */
export const maxFormText = 256 * 1024

const part = (description: string) => Type.Optional(text(description, { maxLength: maxFormText }))

/** The parts of the form, as they are sent. Any others are dropped. */
export const formParts = requested('El formulario va como multipart/form-data', {
  data_driver: text('The values of the fields, as JSON.', {
    maxLength: maxFormText,
    message: 'Falta la parte data_driver',
  }),
  id_driver: part('The identifier of the pilot to change. Without it, the form registers a pilot.'),
  version: part(
    'The version with which the edit began. If the pilot has changed since, the answer is 409 and says who has changed what.',
  ),
  consent: part(
    'The consent to the use of the data, as JSON: `{"version": 2}` with the version of the text that was accepted and, ' +
      'for a rider under 18, the name of the adult who accepted as `guardian`. `null` withdraws it. Without it, the ' +
      'consent stays. The server adds the time and the author.',
  ),
  remove_img: part('`1` removes the photo, unless `_img` has a new photo.'),
  keep_entries: part(
    '`1` leaves the entries in the open event as they are. Without it, an entry with the number, the modalidad or the ' +
      'transponder that the pilot had gets the new one; 409 if another rider has the number.',
  ),
  application: part('The identifier of the application that this approves.'),
  application_version: part(
    'The version of the application that the desk has seen. If the rider has corrected it since, the answer is 409.',
  ),
  take_img: part('`1` takes the photo of the application, unless `_img` has another one.'),
  /** Browsers send an empty file if no photo was chosen. */
  _img: Type.Optional(
    bytes('The photo: JPEG, PNG or WebP, of at most 10 MB. Without it the stored photo stays.'),
  ),
})

/** The filter, the order and the page of a list, in an address. */
export const listQuery = Type.Object({
  ...filterQuery.properties,
  sort: Type.Optional(
    orOwn(fieldNames, 'The field to order by.', { message: `sort es uno de: ${enumerate(fieldNames, 'o')}` }),
  ),
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

/** The words and the page of the list of removed pilots, in an address. */
const removedQuery = Type.Object({ search, ...pageQuery(allOnOnePage) })

/** The last state of a removed pilot, with the time and the author of the removal. */
const removedRecord = answered({
  ...recordProperties,
  removed_at: text('The time of the removal. The photo is kept for as long as the pilot is listed.'),
  removed_by: author,
})
export type RemovedRecord = Type.Static<typeof removedRecord>

/** One page of the removed pilots. */
const removedAnswer = answered({
  data: Type.Array(removedRecord),
  total: integer('The number of removed pilots that the list finds, on all pages.'),
})

/** The result of restoring several pilots. */
const restoredAnswer = answered({
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
export type RefusedPilot = Type.Static<typeof restoredAnswer>['refused'][number]

const countBy = (description: string) => Type.Record(Type.String(), Type.Integer(), { description })

/** The numbers above the list. */
const pilotCounts = answered({
  total: integer('The number of all pilots, found or not.'),
  today: integer('The number of found pilots who were registered today.'),
  no_photo: integer('The number of found pilots without a photo.'),
  no_card: integer('The number of found pilots without a printed card.'),
  invented: integer(
    'The number of found pilots with a value to be reviewed, which was probably invented, or who are minors without a guardian.',
  ),
  entered: integer('The number of found pilots with an entry in the open event.'),
  not_entered: integer('The number of found pilots without one.'),
  pending: integer('The number of found pilots with a pending entry in it.'),
  owing: integer('The number of found pilots who owe something in it.'),
  unsigned: integer('The number of found pilots with an entry in it who have not signed its waiver.'),
  entries: countBy('The number of their entries by modalidad. A pilot may have several.'),
  categories: countBy('The number of their entries by category, for those that have one.'),
  modalidad: countBy('The number of pilots by modalidad.'),
  licencia: countBy('The number of pilots by licencia.'),
  own: Type.Optional(
    Type.Record(
      Type.String(),
      countBy('The number of pilots by value; of those without one, by the empty text.'),
      {
        description: 'The choices of fields of one’s own. Absent if there are no such fields.',
      },
    ),
  ),
  status: answered({
    valid: integer('The number of valid credentials.'),
    expired: integer('The number of expired credentials.'),
    suspended: integer('The number of suspended credentials.'),
    incomplete: integer('The number of pilots who lack a required value, and have no credential.'),
  }),
})
export type PilotCounts = Type.Static<typeof pilotCounts>

const clubList = answered({
  clubs: textList('The names of at most 1,000 clubs, those with most pilots first.'),
})

/** The values of a form, in an address. */
const duplicateQuery = Type.Object({
  dni: numberQuery('dni', 'The DNI.', 1),
  tipodoc: Type.Optional(
    text('The kind of the document of a rider without a DNI.', { maxLength: maxShared }),
  ),
  documento: Type.Optional(text('Its number, which needs the kind.', { maxLength: maxShared })),
  paisdoc: Type.Optional(text('The country of the document.', { maxLength: maxShared })),
  fechanac: Type.Optional(text('The birth date, for `erased` and `person`.', { maxLength: maxShared })),
  ...bySharedName((name) => {
    const within = repeatWarning(name)?.within
    const needed = within ? ` It needs \`${within}\`.` : ''
    const message = `${name} es un texto`
    return Type.Optional(text(`The value of the field.${needed}`, { maxLength: maxShared, message }))
  }),
  modalidad: classQuery('modalidad', 'The modalidad.'),
  name: Type.Optional(
    text('The first names, for `person`. They need the surnames.', { maxLength: maxShared }),
  ),
  lastname: Type.Optional(text('The surnames.', { maxLength: maxShared })),
  except: Type.Optional(text('The identifier of the pilot who is edited, and is no duplicate.')),
})
/** `modalidad` is needed for the values that are compared within it: see `repeated` of a field. */
export type DuplicateQuery = Omit<Type.Static<typeof duplicateQuery>, 'dni'> & { dni?: number | null }

function bySharedName<Schema>(schemaOf: (name: SharedName) => Schema): Record<SharedName, Schema> {
  return Object.fromEntries(sharedNames.map((name) => [name, schemaOf(name)])) as Record<SharedName, Schema>
}

/** The first pilot who already has a value. */
const owner = Type.Optional(
  answered({ id: text('The identifier of the first pilot with this value.'), name: text('The full name.') }),
)

/** The pilots who already have the values of a form, by field. */
const duplicates = answered({
  dni: owner,
  documento: owner,
  ...bySharedName(() => owner),
  person: Type.Optional(
    answered({
      id: text('The identifier of a pilot who is probably the same person.'),
      name: text('The full name.'),
      photo: nullable(text('The name of the photo.')),
      document: text('The document, as people write it; empty if there is none.'),
      isNear: boolean('True if the documents differ by one digit, or by two that are swapped.'),
      isSame: Type.Optional(boolean('True if the documents are the same, and are stored in other ways.')),
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
export type Duplicates = Type.Static<typeof duplicates>
export type SamePerson = NonNullable<Duplicates['person']>

/** One change of a pilot. */
const historyEntry = answered({
  at: text('The time of the change.'),
  by: author,
  desk: Type.Optional(text('The other desk where it was done, if it came with a merge.')),
  kind: oneOf(historyKinds, 'What was done.'),
  applied: Type.Optional(Type.Literal(true, { description: 'The rider had typed it on the own phone.' })),
  gate: Type.Optional(text('The gate that was shown the emergency contact. Only of the kind `contact`.')),
  changes: Type.Optional(
    Type.Array(
      answered({
        field: orOwn(changedNames, 'The field, the photo, a term, or the consent.'),
        label: Type.Optional(text('The label of a field of one’s own.')),
        before: text('The value before the change.'),
        after: text('The value after the change.'),
      }),
    ),
  ),
})

export const pilotCalls = {
  'GET /api': {
    // One pilot or a QR is for everybody; the list asks for the role mesa itself.
    role: 'public',
    summary: 'Answers with the list, one pilot or a QR. One of `list` and `qr` is required.',
    description:
      '`?list=all` is for staff: the newest registration first. With `search`, and without `sort` and `order`, the pilots ' +
      'that fit best come first: the pilot with this number, then those with this DNI, licence or other code, then ' +
      'those whose first name or surname it is, then those in which a word starts with it, then the rest.\n\n' +
      '`?list={id}` is for everybody: 404 if no pilot has the identifier, and 410 if it was revoked; only staff then ' +
      'learn the identifier that its pilot has now (`next`). Both codes of a pilot whom two desks registered answer with ' +
      'the pilot. After 20 wrong identifiers from one address, further 404 answers are delayed, or replaced by 429.\n\n' +
      '`?qr={address}` is for everybody. The address must be that of an existing credential of this server: otherwise ' +
      'the answer is 400, or 410 if the credential was revoked. The QR always contains the public address of the server.',
    query: Type.Object({
      list: onceQuery('list', '`all`, or the identifier of one pilot.'),
      ...listQuery.properties,
      ...qrQuery.properties,
    }),
    answers: {
      200: file(['image/png', 'image/svg+xml'], pilots),
    },
  },

  'POST /api': {
    role: 'mesa',
    isKept: true,
    summary: 'Registers a pilot (201), or changes a pilot (200) if the form has an `id_driver`.',
    consumes: ['multipart/form-data'],
    body: formParts,
    answers: { 200: dataOf(pilotRecord), 201: dataOf(pilotRecord) },
  },

  'GET /api/count': {
    role: 'mesa',
    summary:
      'Answers with the numbers of the pilots that a filter finds, which are above the list on the screen.',
    description:
      'A pilot has one modalidad, one licencia and one status: the numbers by each of these are those of the pilots that ' +
      'meet all other conditions, so that they say what another choice finds.',
    query: filterQuery,
    answers: { 200: dataOf(pilotCounts) },
  },

  'GET /api/clubs': {
    role: 'mesa',
    summary: 'Answers with the names of the clubs, which the form suggests.',
    answers: { 200: dataOf(clubList) },
  },

  'GET /api/duplicates': {
    role: 'mesa',
    summary: 'Answers with the pilots who already have the values of a form.',
    description:
      'Only the DNI must be unique; the form warns of the others. Numbers are equal regardless of case and of zeros ' +
      'before them, and only within the same modalidad; a text without a number, such as `S/N`, is equal to no other. ' +
      'A person who was erased for ever is recognized by the document and `fechanac` together. ' +
      '`person` is a pilot with the same name and birth date and another document, or one with the same name and no ' +
      'document whose birth date and number do not differ. `removed` is one who was removed.',
    query: duplicateQuery,
    answers: { 200: dataOf(duplicates) },
  },

  'DELETE /api/pilots/:id': {
    role: 'admin',
    params: pilotParams,
    answers: { 200: dataOf(pilotRecord) },
    summary: 'Removes a pilot, and answers with it.',
  },

  'POST /api/pilots/:id/undo-remove': {
    role: 'admin',
    params: pilotParams,
    answers: { 200: dataOf(pilotRecord) },
    summary: 'Restores a removed pilot.',
  },

  'POST /api/pilots/remove': {
    role: 'admin',
    summary: 'Removes several pilots in one change, and answers with them.',
    description: 'If one of them does not exist, the answer is 404 with `missing`, and none is removed.',
    body: idsBody,
    answers: { 200: dataList(pilotRecord) },
  },

  'POST /api/pilots/undo-remove': {
    role: 'admin',
    summary: 'Restores in one change those of several removed pilots who can be restored.',
    body: idsBody,
    answers: { 200: dataOf(restoredAnswer) },
  },

  'GET /api/removed': {
    role: 'admin',
    summary:
      'Lists the pilots who were removed in the last 90 days, in their last state, the newest removal first.',
    description: 'The pilots that an undone import had registered are left out.',
    query: removedQuery,
    answers: { 200: removedAnswer },
  },

  'POST /api/pilots/:id/revoke': {
    // A lost card is replaced at the desk.
    role: 'mesa',
    isFinal: true,
    params: pilotParams,
    answers: { 200: dataOf(pilotRecord) },
    summary: 'Revokes a lost credential: the pilot gets a new identifier, and the photo a new name.',
  },

  'GET /api/pilots/:id/history': {
    role: 'mesa',
    summary: 'Answers with the changes of a pilot, also of a removed one, oldest first.',
    params: pilotParams,
    answers: { 200: dataList(historyEntry) },
  },

  'GET /api/pilots/:id/personal-data': {
    role: 'mesa',
    summary: 'Sends all data about a pilot as a ZIP: a page to read, the same as JSON, and the photo.',
    description:
      'It has the fields, the codes, the terms, the consent, the history, the scans at gates, and the names of the backups ' +
      'on the server that may have the pilot. It also has the registrations with the same document that were removed, and ' +
      '`id` may be the code of a removed pilot. 404 if there is no data.',
    params: pilotParams,
    answers: { 200: file(['application/zip']) },
  },

  'GET /files/:name': {
    role: 'public',
    summary: 'Sends the photo of a stored pilot and, for staff, also of removed pilots.',
    params: Type.Object({ name: text('The `attachment` of a record.') }),
    query: Type.Object({
      size: optionQuery(
        'size',
        ['small'],
        '`small` for a WebP of at most 96 pixels and 4 KB, which a browser may keep for ever.',
      ),
    }),
    answers: { 200: file(['image/jpeg', 'image/webp']) },
  },
} satisfies Calls
