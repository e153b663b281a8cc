/** Keeps a gate and the server in step: sends the queue, loads the roster, and notices whether the server answers. */
import { useEffect, useState } from 'react'
import type { Scan } from '#domain/gate/passage'
import type { GateRoster, PassageAnswer } from '#domain/gate/schemas'
import { parseJson } from '#domain/text/text'
import { recall, remember } from '../../api/browser-memory.ts'
import { ApiError } from '../../api/call.ts'
import type { Unsent } from '../../api/session.ts'
import { openGateDatabase, type QueuedSignature } from '../gate-memory.ts'
import { gateClock } from './gate-clock.ts'
import { HeldRoster } from './held-roster.ts'
import { AwaitedAnswers, answerTime } from './requests.ts'
import { PhotoStore, RosterSync } from './roster-sync.ts'
import { ScanQueue, ScanSender } from './scan-queue.ts'
import { SignatureQueue, SignatureSender } from './signatures.ts'

/** The state of a gate. A change makes a new object. */
export interface GateState {
  /** False while the server does not answer. */
  isOnline: boolean
  /** The scans that are answered and the signatures, of which the server has confirmed none. */
  unsent: Unsent
  /** True if there are any. */
  isWaiting: boolean
  /** The pilots that the page knows by itself, and when they were current. Absent until they have arrived. */
  roster?: { at: string; size: number } & Pick<GateRoster, 'gates' | 'renamed'>
  /** False if unsent scans would not outlive the page, because the browser stores nothing. */
  isPersistent: boolean
  /** False if the browser has not promised to delete nothing that is stored. */
  isKept: boolean
  /** The unsent scans and signatures of an earlier page that the browser has deleted. */
  lost: Unsent
  /** The reason why the server refuses this device, such as an ended session. The person must act. */
  refusal?: Error
  /** The scans that the server does not accept, and why. They stay stored. */
  rejected?: { count: number; reason: string }
  /** The signatures that the server refuses, until the person has read why. */
  refused: readonly QueuedSignature[]
}

export class GateSync {
  state: GateState
  readonly roster = new HeldRoster(undefined)
  readonly photos = new PhotoStore(undefined)
  readonly queue = new ScanQueue(undefined)
  readonly #signatures = new SignatureQueue(undefined)
  readonly #channel = 'BroadcastChannel' in window ? new BroadcastChannel('pilotos-gate') : undefined
  #signing: SignatureSender
  #sender: ScanSender
  #retry = new RetryTimer(() => this.#wake())
  #listeners = new Set<() => void>()
  #awaited = new AwaitedAnswers<PassageAnswer>()
  #rosterSync: RosterSync
  #running: Promise<void> | undefined
  #isWanted = false
  #rejection = ''
  /** True while the browser has deleted the database, and has opened no other. */
  #isLost = false
  #isClosed = false
  #isEnded = false

  /** Opens the database of the browser, and begins to send what an earlier page left in it. */
  static async open(): Promise<GateSync> {
    const sync = new GateSync()
    await sync.#openDatabase()
    await sync.#restore()
    sync.#begin()
    return sync
  }

