/**
 * The change feed, with the availability of the server and of its data, and loads that follow it. Each page opens one
 * stream.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { changesPath } from '#domain/api/addresses'
import type {
  AvailabilityEvent,
  BackupEvent,
  ChangeEvent,
  ChangeNumbers,
  HelloEvent,
  PassagesEvent,
  QueueEvent,
} from '#domain/api/wire'
import type { Role } from '#domain/staff/roles'
import { type Loaded, readEmbeddedAnswers, useLoad } from './load.ts'

/** Calls `onChange` after every change, by any person; without `ids`, any pilot may have changed. */
export function useChanges(onChange: (change: ChangeEvent) => void): void {
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => stream.listen((change) => latest.current(change)), [])
}

/** Calls `onPassages` after new passages, at any gate; without `passages`, any of them may have changed. */
export function usePassages(onPassages: (event: PassagesEvent) => void): void {
  const latest = useRef(onPassages)
  latest.current = onPassages
  useEffect(() => stream.listenToPassages((event) => latest.current(event)), [])
}

/** The last news of the stream. A change makes a new object. */
interface StreamState {
  /** True if the server can be reached, as far as the open stream shows. */
  isConnected: boolean
  /** True if the server last reported that its data is available; a database may be unreachable. */
  hasData: boolean
  /** The reason for which the last automatic backup failed, in Spanish, or null if there is nothing to report. */
  backupFailure: string | null
  /** The role that this browser has for the server. Absent before the stream opens. */
  role?: Role
  /** The number of applications that wait: another object after each change of the queue. Absent before the first. */
  queue?: QueueEvent
}

export function useStream(): StreamState {
  return useSyncExternalStore(stream.subscribe, () => stream.state)
}

/** The silence after which a stream is reopened, in milliseconds. The server sends a beat every ten seconds. */
const longestSilence = 25_000
/** The longest interruption that is not reported to the person, in milliseconds. */
const shortBreak = 1500

class ChangeStream {
  #source: EventSource | undefined
  #listeners = new Set<(change: ChangeEvent) => void>()
  #passageListeners = new Set<(event: PassagesEvent) => void>()
  #subscribers = new Set<() => void>()
  /**
   * The numbers of the last change and of the last passage, and the version of the settings, that this page received, at
   * first with its HTML.
   */
  #number: number | undefined
  #passageNumber: number | undefined
  #settings: string | undefined
  state: StreamState = { isConnected: true, hasData: true, backupFailure: null }
  /** The time of the last event since the page was opened, in milliseconds. */
  lastEventTime = 0
  #silence: ReturnType<typeof setTimeout> | undefined
  #interruption: ReturnType<typeof setTimeout> | undefined

  constructor({ number, passages, settings }: Partial<ChangeNumbers>) {
    this.#number = number
    this.#passageNumber = passages
    this.#settings = settings
    // A hidden page holds no connection: a browser opens only six to one server.
    document.addEventListener('visibilitychange', () => this.#refresh())
    window.addEventListener('online', () => this.#reopen())
  }

  listen(listener: (change: ChangeEvent) => void): () => void {
    return this.#add(this.#listeners, listener)
  }

  listenToPassages(listener: (event: PassagesEvent) => void): () => void {
    return this.#add(this.#passageListeners, listener)
  }

  subscribe = (subscriber: () => void): (() => void) => this.#add(this.#subscribers, subscriber)

  /** Adds a listener, and returns a function that removes it. The stream is open only while there are listeners. */
  #add<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
    listeners.add(listener)
    this.#refresh()
    return () => {
      listeners.delete(listener)
      this.#refresh()
    }
  }

  #refresh(): void {
    const isWanted =
      this.#listeners.size + this.#passageListeners.size + this.#subscribers.size > 0 &&
      document.visibilityState === 'visible'
    if (isWanted && !this.#source) this.#open()
    if (!isWanted) this.#close()
  }

  #reopen(): void {
    this.#close()
    this.#refresh()
  }

