/**
 * Keeps the changes in a table, and the present data in rows. Every process has all data in memory, and reads the changes
 * of others before it answers. A process that decides holds a lock, so that all decide alike, one after the other.
 */
import { hostname } from 'node:os'
import type { StoredSettings } from '#domain/desk/settings'
import { joinedSets, Shared, settingsIn } from '#domain/desk/shared'
import type { Change, Revocation, SetValues } from '#domain/pilots/change'
import type { ChangeLogPage } from '#domain/pilots/history/history'
import type { Pilot } from '#domain/pilots/pilot'
import { completePilot } from '#domain/pilots/stored'
import type { Rewriting } from '#domain/privacy/erasure'
import { authorAt } from '#domain/staff/roles'
import { createMutex } from '../../workers/turns.ts'
import type { Account } from '../documents/accounts.ts'
import { settingsKind } from '../documents/settings.ts'
import { takenNote, takingOver } from '../shared/earlier-version.ts'
import {
  type Frozen,
  joinChanges,
  type Log,
  type Rewritten,
  rewrittenEntries,
  State,
  type Whole,
  type WholeKind,
} from '../shared/log.ts'
import { PilotTable } from '../shared/pilot-table.ts'
import { parseTombstones, tombstonesAdded } from '../shared/tombstones.ts'
import { ChangeFeed } from './change-feed.ts'
import { arrayOf, type Database, type Queryable, type Values } from './connection/database.ts'
import { coded } from './connection/failure.ts'
import { accountRow, asidePrefix, DocumentRow, settingsName } from './document-rows.ts'
import { PassageTable } from './passage-table.ts'
import {
  changeLogPage,
  changeOf,
  chunks,
  contentOf,
  insertChanges,
  insertPast,
  type KeyedChange,
  parseBody,
  readParts,
  rowsOf,
  type StoredPart,
  writePresent,
} from './rows.ts'

/** The last change that this process knows, and the generation of the data, which grows when more than the log changes. */
interface Known {
  generation: unknown
  number: number
  key: unknown
}

/** The changes that a transaction stores besides its own statements. */
interface Work<Result> {
  changes: readonly Change[]
  /** True if every process must read all data again. */
  isNew?: boolean
  result: Result
}

export class PostgresLog implements Log {
  readonly state = new State()
  readonly passages: PassageTable
  readonly accounts: DocumentRow<readonly Account[]>
  #known: Known | undefined
  #reading: Promise<void> | undefined
  #readsInTurn = createMutex()
  /** Writes, and reads all data again, one after the other. */
  #runExclusive = createMutex()

  constructor(
    private readonly database: Database,
    private readonly changes = new ChangeFeed(database, false),
  ) {
    this.accounts = accountRow(database)
    this.passages = new PassageTable(database, changes)
    changes.onPoll(() => this.catchUp())
  }

  /** Calls that wait at the same time share one query. */
  catchUp(): Promise<void> {
    this.#reading ??= this.#readsInTurn(async () => {
      this.#reading = undefined
      if (!(await this.#readNew(this.database.many)))
        await this.#runExclusive(() => this.#readAll(this.database.many))
    })
    return this.#reading
  }

  append(decide: () => readonly Change[]): Promise<void> {
    return this.#write(async () => ({ changes: decide(), result: undefined }))
  }

  read(after?: string, topics?: ReadonlySet<string>): Promise<ChangeLogPage> {
    return changeLogPage(this.database.many, after, topics)
  }

