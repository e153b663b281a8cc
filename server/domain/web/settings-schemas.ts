/** The JSON schemas of cards, the brand, sessions, accounts, settings and backups. */
import * as Type from 'typebox'
import { bleeds, invalidStart, layoutNames, maxOffset, mostPlaces, type Offset } from '../cards.ts'
import { countryCodes } from '../countries.ts'
import { againRules, gateNameInvalid, gatesInvalid, maxGateName, maxGates } from '../gate/passage.ts'
import { consentTextTooLong, maxConsentText } from '../pilot/consent.ts'
import { maxMonths, type RetentionGroup, retentionGroups } from '../retention/retention.ts'
import { enumerate } from '../text/text.ts'
import { maxUndrawable } from '../undrawable.ts'
import { type Licence, licenceNames, type ValidityRule } from '../validity/rules.ts'
import { pilotStatuses } from '../validity/status.ts'
import { brandNameTooLong, colourInvalid, maxBrandBytes, maxBrandName } from './brand.ts'
import { rider } from './merge-schemas.ts'
import { selection } from './pilot-schemas.ts'
import { publicDataNames, roles } from './roles.ts'
import { answered, boolean, integer, nullable, oneOf, requested, text, textList } from './schema-parts.ts'

const offsetProblem = `El ajuste de la impresora son dos números, de -${maxOffset} a ${maxOffset} mm`
const length = Type.Number({ minimum: -maxOffset, maximum: maxOffset, message: offsetProblem })

/** The shift of prints to the right and down, in mm. */
const offset = Type.Unsafe<Offset>(
  Type.Tuple([length, length], {
    message: offsetProblem,
    description: 'The shift of prints to the right and down, in mm: `[x, y]`. It is remembered.',
  }),
)

/** An order to print: the identifiers or the filter of the pilots, and how their cards are printed. */
export const printOrder = requested('La impresión va como un objeto JSON', {
  ...selection,
  layout: oneOf(layoutNames, 'How the cards are printed.', {
    message: `layout es ${enumerate(layoutNames, 'o')}`,
  }),
  start: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: mostPlaces,
      message: invalidStart(mostPlaces),
      description: 'The first free position on a partly used sheet, counted from 1.',
    }),
  ),
  offset: Type.Optional(offset),
  bleed: Type.Optional(
    boolean(`Extends the colours by ${bleeds.join(' or ')} mm over the edges of the card. Not for a sheet.`),
  ),
  again: Type.Optional(boolean('Also prints the cards of pilots who already have a card.')),
  only_new: Type.Optional(boolean('Prints only the cards of pilots who have none yet.')),
  dry_run: Type.Optional(boolean('True to print nothing, and to report how many cards are not valid.')),
})
export type PrintOrder = Type.Static<typeof printOrder>

/** The pilots of an emergency sheet. */
export const emergencyOrder = requested('La impresión va como un objeto JSON', selection)

const publicUrl = text('The public address in the QRs.')

/** The settings that the print dialog needs. */
export const printInfo = answered({ offset, public_url: publicUrl })
export type PrintInfo = Type.Static<typeof printInfo>

/** The answer to a dry run. */
export const printPreview = answered({
  total: integer('The number of selected cards.'),
  expired: integer('The number of them that are expired.'),
  suspended: integer('The number of them that are suspended.'),
  undrawable: Type.Array(
    Type.Object({
      name: text('The full name of the rider.'),
      characters: text('The characters that are drawn as empty boxes, each once.'),
    }),
    { description: `The first ${maxUndrawable} riders with letters that no typeface of the cards has.` },
  ),
  undrawable_total: integer('The number of such riders.'),
})
export type PrintPreview = Type.Static<typeof printPreview>

/** An accepted order. */
export const printJob = answered({
  job: text('The identifier of the order.'),
  total: integer('The number of its cards.'),
})

/** The progress of an order, in cards. */
export const printProgress = answered({
  before: integer('The number of orders that are prepared before this order.'),
  waits_for: nullable(
    answered({
      by: text('The author of the order that is prepared now; `waits_for` is null if none is.'),
      done: integer('The number of its drawn cards.'),
      total: integer('The number of all its cards.'),
    }),
  ),
  done: integer('The number of drawn cards.'),
  total: integer('The number of all cards.'),
  url: nullable(text('The address of the PDF, or null while it is not complete.')),
})
export type PrintProgress = Type.Static<typeof printProgress>

/** The brand on credentials and cards. */
export const brandInfo = answered(
  {
    name: text('The name of the event or federation; may be empty.'),
    colour: text('Its colour, as `#rrggbb`.'),
    logo: nullable(
      text(
        'The address of the logo, or null. The logo is a PNG of at most 600 × 200 pixels; nothing else of an SVG is ' +
          'stored.',
      ),
    ),
    logo_size: Type.Optional(
      Type.Array(Type.Integer(), {
        description: 'The width and the height of the logo, in pixels. Absent without a logo.',
      }),
    ),
  },
  { title: 'Brand' },
)
export type BrandInfo = Type.Static<typeof brandInfo>

