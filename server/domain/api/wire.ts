/**
 * The shapes of pilots and messages on the wire (specification, section 7). The `audience` of a field or a fact decides
 * who gets it.
 */
import type { Status } from '../credential/status.ts'
import type { Installation } from '../desk/installation.ts'
import type { EmergencyContact } from '../gate/calls.ts'
import type { Direction, PassageResult } from '../gate/passage.ts'
import type { RemovedRecord } from '../pilots/calls.ts'
import { type FactsFor, factNames, factsFor } from '../pilots/facts/facts.ts'
import type { Audience } from '../pilots/field.ts'
import { emergencyNames, type FieldName, fieldNames, fields } from '../pilots/fields.ts'
import type { RemovedPilot } from '../pilots/history/removed.ts'
import type { Pilot, PilotDraft } from '../pilots/pilot.ts'
import { type PilotId, readPilotId } from '../pilots/pilot-id.ts'
import type { PilotRecord } from '../pilots/schemas.ts'
import type { Role } from '../staff/roles.ts'
import { keyboardReadings } from '../text/keyboard-layouts.ts'

/** A pilot with what the server has decided about the pilot. */
export type ShownPilot = Pilot & {
  status?: Status
  /** The version of the text of the consent that the pilot has not accepted: see `dueConsent`. */
  consentDue?: number
  /** The number of the chat with the pilot: see `chatNumber`. */
  chat?: string
}

/** Returns a status without the reason of a suspension. */
export function publicStatus({ reason: _reason, ...status }: Status): Status {
  return status
}

/** Reads a removed pilot from a record of our own server. Returns undefined if the record has no data. */
export function fromRemovedRecord({
  removed_at: at,
  removed_by: by,
  ...record
}: RemovedRecord): RemovedPilot | undefined {
  const pilot = fromRecord(record)
  return pilot && { pilot, at, ...(by && { by }) }
}

/** The fields that everyone sees, under any public view. */
type Minimal = {
  [Name in FieldName]: (typeof fields)[Name]['audience'] extends 'everyone' ? Name : never
}[FieldName]

/** The data of a pilot on the page of a credential: the minimal fields for everybody, all fields for staff. */
export type CredentialPilot = Pick<Pilot, 'id' | 'photo' | Minimal> & Partial<ShownPilot>

/** Reads a pilot from a record of our own server. Returns undefined if the record has no data. */
export function fromRecord({
  id_driver: id,
  attachment: photo,
  data_driver,
  consent_due: due,
  ...facts
}: PilotRecord): ShownPilot | undefined {
  const draft = data_driver ? (JSON.parse(data_driver) as PilotDraft | null) : null
  return draft ? { id, photo, ...draft, ...facts, ...(due !== undefined && { consentDue: due }) } : undefined
}

/** The id of the element that contains the `EmbeddedAnswers` of a page, as JSON. */
export const embeddedAnswersId = 'answers'

/** The answers to the first calls of a page, by address. The page contains them and need not make the calls. */
export type EmbeddedAnswers = Record<string, { status: number; body: unknown }>

/** Writes answers as JSON in which no text can close the script element around it. */
export function embeddedJson(answers: EmbeddedAnswers): string {
  return JSON.stringify(answers).replaceAll('<', '\\u003c')
}

/** The numbers of the last change and of the last passage. A page embeds those that are older than its answers. */
export interface ChangeNumbers {
  number: number
  passages: number
}

/** The first event of a stream. */
export interface HelloEvent extends ChangeNumbers {
  /** The role of the page. */
  role?: Role
}

/** A change event: the number of changes so far, and the pilots of this change unless they are very many. */
export interface ChangeEvent {
  number?: number
  ids?: readonly string[]
}

/** The availability of the store, which is sent when a stream begins and whenever it changes. */
export interface AvailabilityEvent {
  there: boolean
}

/** The reason why the last automatic backup failed, in Spanish, or null if no failure is known. */
export interface BackupEvent {
  failure: string | null
}

/**
 * Returns the identifier in a scanned text, or undefined if there is none. The host is ignored, since old cards may
 * carry another host, and so is the keyboard layout of the computer.
 */