  async rewrite<Result>(
    _kind: WholeKind,
    decide: (frozen: Frozen) => Promise<Whole<Result>>,
  ): Promise<Rewritten<Result>> {
    const rewritten = await this.#write(async (transaction) => {
      const entries = await this.passages.freeze(transaction)
      let parts: Promise<StoredPart[]> | undefined
      const allParts = () => (parts ??= readParts(transaction))
      const whole = await decide({
        entries,
        readLog: async () => (await allParts()).map(({ logged }) => logged),
      })
      const { change, past, rewriting } = whole
      const photos = rewriting ? await this.#rewriteRows(transaction, await allParts(), rewriting) : 0
      const { entries: changed, passages } = rewrittenEntries(entries, whole)
      if (changed) await this.passages.replaceAll(transaction, changed)
      if (past) await insertPast(transaction, past)
      await this.#changeDocuments(transaction, whole)
      const number = this.state.lastChange + (change ? 1 : 0)
      const removed = rewriting ? await removeAside(transaction) : []
      const result = { result: whole.result, number, photos, passages, removed }
      return { changes: change ? [change] : [], isNew: rewriting !== undefined, result }
    })
    // This takes erased data out of the memory of this process too. If it cannot be read now, the next call reads it.
    await this.catchUp().catch(() => {})
    return rewritten
  }

  async #changeDocuments(transaction: Queryable, { accounts, settings }: Whole<unknown>): Promise<void> {
    if (accounts) await this.accounts.changeIn(transaction, accounts)
    if (!settings) return
    const names = await transaction.query('SELECT name FROM pilotos.documents WHERE name LIKE $1', [
      `${settingsName}%`,
    ])
    for (const [name] of names)
      await new DocumentRow(this.database, String(name), settingsKind).changeIn(transaction, settings)
  }

  close(): Promise<void> {
    return this.database.close()
  }

  /**
   * Takes the shared values into the log that version 1.0.0 has left in documents, after a backup by `save`. Describes this
   * in Spanish.
   */
  async takeShared(save: () => Promise<string>): Promise<string[]> {
    const settings = new DocumentRow(this.database, settingsName, settingsKind)
    const leftIn = async (database: Queryable, stored: StoredSettings): Promise<SetValues | undefined> => {
      const { shared } = this.state
      const [row] = await database.query("SELECT body FROM pilotos.documents WHERE name = 'erased'")
      const erased = row?.[0] ? parseTombstones(String(row[0])) : []
      return joinedSets(shared.changedBy(stored), tombstonesAdded(shared.values, erased ?? []))
    }
    await this.catchUp()
    const left = await leftIn(this.database, (await settings.read()).data)
    if (!left) return []
    const before = this.state.shared
    // The backup has them too.
    this.state.takeShared(before.with(left))
    const note = await takenNote(save, this.state.shared)
    this.state.takeShared(before)
    await this.#write(async (transaction) => {
      let set: SetValues | undefined
      await settings.changeIn(transaction, async (stored) => {
        set = await leftIn(transaction, stored)
        return settingsIn(stored, false)
      })
      await transaction.query("DELETE FROM pilotos.documents WHERE name = 'erased'")
      return { changes: set ? [takingOver(this.state, set)] : [], result: undefined }
    })
    return [note]
  }

  /** Writes all that is stored of pilots anew within a transaction, and returns the number of removed photos. */
  async #rewriteRows(
    transaction: Queryable,
    parts: readonly StoredPart[],
    rewriting: Rewriting,
  ): Promise<number> {
    const changed = parts.flatMap(({ number, part, logged: { change } }) => {
      const kept = rewriting.change(change)
      return JSON.stringify(kept) === JSON.stringify(change) ? [] : [{ number, part, ...contentOf(kept) }]
    })
    for (const some of chunks(changed))
      await transaction.query(
        `UPDATE pilotos.log AS l SET topics = v.topics, body = v.body FROM ${rowsOf('pilotos.log')}
          WHERE l.number = v.number AND l.part = v.part`,
        [some],
      )
    const { pilots, shared } = this.state
    const left = rewriting.values(Object.fromEntries(shared.values))
    const values = Array.from(shared.values, ([key]) => [key, left[key] ?? null] as const)
    const present = pilots.all().map((pilot) => ({ pilot, kept: rewriting.pilot(pilot) }))
    const revoke = rewriting.revocations(pilots.revocations())
    const kept = new Set(revoke.map(({ id }) => id))
    await writePresent(transaction, [
      {
        put: present.flatMap(({ pilot, kept }) => (kept && kept !== pilot ? [kept] : [])),
        remove: present.flatMap(({ pilot, kept }) => (kept ? [] : [pilot.id])),
        unrevoke: pilots.revocations().flatMap(({ id }) => (kept.has(id) ? [] : [id])),
        revoke,
        set: Object.fromEntries(values.filter(([key, value]) => value !== shared.values.get(key))),
      },
    ])
    const photos = await transaction.query(
      'DELETE FROM pilotos.photos WHERE name = ANY($1::text[]) RETURNING 1',
      [arrayOf([...rewriting.photos])],
    )
    return photos.length
  }

  /**
   * Runs `work` in a transaction that nobody else can change anything in, once `state` has all changes of others, and
   * stores its changes, once. Applies them when they are durable.
   */
  #write<Result>(work: (transaction: Queryable) => Promise<Work<Result>>): Promise<Result> {
    return this.#runExclusive(async () => {
      let first = Number.POSITIVE_INFINITY
      const { result, logged } = await this.database.write(
        async (transaction, key) => {
          const [, isCurrent] = await Promise.all([transaction.query(lock), this.#readNew(transaction)])
          // A try before this one, which waited for its end, is stored: what it decided counts.
          if (
            first < Number.POSITIVE_INFINITY &&
            (await transaction.query(storedKey, [first, key])).length > 0
          )
            throw coded('40001')
          if (!isCurrent) await this.#readAll(transaction)
          const { changes, isNew = false, result } = await work(transaction)
          const logged = this.#numbered(changes, key)
          first = Math.min(first, logged[0]?.number ?? first)
          if (isNew || logged.length > 0)
            // The statements are sent together, and run one after the other.
            await Promise.all([
              insertChanges(transaction, logged),
              writePresent(transaction, changes),
              transaction.query(
                'UPDATE pilotos.state SET last = last + $1::bigint, generation = generation + $2::bigint WHERE one = 1',
                [logged.length, Number(isNew)],
              ),
              this.changes.announce(transaction),
            ])
          return { result: { result, logged }, isStored: logged.length > 0 }
        },
        (key) => this.#isStored(key, first),
      )
      for (const one of logged) this.#apply(one)
      return result
    })
  }

  /** Returns changes as they are stored. The author says on which laptop a change was made. */
  #numbered(changes: readonly Change[], key: string): KeyedChange[] {
    const [at, { lastChange }] = [new Date().toISOString(), this.state]
    return changes.map((change, index) => ({
      number: lastChange + 1 + index,
      key,
      at,
      change: { ...change, by: authorAt(hostname(), change.by) },
    }))
  }

  /**
   * Returns true if the changes with this key are stored. The look-up writes, because they may be visible on their
   * server and not yet be on a synchronous standby: the commit of the look-up waits for both.
   */
  async #isStored(key: string, first: number): Promise<boolean> {
    const text = 'UPDATE pilotos.log SET at = at WHERE number >= $1::bigint AND key = $2 RETURNING 1'
    return (await this.database.once(text, [first, key])).length > 0
  }

  /** Reads and applies the changes of others. Returns false if all data must be read again. */
  async #readNew({ query }: Queryable): Promise<boolean> {
    const known = this.#known
    if (!known) return false
    const rows = await query(newChanges, [known.number])
    const [[generation, number, key] = []] = rows
    // A server that took over after a loss may lack the last changes, or have others in their places.
    if (generation !== known.generation || Number(number) < known.number || key !== known.key) return false
    for (const one of changesOf(rows)) this.#apply(one)
    return true
  }

  #apply({ key, ...logged }: KeyedChange): void {
    if (!this.#known || logged.number <= this.state.lastChange) return
    this.state.apply(logged)
    this.#known = { ...this.#known, number: logged.number, key }
  }

  async #readAll(database: Queryable): Promise<void> {
    const isFirst = !this.#known
    const { head, pilots, revoked, values } = presentIn(await database.query(allRows, [], readPresent))
    const [generation, number, key, at] = head
    this.#known = { generation, number: Number(number), key }
    const table = new PilotTable(pilots, revoked)
    // A command searches once at most.
    if (this.changes.isStarted) void table.prepare()
    this.state.replace(
      {
        table,
        shared: new Shared(values),
        lastChange: Number(number),
        ...(typeof at === 'string' && { lastAt: at }),
      },
      !isFirst,
    )
    if (!isFirst) this.passages.forget()
  }
}