/** A new brand. */
export const brandChange = requested('La marca va como un objeto JSON', {
  name: text('The name; may be empty.', { maxLength: maxBrandName, message: brandNameTooLong }),
  colour: text('The colour.', { pattern: '^#[0-9a-f]{6}$', maxLength: 7, message: colourInvalid }),
  logo: Type.Optional(
    nullable(
      text('A PNG, JPEG or SVG of at most 2 MB in base64. Without it, the logo stays; null removes it.', {
        maxLength: maxBrandBytes,
      }),
    ),
  ),
})
export type BrandChange = Type.Static<typeof brandChange>

/** The answer of `/api/session`. */
export const sessionInfo = answered(
  {
    user: nullable(text('The name of the account that is signed in.')),
    role: nullable(oneOf(roles, 'The role. Null if the request needs a session and has none.')),
    gate: nullable(text('The gate that this phone is paired with.')),
    staff: boolean('True for `mesa` and `admin`: this browser may use the list and the form.'),
    has_accounts: boolean('True if an account exists with which staff can sign in.'),
    public_url: publicUrl,
    secure_url: nullable(text('The https address of the gates of this server, if it has one.')),
    country: nullable(oneOf(countryCodes, 'The country of the open event: its code of ISO 3166-1.')),
    country_code: nullable(
      text(
        'The calling code that WhatsApp links put before national telephone numbers: that of the option ' +
          '--country-code, else that of the country.',
      ),
    ),
    brand: brandInfo,
    clock: Type.Optional(
      answered({
        now: text(
          'The time by the clock of the laptop, which stands before what is stored. Only with a role.',
        ),
        newest: text('The newest stored moment.'),
      }),
    ),
  },
  { title: 'Session' },
)
export type SessionInfo = Type.Static<typeof sessionInfo>

/** One account of staff, or one phone that is paired with a gate. */
export const account = answered(
  {
    user: text('The name of the account.'),
    role: oneOf(roles, 'The role.'),
    gate: Type.Optional(text('The gate of a paired phone. Absent for other accounts, as are the next two.')),
    since: Type.Optional(text('The time of the pairing.')),
    device: Type.Optional(text('A description of the phone, such as `iPhone, 192.168.1.77`.')),
    last_seen: Type.Optional(
      text('The time of the last request, within a minute. Absent without a session.'),
    ),
  },
  { title: 'Account' },
)
export type AccountInfo = Type.Static<typeof account>

const publicData = oneOf(publicDataNames, 'What a scan without a session shows.', {
  message: `public_data es ${enumerate(publicDataNames, 'o')}`,
})

const validityRule = Type.Unsafe<ValidityRule>(
  requested('Una regla va como {"kind": "year"}', {
    kind: text(
      'The rule of the last day: `year` for 31 December of the year of issue, `days`, or `date` for one day for all.',
      { maxLength: 10, message: 'kind es year, days o date' },
    ),
    days: Type.Optional(
      Type.Integer({
        message: 'days es un número entero',
        description: 'The number of days after the day of issue, from 1 to 3660, for `days`.',
      }),
    ),
    date: Type.Optional(
      text('The last day, for `date`.', { maxLength: 10, message: 'date es un día, como 2026-11-30' }),
    ),
  }),
)

function byLicence<Schema extends Type.TSchema>(schema: Schema): Record<Licence, Schema> {
  return Object.fromEntries(licenceNames.map((licence) => [licence, schema])) as Record<Licence, Schema>
}

function byGroup<Schema extends Type.TSchema>(schema: Schema): Record<RetentionGroup, Schema> {
  return Object.fromEntries(retentionGroups.map((group) => [group, schema])) as Record<RetentionGroup, Schema>
}

/** The months after which a part of the data of a pilot is due. */
const months = nullable(
  Type.Integer({
    minimum: 1,
    maximum: maxMonths,
    message: `Los meses van de 1 a ${maxMonths}, o null si nunca`,
    description: 'The months without activity after which it is due; null for never.',
  }),
)

const againText =
  'What a second entry means: `warn` lets it through, `daily` allows one entry a day, `after-exit` an entry only ' +
  'after an exit.'

/** The settings of the gates. */
export const gateInfo = {
  again: oneOf(againRules, againText),
  gates: textList('The names of the gates.'),
}

/** The text that people accept when they register. */
export const consentInfo = answered({
  text: text('The text. Empty if nobody is asked.'),
  version: integer(
    'Its version, which increases with every change of the text; 0 if there was never a text.',
  ),
})
export type ConsentInfo = Type.Static<typeof consentInfo>

/** The settings of the screen *Ajustes*. */
export const settingsInfo = answered(
  {
    public_data: publicData,
    public_data_fixed: boolean('True if the option `--public` decides, so that it cannot be changed here.'),
    /** The rule of each licence: see `ValidityRule`. */
    validity: answered(byLicence(validityRule)),
    gate: answered(gateInfo),
    retention: answered(byGroup(months)),
    consent: consentInfo,
  },
  { title: 'Settings' },
)
export type SettingsInfo = Type.Static<typeof settingsInfo>

