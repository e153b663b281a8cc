/** The shapes of pilots and messages on the wire (specification, section 7), and how a page reads them. */
import type { Status } from '../credential/status.ts'
import type { Installation } from '../desk/installation.ts'
import type { PassageResult, Scan } from '../gate/passage.ts'
import type { RemovedRecord } from '../pilots/calls.ts'
import type { FieldName, fields } from '../pilots/fields.ts'
import type { RemovedPilot } from '../pilots/history/removed.ts'
import type { OwnFact } from '../pilots/own/field-table.ts'
import type { Pilot, PilotDraft } from '../pilots/pilot.ts'
import type { PilotRecord } from '../pilots/schemas.ts'
import type { Role } from '../staff/roles.ts'
import type { SignedInfo } from '../waivers/schemas.ts'

/** A pilot with what the server has decided about the pilot. */
export type ShownPilot = Pilot & {
  /** The version of what people edit: the fields, the photo and the terms. */
  version?: string
  status?: Status
  /** The version of the text of the consent that the pilot has not accepted: see `dueConsent`. */
  consentDue?: number
  /** The version of the waiver that the pilot has not signed, and the last one that the pilot has: see `requirementsOf`. */
  waiverDue?: number
  signed?: SignedInfo
  /** The balance of the pilot in the open event, in cents: see `owedIn`. */
  owed?: number
  /** The number of the chat with the pilot: see `chatNumber`. */
  chat?: string
  /** The number in the open event; empty for an entry without one, and absent for a pilot who is not entered. */
  number?: string
  /** The rider who races with the number of this one, who is not entered: see `Numbers.racerOf`. */
  racer?: string
  /** The categories in the open event: see `cardCategories`. */
  category?: string
  /** The values of fields of one's own, as they are shown. */
  ownFacts?: readonly OwnFact[]
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
  waiver_due: waiverDue,
  own_facts: own,
  ...facts
}: PilotRecord): ShownPilot | undefined {
  const draft = data_driver ? (JSON.parse(data_driver) as PilotDraft | null) : null
  return draft
    ? {
        id,
        photo,
        ...draft,
        ...facts,
        ...(due !== undefined && { consentDue: due }),
        ...(waiverDue !== undefined && { waiverDue }),
        ...(own && { ownFacts: own }),
      }
    : undefined
}

/** The id of the element that contains the `EmbeddedAnswers` of a page, as JSON. */
export const embeddedAnswersId = 'answers'

/** The answers to the first calls of a page, by address. The page contains them and need not make the calls. */
export type EmbeddedAnswers = Record<string, { status: number; body: unknown }>

/** Writes answers as JSON in which no text can close the script element around it. */
export function embeddedJson(answers: EmbeddedAnswers): string {
  return JSON.stringify(answers).replaceAll('<', '\\u003c')
}

/**
 * The numbers of the last change and of the last passage, and the version of the settings by which pages show the data. A
 * page embeds those that are older than its answers.
 */
export interface ChangeNumbers {
  number: number
  passages: number
  settings: string
}

/** The first event of a stream. */
export interface HelloEvent extends ChangeNumbers {
  /** The role of the page. */
  role?: Role
}

/**
 * A change event: the number of changes so far, and the pilots of this change unless they are very many. One about the
 * settings has their version.
 */
export interface ChangeEvent {
  number?: number
  ids?: readonly string[]
  settings?: string
}

/** The number of applications that wait, which staff receives after each change of the queue. */
export interface QueueEvent {
  waiting: number
}

/** The availability of the store, which is sent when a stream begins and whenever it changes. */
export interface AvailabilityEvent {
  there: boolean
}

/** The reason why the last automatic backup failed, in Spanish, or null if no failure is known. */
export interface BackupEvent {
  failure: string | null
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

/** A new passage, as it is sent to open pages. */
export interface PassageNews extends Pick<Scan, 'id' | 'gate' | 'direction' | 'at' | 'corrects'> {
  result: PassageResult
  admitted: boolean
  /** True if it changes who is inside in the open event: see `counts`. A correction does so too. */
  counted: boolean
  /** The identifier of the pilot now. */
  pilot?: string
}

/** New passages, and the number of the last one. Without `passages` any of them may have changed. */
export interface PassagesEvent {
  number: number
  passages?: readonly PassageNews[]
}
