/** The erasures in PostgreSQL: each is one transaction over all tables, before the archives of each laptop. */
import { erasureOf, mappingWithoutPerson } from '#domain/erasure/erasure'
import { forgettingOf } from '#domain/erasure/forgetting'
import { type FoundPerson, foundPerson } from '#domain/erasure/found-person'
import {
  type Person,
  type PersonSeeds,
  type PersonSources,
  personIn,
  personsWith,
  seedsOf,
} from '#domain/erasure/person'
import { type ErasureReport, nothingErased } from '#domain/erasure/report'
import type { Rewriting } from '#domain/erasure/rewriting'
import type { LoggedChange } from '#domain/pilot/change-log'
import type { RiderDocument, RiderIdentity } from '#domain/pilot/document'
import type { PilotId } from '#domain/pilot/pilot-id'
import { completePilot } from '#domain/pilot/stored'
import { decideForget, type ForgetOrder } from '#domain/retention/retention'
import { isObject, parseJson } from '#domain/text/text'
import { createMutex } from '../../async/mutex.ts'
import { alone } from '../../backup/backup-files.ts'
import { eraseFromBackups, rewriteBackups } from '../../backup/rewritten-backups.ts'
import { areTombstones, type ErasureStore, type TombstoneSet } from '../contract/erasure-store.ts'
import { parseSettings } from '../contract/settings-store.ts'
import type { DocumentKind } from '../shared/documents.ts'
import { haveFastHashes, Tombstones } from '../shared/tombstones.ts'
import type { ChangeFeed } from './change-feed.ts'
import { arrayOf, type Database, type Queryable } from './connection/database.ts'
import type { DocumentRow } from './documents.ts'
import { changeLogPage, readRevocations, writeChange } from './history.ts'
import { lockPassages, rewritePassages } from './passages.ts'
import { listPilots } from './pilot-list.ts'
import { readPilots, updatePilots } from './pilot-rows.ts'

export const tombstoneKind: DocumentKind<readonly TombstoneSet[]> = {
  empty: [],
  parse: (value) => (areTombstones(value) ? value : []),
  format: (sets) => JSON.stringify(sets),
}

type Sources = PersonSources & { log: LoggedChange[] }

/** The persons of an erasure, and the tombstones afterwards. */
interface DecidedErasure {
  person: Person
  stones: Tombstones
  /** They find the person in the archives. Absent if only the tombstones do. */
  seeds?: PersonSeeds
}

interface ErasureParts {
  tombstones: DocumentRow<readonly TombstoneSet[]>
  readStones: (database: Queryable) => Promise<Tombstones>
  /** The names of the rows with the settings of all laptops begin with this. */
  settingsName: string
  /** The folder of this laptop's backups. */
  backups: string
  /** Receives the error if the archives cannot obey an erasure of another laptop. */
  report?: (error: Error) => void
}

export class PostgresErasures implements ErasureStore {
  #listeners = new Set<() => Promise<void>>()
  /** The tombstones as of the last check, as JSON. */
  #known: string | undefined
  /** Rewrites the archives for one erasure at a time. */
  #inTurn = createMutex()

  constructor(
    private readonly database: Database,
    private readonly changes: ChangeFeed,
    private readonly parts: ErasureParts,
  ) {}

  async find(text: string): Promise<FoundPerson> {
    return foundPerson(text, await sourcesIn(this.database.many))
  }

