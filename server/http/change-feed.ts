/** Sends changes, new passages, and the availability of the data, to open pages as server-sent events (WHATWG HTML, section 9.2). */
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type {
  AvailabilityEvent,
  BackupEvent,
  ChangeEvent,
  ChangeNumbers,
  HelloEvent,
  PassageNews,
  PassagesEvent,
  QueueEvent,
} from '#domain/api/wire'
import { type Application, isWaiting } from '#domain/applications/application'
import type { FeatureName } from '#domain/desk/features'
import { failureText, TooManyError } from '#domain/errors'
import { type EventPart, isPartOf } from '#domain/events/events'
import { CodeHistory } from '#domain/gate/code-history'
import { counts } from '#domain/gate/decide-scan'
import { type LogEntry, passagesOf } from '#domain/gate/log-entry'
import type { Passage } from '#domain/gate/passage'
import type { Branding, ConsentTexts, Gates, PilotFields, Validity } from '../settings/current-settings.ts'
import type { Events } from '../settings/race-events.ts'
import type { OpenSettings } from '../store/documents/settings.ts'
import type { Notice } from '../store/shared/log.ts'
import type { Stores } from '../store/shared/stores.ts'
import { sessionOf } from './guard.ts'
import { dataHeaders } from './replies.ts'
import { type Routes, serve } from './serve.ts'
import { onceClosed } from './transfers.ts'

interface Listener {
  response: ServerResponse
  /** The session of the page, or the address of its device if it has no session. */
  owner: string
  /** True for the roles mesa and admin, which receive the failures of backups. */
  isStaff: boolean
}

/** The most open pages of one owner, and of all. */
const maxOfOne = 40
const maxInAll = 1000

/** The interval of the heartbeat in milliseconds. A page reconnects after a longer silence. */
const beatEvery = 10_000

/** An event with more identifiers or passages says only that everything may have changed. */
const maxIds = 50

/** The settings, and the day, by which pages show the data, as of the last time that open pages were told of them. */
export class ToldSettings {
  /** A text that differs after each change that open pages were told of. Servers of one database differ only by `network`. */
  version: string

  constructor(
    private readonly parts: {
      validity: Pick<Validity, 'basis'>
      gates: Pick<Gates, 'current'>
      events: Pick<Events, 'all'>
      fields: Pick<PilotFields, 'table'>
      consentText: Pick<ConsentTexts, 'current'>
      branding: Pick<Branding, 'describe'>
      uses: () => readonly FeatureName[]
      clockCheck: { readonly problem: unknown }
      settings: Pick<OpenSettings, 'current'>
    },
  ) {
    this.version = this.#read()
  }

  /** Returns true if open pages have to be told that the settings have changed. */
  haveChanged(): boolean {
    const before = this.version
    this.version = this.#read()
    return this.version !== before
  }

  #read(): string {
    const { validity, gates, events, fields, consentText, branding, uses, clockCheck, settings } = this.parts
    const { network } = settings.current
    const texts = [fields.table.definitions, consentText.current, branding.describe(), network]
    const isClockWrong = clockCheck.problem !== undefined
    const all = [validity.basis, gates.current, events.all, ...texts, uses(), isClockWrong]
    return createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 12)
  }
}

interface Needs {
  clockCheck: { load(): Promise<void> }
  toldSettings: ToldSettings
}