export function readScanned(text: string): PilotId | undefined {
  for (const reading of keyboardReadings(text.trim())) {
    const [, code] = /credencial\/([^/?#\s]+)\/?$/i.exec(reading) ?? []
    const id = readPilotId(code ?? reading)
    if (id) return id
  }
  return undefined
}

/** The name of the built module, in the folder of the pages. */
export const credentialPageModule = 'credential-page.cjs'

interface CredentialPageInput {
  /** The path and the query of the page. */
  url: string
  /** The answers of the server about the session and about the credential, from which the page is rendered. */
  answers: EmbeddedAnswers
  installation: Installation
}

interface CredentialPage {
  html: string
  /** The contents of the style elements in the page, which its content security policy must allow. */
  styles: string[]
}

/** Renders the page. It contains the application and `answers` only if the session has a role. */
export type RenderCredentialPage = (input: CredentialPageInput) => CredentialPage

/** Returns the record for staff. */
export function toRecord(pilot: ShownPilot, status = pilot.status): PilotRecord {
  const { consentDue, chat } = pilot
  return {
    ...recordOf(pilot),
    ...(status && { status }),
    ...factsOf(pilot, 'desk'),
    ...(consentDue !== undefined && { consent_due: consentDue }),
    ...(chat !== undefined && { chat }),
  }
}

export function toRemovedRecord({ pilot, at, by }: RemovedPilot): RemovedRecord {
  return { ...recordOf(pilot), removed_at: at, ...(by && { removed_by: by }) }
}

/** The properties that are no part of `data_driver`: as JSON, a property without a value is absent. */
const besideDraft = Object.fromEntries(
  ['id', 'photo', 'status', 'consentDue', 'chat', ...factNames].map((name) => [name, undefined]),
)

function recordOf(pilot: ShownPilot) {
  return {
    id_driver: pilot.id,
    attachment: pilot.photo,
    data_driver: JSON.stringify({ ...pilot, ...besideDraft }),
    ...factsOf(pilot, 'complete'),
  }
}

const namesFor = { complete: factsFor('complete'), desk: factsFor('desk') }

/** Returns the facts that an audience gets besides those of the wider ones. */
function factsOf<Audience extends keyof typeof namesFor>(pilot: Pilot, audience: Audience) {
  const known = namesFor[audience].filter((name) => pilot[name] !== undefined)
  type Known = Pick<PilotRecord, FactsFor<Audience>>
  return Object.fromEntries(known.map((name) => [name, pilot[name]])) as Known
}

/** The audiences from the widest, each of which sees the fields of those before it. */
const audiences = ['everyone', 'gates', 'complete'] as const satisfies readonly Audience[]

/**
 * Returns the record that an audience sees, without the terms and without the reason of a suspension. Under the complete
 * public view it also says when and with which address the card was printed, and has the number of the chat with the pilot.
 */
export function toPublicRecord(
  pilot: Pilot,
  status: Status,
  audience: (typeof audiences)[number],
  chat?: string,
): PilotRecord {
  const seen: readonly Audience[] = audiences.slice(0, audiences.indexOf(audience) + 1)
  const names = fieldNames.filter((name) => seen.includes(fields[name].audience))
  const { id, photo } = pilot
  return {
    id_driver: id,
    attachment: photo,
    data_driver: JSON.stringify(Object.fromEntries(names.map((name) => [name, pilot[name]]))),
    ...(audience === 'complete' && factsOf(pilot, 'complete')),
    ...(audience === 'complete' && chat !== undefined && { chat }),
    status: publicStatus(status),
  }
}

/** Returns the emergency contact, which only a gate that was noted in the history gets. */
export function toEmergencyContact(pilot: Pilot): EmergencyContact {
  return Object.fromEntries(emergencyNames.map((name) => [name, pilot[name] ?? null])) as EmergencyContact
}

/** A new passage, as it is sent to open pages. */
export interface PassageNews {
  id: string
  gate: string
  direction: Direction
  at: string
  result: PassageResult
  admitted: boolean
  /** True if it changes who is inside in the open event: see `counts`. A correction does so too. */
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