  #open(): void {
    const source = new EventSource(changesPath)
    this.#source = source
    const on = <Event>(type: string, take: (event: Event) => void) =>
      source.addEventListener(type, ({ data }) => {
        this.#hear()
        take(JSON.parse(data))
      })
    on('hello', (hello: HelloEvent) => this.#onHello(hello))
    on('change', (change: ChangeEvent) => this.#onChange(change))
    on('passages', (passages: PassagesEvent) => this.#onPassages(passages))
    on('presence', ({ there: hasData }: AvailabilityEvent) => this.#set({ hasData }))
    on('backup', ({ failure: backupFailure }: BackupEvent) => this.#set({ backupFailure }))
    on('queue', (queue: QueueEvent) => this.#set({ queue }))
    on('beat', () => {})
    source.addEventListener('error', () => this.#onError())
    this.#restartSilenceTimer()
  }

  #close(): void {
    clearTimeout(this.#silence)
    this.#source?.close()
    this.#source = undefined
  }

  /**
   * Reports changes and passages if the page missed any since its HTML, or while it had no stream. If its HTML has no
   * numbers, it may have loaded anything before.
   */
  #onHello({ number, passages, settings, role }: HelloEvent): void {
    this.#connect(true)
    this.#set({ role })
    if (number !== this.#number || settings !== this.#settings) this.#onChange({ number, settings })
    if (passages !== this.#passageNumber) this.#onPassages({ number: passages })
  }

  #onChange(change: ChangeEvent): void {
    this.#number = change.number
    this.#settings = change.settings ?? this.#settings
    for (const listener of this.#listeners) listener(change)
  }

  #onPassages(event: PassagesEvent): void {
    this.#passageNumber = event.number
    for (const listener of this.#passageListeners) listener(event)
  }

  #hear(): void {
    this.lastEventTime = performance.now()
    this.#restartSilenceTimer()
  }

  #restartSilenceTimer(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#onSilence(), longestSilence)
  }

  /** Reopens the stream. A laptop that sleeps neither answers nor refuses, so that no error would follow. */
  #onSilence(): void {
    this.#interruption ??= setTimeout(() => this.#connect(false), shortBreak)
    this.#reopen()
  }

  /**
   * Reopens a closed stream. The browser retries by itself, except after an answer that is not a stream, such as the
   * answer to an ended session.
   */
  #onError(): void {
    this.#interruption ??= setTimeout(() => this.#connect(false), shortBreak)
    if (this.#source?.readyState !== EventSource.CLOSED) return
    this.#close()
    setTimeout(() => this.#refresh(), 2 * shortBreak)
  }

  #connect(isConnected: boolean): void {
    clearTimeout(this.#interruption)
    this.#interruption = undefined
    this.#set({ isConnected })
  }

  #set(change: Partial<StreamState>): void {
    this.state = { ...this.state, ...change }
    for (const subscriber of this.#subscribers) subscriber()
  }
}

const stream = new ChangeStream((readEmbeddedAnswers()[changesPath]?.body ?? {}) as Partial<ChangeNumbers>)

/** The change feed for code that is not a component. */
export const changeFeed: Pick<
  ChangeStream,
  'listen' | 'listenToPassages' | 'subscribe' | 'state' | 'lastEventTime'
> = stream

interface Relevance {
  /** Decides which changes load again. By default all do. */
  change?: (change: ChangeEvent) => boolean
  /** True if passages load again. */
  passages?: boolean
}

/** A change of the settings names no pilots. */
export const changesOfSettings: Relevance = { change: ({ ids }) => ids === undefined }

/** Loads like `useLoad`, and again after changes on the server, and when the page is connected to it again. */
export function useLiveLoad<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  key: string,
  { change: isRelevant = () => true, passages = false }: Relevance = {},
): Loaded<Value> {
  const loaded = useLoad(load, key)
  const { refresh } = loaded
  useChanges((change) => isRelevant(change) && refresh())
  usePassages(() => passages && refresh())
  const { isConnected } = useStream()
  const wasConnected = useRef(isConnected)
  useEffect(() => {
    // The stream reports what a page missed before its first connection.
    if (isConnected && !wasConnected.current) refresh()
    wasConnected.current = isConnected
  }, [isConnected, refresh])
  return loaded
}
