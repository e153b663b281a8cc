/** What is changed elsewhere, as the server tells it; and whether it and its data are there. One stream for a page. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { changesPath } from '#domain/web/addresses'
import type { AvailabilityEvent, BackupEvent, ChangeEvent } from '#domain/web/wire'

/** Calls `onChange` when something was changed, by whomever; `ids` is absent where it may be anything. */
export function useChanges(onChange: (change: ChangeEvent) => void): void {
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => stream.listen((change) => latest.current(change)), [])
}

/** Whether the server can be reached, as far as an open stream shows. */
export function useIsConnected(): boolean {
  return useSyncExternalStore(stream.subscribe, stream.isConnected)
}

/** Whether the server has its data at hand, as it said last: a database may be away. */
export function useHasData(): boolean {
  return useSyncExternalStore(stream.subscribe, stream.hasData)
}

/** Why the kiosk could not make its last automatic backup; null while there is nothing to tell. */
export function useBackupFailure(): string | null {
  return useSyncExternalStore(stream.subscribe, stream.backupFailure)
}

/** The server is heard every ten seconds: what is silent for longer is asked again. In milliseconds. */
const longestSilence = 25_000
/** As long a break is none that a person should be told of. */
const shortBreak = 1500

class ChangeStream {
  #source: EventSource | undefined
  #listeners = new Set<(change: ChangeEvent) => void>()
  #subscribers = new Set<() => void>()
  /** Of the last change that this page has heard of. */
  #number: number | undefined
  #isConnected = true
  #hasData = true
  #backupFailure: string | null = null
  #silence: ReturnType<typeof setTimeout> | undefined
  #break: ReturnType<typeof setTimeout> | undefined

  constructor() {
    // A page that nobody looks at holds no connection: a browser has only six for one server.
    document.addEventListener('visibilitychange', () => this.#refresh())
    window.addEventListener('online', () => this.#reopen())
  }

  listen(listener: (change: ChangeEvent) => void): () => void {
    this.#listeners.add(listener)
    this.#refresh()
    return () => {
      this.#listeners.delete(listener)
      this.#refresh()
    }
  }

  subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber)
    this.#refresh()
    return () => {
      this.#subscribers.delete(subscriber)
      this.#refresh()
    }
  }

  isConnected = (): boolean => this.#isConnected

  hasData = (): boolean => this.#hasData

  backupFailure = (): string | null => this.#backupFailure

  #refresh(): void {
    const isWanted =
      this.#listeners.size + this.#subscribers.size > 0 && document.visibilityState === 'visible'
    if (isWanted && !this.#source) this.#open()
    if (!isWanted) this.#close()
  }

  #reopen(): void {
    this.#close()
    this.#refresh()
  }

  #open(): void {
    this.#source = new EventSource(changesPath)
    this.#source.addEventListener('hello', ({ data }) => this.#onHello(JSON.parse(data)))
    this.#source.addEventListener('change', ({ data }) => this.#tell(JSON.parse(data)))
    this.#source.addEventListener('presence', ({ data }) => this.#note(JSON.parse(data)))
    this.#source.addEventListener('backup', ({ data }) => this.#noteBackup(JSON.parse(data)))
    this.#source.addEventListener('beat', () => this.#hear())
    this.#source.addEventListener('error', () => this.#lose())
    this.#hear()
  }

  #close(): void {
    clearTimeout(this.#silence)
    this.#source?.close()
    this.#source = undefined
  }

  /** After a break it may be another change than the last that was heard of. */
  #onHello(change: ChangeEvent): void {
    this.#connect(true)
    this.#hear()
    if (this.#number !== undefined && change.number !== this.#number) this.#tell({ number: change.number })
    this.#number = change.number
  }

  #tell(change: ChangeEvent): void {
    this.#hear()
    this.#number = change.number
    for (const listener of this.#listeners) listener(change)
  }

  #note({ there }: AvailabilityEvent): void {
    this.#hear()
    this.#hasData = there
    for (const subscriber of this.#subscribers) subscriber()
  }

  #noteBackup({ failure }: BackupEvent): void {
    this.#hear()
    this.#backupFailure = failure
    for (const subscriber of this.#subscribers) subscriber()
  }

  #hear(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#reopen(), longestSilence)
  }

  /** The browser tries again by itself, but not after an answer that is no stream: a session that has ended. */
  #lose(): void {
    this.#break ??= setTimeout(() => this.#connect(false), shortBreak)
    if (this.#source?.readyState !== EventSource.CLOSED) return
    this.#close()
    setTimeout(() => this.#refresh(), 2 * shortBreak)
  }

  #connect(isConnected: boolean): void {
    clearTimeout(this.#break)
    this.#break = undefined
    if (isConnected === this.#isConnected) return
    this.#isConnected = isConnected
    for (const subscriber of this.#subscribers) subscriber()
  }
}

const stream = new ChangeStream()