  private constructor() {
    if (this.#channel) this.roster.passages.shareOver(this.#channel)
    this.state = {
      ...{ isOnline: true, unsent: none, lost: none, isWaiting: false, refused: [] },
      ...{ isPersistent: true, isKept: true },
    }
    this.#signing = new SignatureSender(this.#signatures, {
      onStored: (signature, duration) => {
        this.roster.sign(signature, gateClock.now())
        this.#reach(duration)
      },
      onRefusal: () => this.#rosterSync.loadSoon(),
    })
    this.#sender = new ScanSender(this.queue, {
      onAnswers: (answers, duration) => this.#onAnswers(answers, duration),
      onRejection: (scan, error) => this.#onRejection(scan, error),
    })
    this.#rosterSync = new RosterSync(this.roster, this.photos, {
      onAnswer: (duration) => this.#onRoster(duration),
      onFailure: (error) => this.#fail(error),
      onConnection: () => this.check(),
    })
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Stores a scan, sends it, and resolves to the answer of the server, or to undefined if the server does not answer
   * in time.
   * @throws ApiError if the server refuses the scan, which then leaves the queue
   */
  async ask(scan: Scan): Promise<PassageAnswer | undefined> {
    const answered = this.#awaited.wait(scan.id, () => this.#lose())
    await this.queue.put({ scan })
    this.#wake()
    return answered
  }

  /** Stores a correction. It is sent when the server answers again. */
  async keep(scan: Scan): Promise<void> {
    await this.queue.put({ scan })
    if (this.state.isOnline) this.#wake()
  }

  /**
   * Answers a scan by the roster, after those of all pages of this browser, and stores it. The decision is a fact, which the
   * server then has. Resolves to no answer if there is no roster.
   */
  async decide(asked: Scan): Promise<{ scan: Scan; answer?: PassageAnswer }> {
    const { roster } = this
    let answer: PassageAnswer | undefined
    let scan = asked
    await this.queue.putAfter((entries) => {
      roster.passages.follow(entries)
      answer = roster.answer(asked)
      const { result, pilot, admitted = false } = answer ?? {}
      const event = roster.roster?.event
      scan = { ...asked, offline: true, admitted, ...(event && { event }) }
      const entry = { scan, ...(result && { answer: { result, ...(pilot && { pilot: pilot.id }) } }) }
      roster.passages.follow([...entries, entry])
      return entry
    })
    if (this.state.isOnline) this.#wake()
    return { scan, answer }
  }

  /**
   * Stores the signature of a rider, and sends it. Resolves to false if the server will have it later.
   * @throws ApiError if the server refuses it, which then is stored nowhere
   */
  async sign(signature: QueuedSignature): Promise<boolean> {
    const { id } = signature
    const answered = this.state.isOnline && this.#signing.awaited.wait(id, () => this.#lose())
    await this.#signatures.put(signature)
    if (!answered) return false
    this.#wake()
    const isStored = (await answered) !== undefined
    if (!isStored) await this.#count()
    return isStored
  }

  /** Forgets a refused signature, of which the person at the gate knows. */
  forget = ({ id }: QueuedSignature): Promise<void> => this.#signatures.remove(id)

  /** Drops the riders after a sign-out. Unsent scans stay stored. */
  dropRiders(): void {
    this.#refuse(new ApiError(401, ''))
  }

  /** Ends the synchronization once nothing waits. Stored scans stay stored. */
  close(): void {
    this.#isClosed = true
    this.#end()
  }

  async #restore(): Promise<void> {
    await this.roster.restore()
    const noted = notedUnsent()
    await this.#count()
    const { scans, signatures } = this.state.unsent
    const lost = {
      scans: Math.max(0, noted.scans - scans),
      signatures: Math.max(0, noted.signatures - signatures),
    }
    this.#set({ lost })
    // Some browsers ask the person. Pages over plain http cannot ask.
    void Promise.resolve(navigator.storage?.persist?.()).then(
      (isKept = false) => this.#set({ isKept }),
      () => this.#set({ isKept: false }),
    )
  }

  /** Opens the database, and stores in it what this page knows: the browser may have deleted the last one. */
  async #openDatabase(): Promise<void> {
    const wasLost = this.#isLost
    this.#isLost = false
    const database = await openGateDatabase(() => this.#onLoss())
    this.#isLost = wasLost && !database
    for (const holder of [this.roster, this.photos]) holder.database = database
    await Promise.all([this.queue.moveTo(database), this.#signatures.moveTo(database), this.roster.store()])
  }

  /** Goes on without the database. A browser that is about to delete it opens none before the next attempt to send. */
  #onLoss(): void {
    this.#isLost = true
    for (const holder of [this.queue, this.#signatures, this.roster, this.photos]) holder.database = undefined
    this.#wake()
  }

  #begin(): void {
    for (const queue of [this.queue, this.#signatures]) queue.subscribe(() => void this.#count())
    window.addEventListener('online', this.check)
    document.addEventListener('visibilitychange', this.check)
    window.addEventListener('beforeunload', this.#onLeave)
    this.#wake()
    void this.#rosterSync.load()
  }

  #end(): void {
    const { awaited } = this.#signing
    if (!this.#isClosed || this.state.isWaiting || this.#awaited.size + awaited.size > 0) return
    this.#isEnded = true
    window.removeEventListener('online', this.check)
    document.removeEventListener('visibilitychange', this.check)
    window.removeEventListener('beforeunload', this.#onLeave)
    this.#rosterSync.stop()
    this.#retry.stop()
    this.queue.close()
    this.#signatures.close()
    this.#channel?.close()
    this.#listeners.clear()
  }

  #onLeave = (event: BeforeUnloadEvent): void => {
    if (this.state.isOnline && !this.state.isWaiting) return
    event.preventDefault()
    // Older browsers ask only if a value is set.
    event.returnValue = true
  }

  /** Tries again at once: the network may be back, or a person has acted. A request that hangs is sent anew. */
  check = (): void => {
    if (document.visibilityState === 'hidden') return
    for (const { request } of [this.#sender, this.#signing]) request.cut(answerTime)
    // Another page may have loaded a roster while this one was hidden.
    if (!this.state.isOnline) void this.roster.restore().then(() => this.#set({}))
    if (!this.state.isOnline || this.state.refusal || this.state.isWaiting) this.#wake()
  }

  /** Sends the queue. With nothing to send, a request for the roster shows whether the server answers. */
  #wake(): void {
    if (this.#isEnded) return
    this.#isWanted = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  async #run(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false
      if (this.#isLost) void this.#openDatabase()
      try {
        const isSent = await this.#sendAll()
        if (!isSent && (!this.state.isOnline || this.state.refusal)) await this.#rosterSync.load()
      } catch (error) {
        this.#fail(error)
      }
    }
  }

  /**
   * Sends scans and signatures in the order of their times, so that the server refuses and admits as this device did.
   * Resolves to false if there was nothing to send. @throws ApiError
   */
  async #sendAll(): Promise<boolean> {
    let isSent = false
    let failure: ApiError | undefined
    for (const signature of await this.#signing.waiting()) {
      isSent = (await this.#sender.sendAll(signature.at)) || isSent
      try {
        isSent = (await this.#signing.send(signature)) || isSent
      } catch (error) {
        // A signature that the server fails to store holds back no scan.
        if (!(error instanceof ApiError) || error.status < 500) throw error
        failure = error
      }
    }
    isSent = (await this.#sender.sendAll()) || isSent
    if (failure) throw failure
    return isSent
  }

  #onAnswers(answers: readonly PassageAnswer[], duration: number): void {
    for (const answer of answers) {
      this.roster.passages.confirm(answer.id)
      this.#awaited.answer(answer)
    }
    if (this.state.refusal) void this.#rosterSync.load()
    this.#reach(duration)
  }

  #onRejection(scan: Scan, error: ApiError): void {
    if (this.#awaited.has(scan.id)) {
      void this.queue.remove(scan.id)
      this.#awaited.refuse(scan.id, error)
    } else {
      this.#rejection = error.message
      void this.#count()
    }
  }

  /** The answer ends the attempts to send the queue, which therefore goes on at once. */
  #onRoster(duration: number): void {
    this.#reach(duration)
    if (this.state.isWaiting) this.#wake()
  }

  /** An answer in time: the server is there. A late answer is taken, but the next scan does not wait for one. */
  #reach(duration: number): void {
    const isInTime = duration < answerTime
    if (isInTime) this.#retry.reset()
    if (isInTime && !this.state.isOnline) this.#rosterSync.loadSoon()
    this.#set({ refusal: undefined, ...(isInTime && { isOnline: true }) })
  }

  #fail(error: unknown): void {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) this.#refuse(error)
    else if (error instanceof ApiError || error instanceof DOMException) this.#lose()
    else throw error
  }

  /** The server does not answer: this device does. */
  #lose(): void {
    this.#rosterSync.confirm()
    this.#awaited.giveUp()
    this.#signing.awaited.giveUp()
    this.#set({ isOnline: false })
    this.#retry.start()
  }

  /** This device is no gate any more: it drops the riders, and keeps the scans that it has answered and the signatures. */
  #refuse(refusal: ApiError): void {
    this.#signing.awaited.giveUp()
    for (const id of this.#awaited.refuseAll(refusal)) void this.queue.remove(id)
    this.#rosterSync.dropRiders()
    this.#set({ isOnline: true, refusal })
    if (this.state.isWaiting) this.#retry.start()
  }

  async #count(): Promise<void> {
    const scans = await this.queue.list()
    this.roster.passages.follow(scans)
    const answered = scans.filter(({ scan }) => !this.#awaited.has(scan.id))
    const rejected = answered.filter(({ scan }) => this.#sender.isRejected(scan.id)).length
    const signatures = (await this.#signatures.list()).filter(({ id }) => !this.#signing.awaited.has(id))
    this.roster.followSignatures(signatures)
    const refused = signatures.filter(({ drawing }) => !drawing)
    const unsent = {
      scans: answered.length - rejected,
      signatures: signatures.length - refused.length,
    }
    noteUnsent(unsent)
    this.#set({
      unsent,
      isWaiting: unsent.scans + unsent.signatures > 0,
      isPersistent: this.queue.isPersistent && this.#signatures.isPersistent,
      refused,
      ...(rejected > 0 && { rejected: { count: rejected, reason: this.#rejection } }),
    })
    this.#end()
  }

  #set(change: Partial<GateState>): void {
    const { at, roster } = this.roster
    const { pilots, gates, renamed } = roster ?? {}
    this.state = {
      ...this.state,
      ...change,
      roster: at && pilots && gates ? { at, size: pilots.length, gates, renamed } : undefined,
    }
    for (const listener of this.#listeners) listener()
  }
}

const none: Unsent = { scans: 0, signatures: 0 }

const unsentKey = 'pilotos-gate-unsent'

/** The places of the note: browsers differ in which they delete first, and a reloaded page keeps its `sessionStorage`. */
const notePlaces = ['localStorage', 'sessionStorage'] as const

/** Notes what is not sent, so that the next page can tell whether the browser has deleted it. */
function noteUnsent(unsent: Unsent): void {
  for (const place of notePlaces) remember(unsentKey, JSON.stringify(unsent), place)
}

function notedUnsent(): Unsent {
  const [noted] = notePlaces.flatMap((place) => recall(unsentKey, place) ?? [])
  return { ...none, ...(parseJson(noted ?? '') as Partial<Unsent> | undefined) }
}

/** The pauses in milliseconds. */
const shortest = 1000
const longest = 10_000

/** Exponential back-off for a server that does not answer. */
class RetryTimer {
  #pause = shortest
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly action: () => void) {}

  /** Calls the action after the next pause, unless it is due already. */
  start(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#pause = Math.min(longest, 2 * this.#pause)
      this.action()
    }, this.#pause)
  }

  /** Cancels the action, and begins with the shortest pause again. */
  reset(): void {
    this.stop()
    this.#pause = shortest
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

/** Returns undefined until the database of the browser is open. */
export function useGateSync(): GateSync | undefined {
  const [sync, setSync] = useState<GateSync>()
  useEffect(() => {
    let isLeft = false
    const opening = GateSync.open()
    opening.then((opened) => !isLeft && setSync(opened))
    return () => {
      isLeft = true
      setSync(undefined)
      void opening.then((opened) => opened.close())
    }
  }, [])
  return sync
}