export const changes: Routes<Needs> = async (app, needs) => {
  const { stores, guard, availability, backupFailure, events, clockCheck, toldSettings } = needs
  const listeners = new Set<Listener>()
  const send = (text: string, isForStaff = false) => {
    for (const { response, isStaff } of listeners) if (isStaff || !isForStaff) response.write(text)
  }
  /** Makes the pages load again if the day, the clock or the settings have changed. */
  const sendSettings = () => {
    if (!toldSettings.haveChanged()) return
    send(event('change', { number: stores.pilots.lastChange, settings: toldSettings.version }))
  }
  /** A restore or a merge brings other moments. A database that is away is read when it is back. */
  const readMoments = () => void clockCheck.load().then(sendSettings, () => {})
  let sending = Promise.resolve()
  /** Sends the entries of the log in the order in which they were stored. */
  const sendPassages = (fresh: readonly LogEntry[]) => {
    const sent = fresh.length > maxIds ? [] : fresh
    sending = sending.then(async () => {
      if (listeners.size > 0) send(event('passages', await passagesEvent(stores, sent, events)))
    })
  }
  let told: readonly Application[] | undefined
  /** Tells staff of a changed queue, or of any for a page that is new. Another server of the database may change it. */
  const sendQueue = async (isForNew = false) => {
    if (![...listeners].some(({ isStaff }) => isStaff)) return
    const all = await stores.applications.list().catch(() => undefined)
    // A queue that cannot be read now is told at a later beat. An application is the same object until it is changed.
    const isTold = all?.length === told?.length && all?.every((one, index) => one === told?.[index])
    if (!all || (isTold && !isForNew)) return
    told = all
    send(event('queue', { waiting: all.filter(isWaiting).length }), true)
  }
  const unsubscribe = [
    stores.applications.subscribe(() => void sendQueue()),
    stores.settings.subscribe(sendSettings),
    stores.pilots.subscribe((notice) => {
      // A change of settings is told as that.
      if (notice.ids?.length !== 0) send(event('change', changeEvent(notice)))
      if (notice.ids === undefined) readMoments()
    }),
    stores.passages.subscribe((fresh) => sendPassages(fresh)),
    availability.subscribe((there) => {
      send(event('presence', { there }))
      if (there) readMoments()
    }),
    backupFailure?.subscribe((failure) => send(event('backup', backupEvent(failure)), true)),
  ]
  const beating = setInterval(() => {
    sendSettings()
    void sendQueue()
    send(event('beat', {}))
  }, beatEvery)
  beating.unref()
  app.addHook('preClose', async () => {
    for (const end of unsubscribe) end?.()
    clearInterval(beating)
    for (const { response } of listeners) response.end()
  })

  serve(app, 'GET /api/changes', async (request, reply) => {
    const owner = sessionOf(request) ?? request.ip
    const same = [...listeners].filter((listener) => listener.owner === owner).length
    if (same >= maxOfOne || listeners.size >= maxInAll) throw new TooManyError(60)
    reply.hijack()
    const response = reply.raw
    response.writeHead(200, { ...dataHeaders, 'content-type': 'text/event-stream; charset=utf-8' })
    const hello = { ...changeNumbers(needs), role: guard.roleOf(request) }
    response.write(`retry: 1000\n\n${event('hello', hello)}`)
    response.write(event('presence', { there: availability.current }))
    const isStaff = guard.isStaff(request)
    if (isStaff) response.write(event('backup', backupEvent(backupFailure?.current)))
    const listener = { response, owner, isStaff }
    listeners.add(listener)
    if (isStaff) void sendQueue(true)
    const unsubscribe = guard.onRoleEnd(request, () => {
      listeners.delete(listener)
      response.end()
    })
    onceClosed(response, () => {
      unsubscribe()
      listeners.delete(listener)
    })
  })
}

function changeEvent({ number, ids }: Notice): ChangeEvent {
  return { number, ids: ids && ids.length <= maxIds ? ids : undefined }
}

/** Returns the numbers of the last change and passage that the stores know, and the version of the settings. */
export function changeNumbers({
  stores: { pilots, passages },
  toldSettings,
}: {
  stores: Stores
  toldSettings: Pick<ToldSettings, 'version'>
}): ChangeNumbers {
  return { number: pilots.lastChange, passages: passages.lastPassage, settings: toldSettings.version }
}

/** Says only the number if the codes of the pilots cannot be read. A settlement is told without a passage. */
async function passagesEvent(
  { pilots, passages }: Stores,
  fresh: readonly LogEntry[],
  { openPart }: Pick<Events, 'openPart'>,
): Promise<PassagesEvent> {
  const number = passages.lastPassage
  const revocations = fresh.length > 0 ? await pilots.revocations().catch(() => undefined) : undefined
  if (!revocations) return { number }
  const history = new CodeHistory(revocations)
  return { number, passages: passagesOf(fresh).map((passage) => newsOf(passage, history, openPart)) }
}

function newsOf(passage: Passage, history: CodeHistory, open: EventPart): PassageNews {
  const { id, gate, direction, at, result, isAdmitted: admitted, pilot, corrects } = passage
  return {
    ...{ id, gate, direction, at, result, admitted, counted: counts(passage) && isPartOf(open, passage) },
    ...(pilot !== undefined && { pilot: history.current(pilot) }),
    ...(corrects !== undefined && { corrects }),
  }
}

function backupEvent(error?: Error): BackupEvent {
  return { failure: error ? failureText(error) : null }
}

function event(
  name: 'hello' | 'change' | 'passages' | 'presence' | 'backup' | 'queue' | 'beat',
  data: HelloEvent | ChangeEvent | PassagesEvent | AvailabilityEvent | BackupEvent | QueueEvent,
): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