const renamedInvalid = 'renamed es una lista de from y to, los nombres de antes y de ahora'

const gateName = (description: string) =>
  text(description, { pattern: '\\S', maxLength: maxGateName, message: gateNameInvalid })

const gateChange = requested('gate va como un objeto JSON', {
  again: Type.Optional(oneOf(againRules, againText, { message: `again es ${enumerate(againRules, 'o')}` })),
  gates: Type.Optional(
    Type.Array(gateName('The name of a gate.'), {
      minItems: 1,
      maxItems: maxGates,
      uniqueItems: true,
      message: gatesInvalid,
    }),
  ),
  renamed: Type.Optional(
    Type.Array(
      requested(renamedInvalid, {
        from: gateName(
          'The name of a gate before. Its phones follow it, and scans that still name it as before are of the gate ' +
            'with the new name.',
        ),
        to: gateName('Its name now, which is one of the names.'),
      }),
      { maxItems: maxGates, message: renamedInvalid },
    ),
  ),
})

/** The rules of some licences. The others stay. */
export const rulesChange = requested('La vigencia va por licencia', byLicence(Type.Optional(validityRule)))
export type RulesChange = Type.Static<typeof rulesChange>

/** The effect that other rules would have: see `compareRules`. */
export const rulesPreview = answered({
  ends: answered(byLicence(text('The last day of a licence that is issued today.'))),
  changes: Type.Array(
    answered({
      from: oneOf(pilotStatuses, 'The status of pilots before the change.'),
      to: oneOf(pilotStatuses, 'Their status after it.'),
      pilots: integer('Their number.'),
    }),
  ),
})
export type RulesPreview = Type.Static<typeof rulesPreview>

/** The settings to change. Absent ones stay. */
export const settingsChange = requested('Los ajustes van como un objeto JSON', {
  public_data: Type.Optional(publicData),
  validity: Type.Optional(rulesChange),
  gate: Type.Optional(gateChange),
  retention: Type.Optional(requested('retention va por grupo', byGroup(Type.Optional(months)))),
  consent: Type.Optional(
    requested('consent va como un objeto JSON', {
      text: text('The new text. An empty one asks nobody any more.', {
        maxLength: maxConsentText,
        message: consentTextTooLong,
      }),
    }),
  ),
})
export type SettingsChange = Type.Static<typeof settingsChange>

/** `automatic`, or the command before which a backup was made. */
const backupKinds = ['automatic', 'import', 'restore', 'merge', 'day', 'other'] as const
export type BackupKind = (typeof backupKinds)[number]

/** The backups of a server. */
export const backupsInfo = answered({
  folder: text('The folder of the files, on the machine of the server.'),
  is_automatic: boolean('True if the server makes backups by itself, which it does for a folder.'),
  next: nullable(text('The time at which it next checks if one is due. Null during a backup.')),
  failure: nullable(text('Why the last automatic backup failed, in Spanish.')),
  files: Type.Array(
    answered({
      name: text('The name of the file.'),
      at: text('The time of the backup.'),
      size: integer('The size, in bytes.'),
      kind: oneOf(
        backupKinds,
        '`import`, `restore` and `merge` were made before one, and `day` before a day was closed.',
      ),
    }),
  ),
})
export type BackupsInfo = Type.Static<typeof backupsInfo>

const storedNumbers = answered({
  pilots: integer('The number of pilots.'),
  photos: integer('The number of pilots with a photo.'),
  passages: nullable(
    integer('The number of passages. Null if the backup has none of its own: those of now stay.'),
  ),
})

/** The numbers of pilots, photos and passages that a restore would replace, and those of the backup. */
export const restorePreview = answered({
  now: storedNumbers,
  backup: storedNumbers,
  desk: text('The name of the machine that made the backup, or of another desk if it is unknown.'),
  erases: Type.Array(answered(rider), {
    description:
      'Riders whom another desk erased for ever, as the backup lists them. They stay without `eraseToo`.',
  }),
})
export type RestorePreview = Type.Static<typeof restorePreview>

/** The decisions of a person about a restore. */
export const restoreOrder = Type.Union([
  Type.Null(),
  requested('La restauración va como un objeto JSON', {
    eraseToo: Type.Optional(
      boolean('True if the riders of `erases` are erased here for ever.', {
        message: 'eraseToo es true o false',
      }),
    ),
  }),
])

/** The result of a restore. */
export const restoredBackup = answered({
  pilots: integer('The number of restored pilots.'),
  photos: integer('The number of restored photos.'),
  erased: integer('The number of persons who were left out, since they were erased for ever.'),
  bad_photos: integer('The number of photos in the backup that are no JPEG, and were left out.'),
  passages: integer('The number of restored passages.'),
  saved: text('The name of the backup with what was there before.'),
})
export type RestoredBackup = Type.Static<typeof restoredBackup>