  async erase(codes: readonly PilotId[], by?: string): Promise<ErasureReport> {
    const { codes: known } = personsWith(codes, await sourcesIn(this.database.many))
    return this.#erase(
      (sources, stones) => {
        const person = personsWith(codes, sources)
        const at = new Date().toISOString()
        return { person, stones: stones.withErasure(person, at), seeds: seedsOf(person) }
      },
      by,
      known,
    )
  }

  async erasedAt(rider: RiderDocument & Partial<RiderIdentity>): Promise<string | undefined> {
    return (await this.#stones()).erasedAt(rider)
  }

  async list(): Promise<TombstoneSet[]> {
    return [...(await this.#stones()).sets]
  }

  async add(sets: readonly TombstoneSet[], by?: string): Promise<ErasureReport> {
    const stored = await this.#stones()
    const all = stored.withOthers(sets)
    if (all.areKnownTo(stored.sets)) return nothingErased
    await all.seedsFor(await sourcesIn(this.database.many), stored.sets)
    return this.#erase((sources, stones) => {
      const all = stones.withOthers(sets)
      const person = personIn(sources, all.seedsIn(stones.sets))
      return { person, stones: all.withCodes(person, new Date().toISOString()) }
    }, by)
  }

  async replaceOthers(sets: readonly TombstoneSet[]): Promise<void> {
    await this.parts.tombstones.change((stored) => [...new Tombstones(stored).withOnlyOthers(sets).sets])
  }

  forget(order: ForgetOrder, by?: string): Promise<PilotId[]> {
    // A backup that this laptop makes meanwhile has the values too, and waits.
    return this.#inTurn(() => alone(this.parts.backups, () => this.#forget(order, by)))
  }

  async #forget(order: ForgetOrder, by?: string): Promise<PilotId[]> {
    const sources = await sourcesIn(this.database.many)
    const byId = new Map(sources.pilots.map((pilot) => [pilot.id, pilot]))
    const { put } = decideForget(order, (id) => byId.get(id))
    if (put.length === 0) return []
    const ids = put.map(({ id }) => id)
    const seeds = seedsOf(personsWith(ids, sources))
    // If this stops in the middle, the values are still in the data, and due.
    await rewriteBackups(
      this.parts.backups,
      () => seeds,
      (person) => forgettingOf(person, order, sources),
    )
    return writeChange(this.database, this.changes, async (transaction) => {
      const { byId } = await readPilots(transaction, { ids: order.ids }, { locks: true })
      await lockChanges(transaction)
      const change = decideForget(order, byId, by)
      const result = change.put.map(({ id }) => id)
      if (change.put.length === 0) return { result }
      const known = await sourcesIn(transaction)
      const person = personsWith(result, known)
      await rewriteStates(transaction, person, forgettingOf(person, order, known))
      await updatePilots(transaction, change.put)
      return { change, result }
    })
  }

  subscribe(listener: () => Promise<void>): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Does for this laptop what an erasure of another one leaves: its archives, and what listeners hold. */
  async check(): Promise<void> {
    const stones = await this.#stones()
    const sets = JSON.stringify(stones.sets)
    if (sets === this.#known) return
    const isFirst = this.#known === undefined
    this.#known = sets
    if (!isFirst) await this.#tellListeners()
    // Nothing else waits for the archives, which can take minutes.
    this.#inTurn(() => eraseFromBackups(this.parts.backups, stones)).catch((error) =>
      this.parts.report?.(error),
    )
  }

  /** Stores slow hashes in place of the fast ones of an earlier version. */
  async replaceFastHashes(): Promise<void> {
    const { data } = await this.parts.tombstones.read()
    if (!haveFastHashes(data)) return
    await this.database.repeat(() =>
      this.database.transaction(async (transaction) => {
        await lockChanges(transaction)
        const { sets } = await this.parts.readStones(transaction)
        await this.parts.tombstones.changeIn(transaction, () => sets)
      }),
    )
  }

  #stones(): Promise<Tombstones> {
    return this.parts.readStones(this.database.many)
  }

  /** Waits for the archives. */
  async settled(): Promise<void> {
    await this.#inTurn(async () => {})
  }

  /** `decide` is called once nobody else changes anything. `codes` are those that are known before. */
  async #erase(
    decide: (sources: Sources, stones: Tombstones) => DecidedErasure,
    by?: string,
    codes: Iterable<PilotId> = [],
  ): Promise<ErasureReport> {
    const { report, before, stones, seeds } = await writeChange(
      this.database,
      this.changes,
      async (transaction) => {
        // Locks in the order of every other write: last the row that orders all changes.
        await readPilots(transaction, { ids: codes }, { locks: true })
        await lockPassages(transaction)
        await lockChanges(transaction)
        const before = await this.parts.readStones(transaction)
        const decided = decide(await sourcesIn(transaction), before)
        const { person, stones } = decided
        await this.parts.tombstones.changeIn(transaction, () => stones.sets)
        const result = { ...decided, before, report: nothingErased }
        if (person.codes.size === 0) return { result }
        const erased = await eraseRows(transaction, person, this.parts.settingsName)
        const report = { ...nothingErased, ...erased, persons: person.count }
        return {
          change: { by, erased: person.count },
          growth: -person.present,
          result: { ...result, report },
        }
      },
    )
    // A listener that fails keeps no archive from being rewritten.
    const telling = Promise.allSettled([this.#tellListeners()])
    const last = seeds && { before, seeds }
    const rewritten = await this.#inTurn(() => eraseFromBackups(this.parts.backups, stones, { last }))
    for (const told of await telling) if (told.status === 'rejected') throw told.reason
    return { ...report, ...rewritten }
  }

  async #tellListeners(): Promise<void> {
    await Promise.all(Array.from(this.#listeners, (listener) => listener()))
  }
}

/** Keeps all others from changing anything until the end of the transaction. */
async function lockChanges({ query }: Queryable): Promise<void> {
  await query('SELECT number FROM pilotos.state WHERE one = 1 FOR UPDATE')
}

async function sourcesIn(database: Queryable): Promise<Sources> {
  const log: LoggedChange[] = []
  let after: string | undefined
  do {
    const { changes, next } = await changeLogPage(database, after)
    for (const change of changes) log.push(change)
    after = next
  } while (after !== undefined)
  const { pilots } = await listPilots(database, { order: 'asc' })
  return { log, pilots, revoked: await readRevocations(database) }
}

async function eraseRows(
  transaction: Queryable,
  person: Person,
  settingsName: string,
): Promise<Pick<ErasureReport, 'photos' | 'passages'>> {
  const { query } = transaction
  const codes = [arrayOf([...person.codes])]
  await query('DELETE FROM pilotos.pilots WHERE id = ANY($1::text[])', codes)
  await query('DELETE FROM pilotos.revoked WHERE id = ANY($1::text[]) OR next = ANY($1::text[])', codes)
  await query('DELETE FROM pilotos.history WHERE id = ANY($1::text[]) OR next = ANY($1::text[])', codes)
  const rewriting = erasureOf(person)
  await eraseFromChanges(transaction, rewriting, person)
  await eraseFromMappings(transaction, person, settingsName)
  const photos = await query('DELETE FROM pilotos.photos WHERE name = ANY($1::text[]) RETURNING 1', [
    arrayOf([...person.photos]),
  ])
  const passages = await rewritePassages(transaction, rewriting.entry)
  return { photos: photos.length, passages }
}

/** The rows of changes stay, without the codes, the names of files and the parts of merges that name the person. */
async function eraseFromChanges({ query }: Queryable, rewriting: Rewriting, person: Person): Promise<void> {
  for (const [key, ids, file, merged] of await query('SELECT key, ids, file, merged FROM pilotos.changes')) {
    const change = {
      ...(typeof file === 'string' && { file }),
      ...(typeof merged === 'string' && { merged: JSON.parse(merged) }),
    }
    const kept = rewriting.change(change)
    const known = typeof ids === 'string' ? ids.split(',') : []
    const others = known.filter((id) => !person.codes.has(id))
    if (others.length === known.length && JSON.stringify(kept) === JSON.stringify(change)) continue
    await query(
      `UPDATE pilotos.changes AS c SET ids = $2, file = $3, merged = $4,
        size = (SELECT count(*) FROM pilotos.history h WHERE h.change = c.key) WHERE key = $1`,
      [
        String(key),
        typeof ids === 'string' ? others.join(',') : null,
        kept.file ?? null,
        kept.merged ? JSON.stringify(kept.merged) : null,
      ],
    )
  }
}

/** Writes all states of a person anew. */
async function rewriteStates({ query }: Queryable, { codes }: Person, { pilot }: Rewriting): Promise<void> {
  const rows = await query(
    "SELECT change, id, state FROM pilotos.history WHERE kind = 'put' AND id = ANY($1::text[])",
    [arrayOf([...codes])],
  )
  for (const [change, id, state] of rows) {
    const rewritten = JSON.stringify(pilot(completePilot(JSON.parse(String(state)))))
    if (rewritten === state) continue
    await query("UPDATE pilotos.history SET state = $3 WHERE change = $1 AND id = $2 AND kind = 'put'", [
      String(change),
      String(id),
      rewritten,
    ])
  }
}

async function eraseFromMappings({ query }: Queryable, person: Person, settingsName: string): Promise<void> {
  const rows = await query('SELECT name, content FROM pilotos.documents WHERE name LIKE $1 FOR UPDATE', [
    `${settingsName}%`,
  ])
  for (const [name, content] of rows) {
    const stored = parseJson(String(content))
    const { mappings } = isObject(stored) ? parseSettings(stored) : {}
    if (!isObject(stored) || !mappings) continue
    const kept = Object.entries(mappings).filter(([key]) => !person.isMentionedIn(key))
    const pruned = Object.fromEntries(kept.map(([key, one]) => [key, mappingWithoutPerson(one, person)]))
    if (JSON.stringify(pruned) === JSON.stringify(mappings)) continue
    await query('UPDATE pilotos.documents SET revision = $2, content = $3 WHERE name = $1', [
      String(name),
      crypto.randomUUID(),
      JSON.stringify({ ...stored, mappings: pruned }),
    ])
  }
}
