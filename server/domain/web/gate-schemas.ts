/** The JSON schemas of what gates and the server send each other. */
import * as Type from 'typebox'
import {
  againRules,
  type Direction,
  directions,
  doubts,
  maxGateName,
  maxScannedText,
  maxScans,
  type PassageResult,
  passageResults,
} from '../gate/passage.ts'
import { enumerate } from '../text/text.ts'
import { answered, exportQuery, flag, givenDay, integer, nullable, requested, statusInfo } from './schemas.ts'

const text = (name: string, maxLength: number) =>
  Type.String({ pattern: '\\S', maxLength, message: `${name} es un texto de 1 a ${maxLength} letras` })

const uuid = (message: string) =>
  Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', maxLength: 36, message })

/** One scan of a device. */
const scan = requested('Una lectura va como un objeto JSON', {
  id: uuid('id es un UUID en minúsculas'),
  scanned: Type.String({
    maxLength: maxScannedText,
    message: `scanned es el texto leído, de hasta ${maxScannedText} letras`,
  }),
  gate: text('gate', maxGateName),
  direction: Type.Enum([...directions], { message: `direction es ${enumerate(directions, 'o')}` }),
  at: Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})$',
    maxLength: 40,
    message: 'at es una fecha y hora ISO 8601',
  }),
  offline: Type.Optional(Type.Boolean({ message: 'offline es true o false' })),
  /** True if a device that answered by itself let the person through: see `decidePassage`. */
  admitted: Type.Optional(Type.Boolean({ message: 'admitted es true o false' })),
  corrects: Type.Optional(uuid('corrects es el id de otra lectura')),
})

/** The body of `POST /api/passages`. */
export const passagesBody = requested('Las lecturas van como un objeto JSON', {
  passages: Type.Array(scan, {
    minItems: 1,
    maxItems: maxScans,
    message: `passages es una lista de 1 a ${maxScans} lecturas`,
  }),
})

/** All that a gate sees of a pilot. */
const gatePilot = answered({
  id: Type.String(),
  name: Type.String(),
  lastname: Type.String(),
  npiloto: Type.String(),
  modalidad: Type.String(),
  tiposangre: Type.String(),
  /** The file name of the photo. */
  photo: nullable(Type.String()),
  /** Without the reason of a suspension. */
  status: statusInfo,
})
export type GatePilot = Type.Static<typeof gatePilot>

const previous = Type.Optional(answered({ at: Type.String(), gate: Type.String() }))

/** The reason why the desk should look at a scan that its device answered by itself. */
const doubt = Type.Optional(Type.Enum([...doubts]))

/** The answer to one scan. */
export const passageAnswer = answered({
  id: Type.String(),
  result: Type.Enum([...passageResults]),
  /** True if the person may pass. A correction is never admitted. */
  admitted: Type.Boolean(),
  pilot: Type.Optional(gatePilot),
  previous,
  doubt,
})
export type PassageAnswer = Type.Static<typeof passageAnswer>

/** The pilots that a gate knows when it cannot reach the server. */
export const gateRoster = answered({
  /** The time of the roster: ISO 8601, UTC. */
  at: Type.String(),
  again: Type.Enum([...againRules]),
  gates: Type.Array(Type.String()),
  /** The names that gates had before. */
  renamed: Type.Optional(Type.Array(answered({ from: Type.String(), to: Type.String() }))),
  pilots: Type.Array(
    answered({
      ...gatePilot.properties,
      /** The last counted passage. */
      last: Type.Optional(
        answered({ at: Type.String(), gate: Type.String(), direction: Type.Enum([...directions]) }),
      ),
      /** The last counted entry, if an exit followed it. */
      entry: Type.Optional(answered({ at: Type.String(), gate: Type.String() })),
    }),
  ),
  /** The revoked codes. */
  revoked: Type.Array(Type.String()),
})
export type GateRoster = Type.Static<typeof gateRoster>

/** The numbers of an event, derived from the log. Each person counts once, and once at each gate and in each hour. */
const passageSummary = answered({
  /** The persons whose last counted passage is an entry of the last seven days. */
  inside: Type.Integer(),
  entered_today: Type.Integer(),
  /** The persons who passed today, by gate. */
  gates: Type.Array(answered({ gate: Type.String(), in: Type.Integer(), out: Type.Integer() })),
  /** The persons who passed today, by hour of the day where the laptop is. Hours without passages are left out. */
  hours: Type.Array(answered({ hour: Type.Integer(), in: Type.Integer(), out: Type.Integer() })),
  /** The open incidents of all days. */
  incidents: Type.Integer(),
})
export type PassageSummary = Type.Static<typeof passageSummary>