/** Removes the documents that were set aside, and returns their names. */
async function removeAside({ query }: Queryable): Promise<string[]> {
  const rows = await query('DELETE FROM pilotos.documents WHERE name LIKE $1 RETURNING name', [
    `${asidePrefix}%`,
  ])
  return rows.map(([name]) => String(name))
}

/** Keeps all others from changing anything until the end of the transaction. */
const lock = 'SELECT last FROM pilotos.state WHERE one = 1 FOR UPDATE'

/** The changes from the number $1 with a key. */
const storedKey = 'SELECT 1 FROM pilotos.log WHERE number >= $1::bigint AND key = $2'

/** The state, the key of the change with the number $1, and the parts of the changes after it. */
const newChanges = `SELECT s.generation, s.last,
    (SELECT k.key FROM pilotos.log k WHERE k.number = $1::bigint AND k.part = 0), l.number, l.at, l.key, l.body::text
  FROM pilotos.state s LEFT JOIN pilotos.log l ON l.number > $1::bigint WHERE s.one = 1 ORDER BY l.number, l.part`

/** One row with the state and its last change, and the rows of the present data, in no certain order. */
const allRows = `SELECT 'head' AS kind, s.last AS place, json_build_array(s.generation::text, l.key, l.at)::text AS body
    FROM pilotos.state s LEFT JOIN pilotos.log l ON l.number = s.last AND l.part = 0 WHERE s.one = 1
  UNION ALL SELECT kind, place, body::text FROM pilotos.rows`

function readPresent([kind, place, body]: Values): Values {
  const value = parseBody(body)
  return [kind, Number(place), kind === 'pilot' ? completePilot(value as Pilot) : value]
}

/** Returns what `readPresent` has returned for all rows. */
function presentIn(rows: Values[]) {
  const [, number, head] = rows.find(([kind]) => kind === 'head') ?? []
  rows.sort(([, one], [, other]) => Number(one) - Number(other))
  const valuesOf = (wanted: string) => rows.flatMap(([kind, , value]) => (kind === wanted ? [value] : []))
  const [generation, ...last] = head as Values
  return {
    head: [generation, number, ...last],
    pilots: valuesOf('pilot') as Pilot[],
    revoked: valuesOf('revoked') as Revocation[],
    values: new Map(
      (valuesOf('shared') as { id: string; value: unknown }[]).map(({ id, value }) => [id, value]),
    ),
  }
}

/** Returns the changes of rows of `newChanges`, of which one may be in several parts. */
function changesOf(rows: readonly Values[]): KeyedChange[] {
  const all = new Map<number, { at: string; key: string; parts: Change[] }>()
  for (const [, , , number, at, key, body] of rows) {
    if (number === null) continue
    const one = all.get(Number(number)) ?? { at: String(at), key: String(key), parts: [] }
    one.parts.push(changeOf(body))
    all.set(Number(number), one)
  }
  return Array.from(all, ([number, { parts, ...one }]) => ({ number, ...one, change: joinChanges(parts) }))
}
