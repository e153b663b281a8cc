/** The queue of applications, on a document of any store. A decided or removed application leaves no photo. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type Application,
  alreadyDecided,
  correctedMeanwhile,
  emptyQueue,
  isWaiting,
  keeping,
  type NewApplication,
  type Outcome,
  type Queue,
  requiredApplication,
  requireRoom,
  withApplication,
  withOutcome,
  withoutExpired,
} from '#domain/applications/application'
import { parseQueue, withApprovals } from '#domain/applications/approvals'
import { documentOf } from '#domain/pilots/document'
import { fullName, type PhotoName } from '#domain/pilots/pilot'
import type { Person } from '#domain/privacy/person'
import { createMutex } from '../../workers/turns.ts'
import type { Store } from '../shared/store.ts'
import type { DocumentKind, HeldDocument } from './stored-document.ts'

export const queueKind: DocumentKind<Queue> = {
  empty: emptyQueue,
  lost: 'Las solicitudes de autoinscripción que esperaban ya no están: pida a los pilotos que las envíen otra vez',
  parse: parseQueue,
  contentOf: (queue) => queue,
}

export class Applications {
  #listeners = new Set<() => void>()
  #inTurn = createMutex()

  constructor(
    private readonly document: HeldDocument<Queue>,
    private readonly photos: { remove(name: PhotoName): Promise<void> },
    private readonly store: Pick<Store, 'current'>,
  ) {}

  /** Returns the applications in the order of their arrival, also those that the desk has decided on. */
  async list(): Promise<readonly Application[]> {
    return (await this.#queue()).applications
  }

  /** @throws NotFoundError */
  async get(id: string): Promise<Application> {
    return requiredApplication(await this.#queue(), id)
  }

  /** Returns an application that waits. @throws NotFoundError, PilotosError if somebody has decided on it */
  async waiting(id: string): Promise<Application> {
    const found = await this.get(id)
    if (!isWaiting(found)) throw alreadyDecided(found)
    return found
  }

  /**
   * Carries out a decision on an application that waits, and notes its outcome. Meanwhile, no other desk decides, and no
   * phone changes anything, also at another kiosk of a database: the second learns of the first. `version` is that which
   * the desk has seen. An approval is in the log, and the queue follows it, also if it cannot be noted here.
   * @throws as `waiting`, and PilotosError if the rider has corrected it since
   */
  decide<Result>(
    id: string,
    carryOut: (application: Application) => Promise<{ outcome: Outcome; result: Result }>,
    version?: string,
  ): Promise<Result> {
    return this.#inTurn(async () => {
      let decided: Awaited<ReturnType<typeof carryOut>> | undefined
      try {
        await this.#change(async (queue) => {
          const found = requiredApplication(queue, id)
          // A write that is tried again after a lost connection may find its own outcome.
          if (decided && isDeepStrictEqual(found.outcome, decided.outcome)) return queue
          if (!isWaiting(found)) throw alreadyDecided(found)
          if (version !== undefined && version !== versionOf(found)) throw correctedMeanwhile(found)
          decided ??= await carryOut(found)
          return withOutcome(queue, id, decided.outcome)
        })
      } catch (error) {
        if (!decided || 'refused' in decided.outcome) throw error
      }
      return decided?.result as Result
    })
  }

  /** Checks whether an application has room, before its photo is read. @throws QueueFullError */
  async requireRoom(given: Pick<NewApplication, 'id' | 'device'>): Promise<void> {
    requireRoom(await this.#queue(), given)
  }

  /** Adds an application, and returns it with its turn. One that was sent before is changed. @throws QueueFullError */
  async submit(given: NewApplication): Promise<Application> {
    const after = await this.#inTurn(() =>
      this.#change((queue, now) => withApplication(queue, given, new Date(now).toISOString())),
    )
    const stored = requiredApplication(after, given.id)
    if (given.photo !== null && stored.photo !== given.photo) await this.#forget([given.photo])
    return stored
  }

  /** Removes one application, or all of them, without a trace. */
  async remove(id?: string): Promise<void> {
    await this.#change((queue) => keeping(queue, (one) => id !== undefined && one.id !== id))
  }

  /**
   * Removes the applications of a person who is erased, and first their photos, which nothing else names. One that the desk
   * has refused has nothing but the name.
   */
  async forget({
    documents,
    codes,
    isMentionedIn,
  }: Pick<Person, 'documents' | 'codes' | 'isMentionedIn'>): Promise<void> {
    const isOf = ({ draft, outcome }: Application) => {
      if (!outcome) return documents.includes(documentOf(draft) ?? '')
      return 'pilot' in outcome ? codes.has(outcome.pilot) : isMentionedIn(fullName(draft))
    }
    const found = (await this.list()).filter(isOf)
    if (found.length === 0) return
    await this.#forget(found.flatMap(({ photo }) => photo ?? []))
    await this.#change((queue) => keeping(queue, (one) => !isOf(one)))
  }

  /** Removes the applications that are older than a day. */
  async sweep(): Promise<void> {
    const { data, now } = await this.document.read()
    if (withoutExpired(data, now) !== data) await this.#change((queue) => queue)
  }

  /** Calls `listener` after every change of this process. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Changes the queue without those that are older than a day, and removes the photos that none has any more. */
  async #change(change: (queue: Queue, now: number) => Queue | Promise<Queue>): Promise<Queue> {
    let before = emptyQueue
    const after = await this.document.change(async (queue, { now, isAgain }) => {
      if (!isAgain) before = queue
      return change(await this.#followed(queue, now), now)
    })
    const named = new Set(after.applications.map(({ photo }) => photo))
    await this.#forget(
      before.applications.flatMap(({ photo }) => (photo && !named.has(photo) ? [photo] : [])),
    )
    for (const listener of this.#listeners) listener()
    return after
  }

  async #queue(): Promise<Queue> {
    const { data, now } = await this.document.read()
    return this.#followed(data, now)
  }

  /** Returns a queue without what has expired, and with what the desks have approved. */
  async #followed(queue: Queue, now: number): Promise<Queue> {
    const { shared } = await this.store.current()
    return withApprovals(withoutExpired(queue, now), shared.values)
  }

  /** Removes photos. One that cannot be removed now is removed by the sweep of those that no pilot has. */
  async #forget(photos: readonly PhotoName[]): Promise<void> {
    await Promise.allSettled(photos.map((photo) => this.photos.remove(photo)))
  }
}

/** Returns a text that differs after each correction by the rider. */
export function versionOf({ device: _, ...application }: Application): string {
  return createHash('sha256').update(JSON.stringify(application)).digest('base64url').slice(0, 12)
}

export type ApplicationStore = Pick<Applications, keyof Applications>