/** The numbers of an event for the screens. */
export const passageNumbers = answered({
  ...passageSummary.properties,
  /** The pilots who are not inside, and have not entered today. */
  missing: Type.Integer(),
})
export type PassageNumbers = Type.Static<typeof passageNumbers>

/** A new passage, as it is sent to open pages. */
export interface PassageNews {
  id: string
  gate: string
  direction: Direction
  at: string
  result: PassageResult
  admitted: boolean
  /** True if it changes who is inside: see `counts`. A correction does so too. */
  counted: boolean
  /** The identifier of the pilot now. */
  pilot?: string
  corrects?: string
}

/** New passages, and the number of the last one. Without `passages` any of them may have changed. */
export interface PassagesEvent {
  number: number
  passages?: readonly PassageNews[]
}

/** One passage, for the desk. */
export const passageRecord = answered({
  number: Type.Integer(),
  id: Type.String(),
  scanned: Type.String(),
  gate: Type.String(),
  direction: Type.Enum([...directions]),
  at: Type.String(),
  received: Type.String(),
  /** The time by the clock of the device, if that clock cannot be right. */
  device_time: Type.Optional(Type.String()),
  offline: Type.Boolean(),
  by: Type.String(),
  device: Type.String(),
  result: Type.Enum([...passageResults]),
  admitted: Type.Boolean(),
  corrects: Type.Optional(Type.String()),
  /** True if a later passage takes this one back. */
  corrected: Type.Boolean(),
  /** True for an open incident: a person was let through, and should not have been by what the server knows. */
  incident: Type.Boolean(),
  /** The time, the author and the reason of the settlement of an incident. Absent if it is open. */
  settled: Type.Optional(answered({ at: Type.String(), by: Type.String(), reason: Type.String() })),
  /** The pilot as stored now; absent for unknown codes and for pilots that were removed. */
  pilot: Type.Optional(answered({ id: Type.String(), name: Type.String(), npiloto: Type.String() })),
  previous,
  doubt,
})
export type PassageRecord = Type.Static<typeof passageRecord>

/** The filter of passages, in an address. */
const passagesFilter = {
  gate: Type.Optional(Type.String({ message: 'gate va una sola vez' })),
  result: Type.Optional(
    Type.Enum([...passageResults], { message: `result es uno de: ${enumerate(passageResults, 'o')}` }),
  ),
  direction: Type.Optional(Type.Enum([...directions], { message: 'direction es in u out' })),
  /** The identifier of a pilot. */
  pilot: Type.Optional(Type.String({ message: 'pilot va una sola vez' })),
  incidents: flag,
  settled: flag,
  from: Type.Optional(givenDay),
  to: Type.Optional(givenDay),
}

/** The filter and the page of the list of passages, in an address. */
export const passagesQuery = Type.Object({
  ...passagesFilter,
  page: integer('page', 1),
  per_page: integer('per_page', 1, 200),
})

export type PassagesQuery = Type.Static<typeof passagesQuery>

/** The filter and the format of an export of passages, in an address. */
export const passagesExportQuery = Type.Object({ ...passagesFilter, ...exportQuery.properties })

/** The body that settles an incident. */
export const settlementBody = requested('El motivo va como un objeto JSON', {
  /** `settlementReason` refuses shorter texts than this, with a message for people. */
  reason: Type.String({ maxLength: 4000, message: 'reason es un texto' }),
})

/** One page of passages, the newest first. */
export const passagesAnswer = answered({
  data: Type.Array(passageRecord),
  total: Type.Integer(),
  /** The names of the gates of all passages, for the filter. */
  gates: Type.Array(Type.String()),
})

/** The order of a code that pairs a phone. */
export const pairingOrder = requested('El pedido va como un objeto JSON', {
  gate: text('gate', maxGateName),
})

/** A code that pairs a phone, without the code itself. */
export const pairing = answered({
  id: Type.String(),
  gate: Type.String(),
  /** The end of the code: ISO 8601, UTC. */
  expires: Type.String(),
  /** The account of the phone that has used the code, and a description of the phone. */
  user: Type.Optional(Type.String()),
  device: Type.Optional(Type.String()),
})
export type PairingInfo = Type.Static<typeof pairing>

/** A new code. */
export const newPairing = answered({
  ...pairing.properties,
  /** The address that the phone opens. */
  url: Type.String(),
  /** The QR of the address, as SVG. */
  qr: Type.String(),
})
export type NewPairing = Type.Static<typeof newPairing>

/** The code that a phone has read. */
export const phoneCode = requested('El código va como un objeto JSON', {
  code: Type.String({ maxLength: 100, message: 'code es el código que muestra la mesa' }),
})
