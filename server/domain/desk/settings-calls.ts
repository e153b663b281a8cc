/** The calls of the settings that staff change on the screen *Ajustes*, and of the brand on credentials and cards. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import {
  answered,
  boolean,
  choice,
  closed,
  dataList,
  dataOf,
  file,
  integer,
  nullable,
  oneOf,
  requested,
  requestedByName,
  text,
  textList,
} from '../api/schema-parts.ts'
import { pilotStatuses } from '../credential/status.ts'
import type { ValidityRule } from '../credential/validity-rules.ts'
import { againRules, gateNameInvalid, gatesInvalid, maxGateName, maxGates } from '../gate/passage.ts'
import { consentTextTooLong, maxConsentText } from '../privacy/consent.ts'
import type { RetentionGroup } from '../privacy/retention.ts'
import { publicDataNames } from '../staff/roles.ts'
import { maxMonths, retentionGroups } from '../stored/limits.ts'
import { consent, gate } from '../stored/setting-shapes.ts'
import { brandNameTooLong, colourInvalid, maxBrandBytes, maxBrandName } from './brand.ts'

const publicData = choice('public_data', publicDataNames, 'What a scan without a session shows.')

const validityRule = Type.Unsafe<ValidityRule>(
  requested('Una regla va como {"kind": "year"}', {
    kind: text(
      'The rule of the last day: `year` for 31 December of the year of issue, `days`, or `date` for one day for all.',
      { maxLength: 10, message: 'kind es year, days o date' },
    ),
    days: Type.Optional(
      Type.Integer({
        message: 'days es un número entero',
        description:
          'The number of days, of which the day of issue is the first, from 1 to 3660, for `days`.',
      }),
    ),
    date: Type.Optional(
      text('The last day, for `date`.', { maxLength: 10, message: 'date es un día, como 2026-11-30' }),
    ),
  }),
)

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

/** The settings of the gates. */
const { again, gates } = closed(gate).properties
export const gateInfo = { again, gates }

/** The text that people accept when they register. */
const consentInfo = closed(consent)
export type ConsentInfo = Type.Static<typeof consentInfo>

/** A network of the laptop in which the phones may be. */
const network = answered({
  name: text('The name of its adapter.'),
  address: text('The IPv4 address of the laptop in it.'),
  chosen: boolean('True if a person has said that the phones are there.'),
})

/** The settings of the screen *Ajustes*. */
const settingsInfo = answered(
  {
    public_data: publicData,
    public_data_fixed: boolean('True if the option `--public` decides, so that it cannot be changed here.'),
    /** The rule of each licence: see `ValidityRule`. */
    validity: Type.Record(Type.String(), validityRule, { description: 'The rules by licence.' }),
    gate: answered(gateInfo),
    retention: answered(byGroup(months)),
    consent: consentInfo,
    networks: Type.Optional(
      Type.Array(network, { description: 'Absent with fewer than two, or if the public address is given.' }),
    ),
  },
  { title: 'Settings' },
)
export type SettingsInfo = Type.Static<typeof settingsInfo>

const renamedInvalid = 'renamed es una lista de from y to, los nombres de antes y de ahora'

const gateName = (description: string) =>
  text(description, { pattern: '\\S', maxLength: maxGateName, message: gateNameInvalid })

const gateChange = requested('gate va como un objeto JSON', {
  again: Type.Optional(choice('again', againRules, 'The new meaning.')),
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
const rulesChange = requestedByName(
  'La vigencia va por licencia',
  validityRule,
  'The rules by licence. The others stay.',
)

/** The effect that other rules would have: see `compareRules`. */
const rulesPreview = answered({
  ends: Type.Record(Type.String(), Type.String(), {
    description: 'The last days of licences that are issued today, by licence.',
  }),
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
const settingsChange = requested('Los ajustes van como un objeto JSON', {
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
  network: Type.Optional(
    text('The network of this laptop in which the phones are: a name of `networks`.', {
      maxLength: 256,
      message: 'network es el nombre de una red de la laptop',
    }),
  ),
})

/** The brand on credentials and cards. */
export const brandInfo = answered(
  {
    name: text('The name of the organiser; may be empty. It stands for that of an event without one.'),
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
const brandChange = requested('La marca va como un objeto JSON', {
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

/** One value that a change has set. */
const sharedEntry = answered({
  at: text('The moment of the change: ISO 8601, UTC.'),
  by: Type.Optional(text('The author.')),
  what: text('What was changed, such as `Precio Inscripción, Copa Lima`.'),
  changes: textList('What is different, such as `Monto: «S/ 80.00» → «S/ 90.00»`.'),
})
export type SharedEntry = Type.Static<typeof sharedEntry>

export const settingsCalls = {
  'GET /api/settings': {
    role: 'admin',
    summary: 'Answers with the settings that staff change on the screen _Ajustes_.',
    answers: { 200: dataOf(settingsInfo) },
  },

  'GET /api/settings/history': {
    role: 'admin',
    summary:
      'Lists the last changes of what all desks share, the newest first: settings, events, prices, texts.',
    answers: { 200: dataList(sharedEntry) },
  },

  'PUT /api/settings': {
    role: 'admin',
    summary: 'Changes settings, at once and without a restart. What is absent stays.',
    description:
      '403 if `--public` decides the public view, and 422 for a rule that cannot be used, or if a new name of a gate is ' +
      'that of another gate in other letters, or has a character that nobody sees. 409 for a network in which the laptop ' +
      'is no more.',
    body: settingsChange,
    answers: { 200: dataOf(settingsInfo) },
  },

  'GET /api/consent': {
    role: 'mesa',
    summary: 'Answers with the text that people accept when they register.',
    answers: { 200: dataOf(consentInfo) },
  },

  'POST /api/settings/validity': {
    role: 'admin',
    summary: 'Answers with what other rules of validity would do, and stores nothing.',
    body: rulesChange,
    answers: { 200: dataOf(rulesPreview) },
  },

  'GET /api/brand/logo': {
    role: 'public',
    summary: 'Answers with the logo as PNG, or with 404. The session has its address.',
    query: Type.Object({
      v: Type.Optional(text("Differs for every logo, for the browser's cache.")),
    }),
    answers: { 200: file(['image/png']) },
  },

  'PUT /api/brand': {
    role: 'admin',
    summary: 'Stores a brand, which credentials and cards carry, and answers with it as the session does.',
    description:
      'A logo that cannot be read, or is too complex to draw in ten seconds, is refused with 422 and its reason in ' +
      '`fields.logo`.',
    body: brandChange,
    bodyLimit: maxBrandBytes,
    answers: { 200: dataOf(brandInfo) },
  },

  'POST /api/brand/card': {
    role: 'admin',
    summary: 'Answers with a PDF of a sample card. Stores nothing.',
    body: brandChange,
    bodyLimit: maxBrandBytes,
    answers: { 200: file(['application/pdf']) },
  },
} satisfies Calls
