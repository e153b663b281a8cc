/** Builds one statement that stores the pilot, the counters and the history of a change, all or none of them. */
import type { Change } from '#domain/pilot/change'
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import type { Parameter } from '../connection/queryable.ts'
import { rowColumns, rowOf } from './rows.ts'

export interface Statement {
  text: string
  parameters: Parameter[]
}

/** The record of a change, which has a row in the history for each of its pilots. */
export interface Note {
  key: string
  at: string
  change: Change
  /** The number of added pilots; negative if pilots are removed. */
  growth: number
}

/** A row of the history. */
export interface Event {
  id: PilotId
  kind: 'put' | 'remove' | 'revoke'
  state: string | null
  next: PilotId | null
}

export function* eventsOf({ put = [], remove = [], revoke = [] }: Change): Generator<Event> {
  for (const pilot of put) yield { id: pilot.id, kind: 'put', state: JSON.stringify(pilot), next: null }
  for (const id of remove) yield { id, kind: 'remove', state: null, next: null }
  for (const { id, next } of revoke) yield { id, kind: 'revoke', state: null, next }
}

/** A change with more identifiers than this is announced without identifiers. */
const mostIds = 50

/** Returns the identifiers of the changed pilots, separated by commas, or null if they are too many to list. */
export function idsOf({ put = [], remove = [], clear }: Change): string | null {
  if (clear || put.length + remove.length > mostIds) return null
  return [...put.map(({ id }) => id), ...remove].join(',')
}

export function insertPilot(pilot: Pilot, revision: string): Statement {
  const parameters = [...rowOf(pilot), revision]
  const placeholders = parameters.map((_, index) => `$${index + 1}`)
  return {
    text: `INSERT INTO pilotos.pilots (${rowColumns.join(', ')}, revision) VALUES (${placeholders.join(', ')}) RETURNING id`,
    parameters,
  }
}

/**
 * Updates a pilot, unless its revision has changed. A pilot with a new identifier becomes the last in the order of
 * registration.
 */
export function updatePilot(
  { id, revision }: { id: PilotId; revision: string },
  pilot: Pilot,
  next: string,
): Statement {
  const values = rowOf(pilot)
  const sets = rowColumns.map((name, index) => `${name} = $${index + 1}`)
  if (pilot.id !== id) sets.push("place = nextval('pilotos.places')")
  const count = values.length
  return {
    text: `UPDATE pilotos.pilots SET ${sets.join(', ')}, revision = $${count + 1} WHERE id = $${count + 2} AND revision = $${count + 3} RETURNING id`,
    parameters: [...values, next, id, revision],
  }
}

export function deletePilot({ id, revision }: { id: PilotId; revision: string }): Statement {
  return {
    text: 'DELETE FROM pilotos.pilots WHERE id = $1 AND revision = $2 RETURNING id',
    parameters: [id, revision],
  }
}

/** Returns a statement that yields the number of the change, or no row if `put` changes nothing. */
export function changeStatement(put: Statement, note: Note, hasNotices: boolean): Statement {
  const parameters = [...put.parameters]
  const bind = (value: Parameter, type: string) => `$${parameters.push(value)}::${type}`
  const { key, at, change, growth } = note
  const events = [...eventsOf(change)]
  const keyed = bind(key, 'text')
  const rows = events.map(
    ({ id, kind, state, next }) =>
      `(${[id, kind, state, next].map((value) => bind(value, 'text')).join(', ')})`,
  )
  const lost = (change.revoke ?? []).map(
    (one, index) => `lost${index} AS (INSERT INTO pilotos.revoked (id, at, next, number)
      SELECT ${bind(one.id, 'text')}, ${bind(one.at, 'text')}, ${bind(one.next, 'text')}, number FROM state),`,
  )
  const text = `WITH put AS (${put.text}),
    state AS (UPDATE pilotos.state SET number = number + 1, total = total + ${bind(growth, 'bigint')}
      WHERE one = 1 AND EXISTS (SELECT 1 FROM put) RETURNING number),
    past AS (INSERT INTO pilotos.history (change, id, kind, state, next)
      SELECT ${keyed}, v.id, v.kind, v.state, v.next
      FROM state, (VALUES ${rows.join(', ')}) AS v (id, kind, state, next)),
    ${lost.join('\n    ')}
    noted AS (INSERT INTO pilotos.changes (key, number, at, author, is_clear, size, ids)
      SELECT ${keyed}, number, ${bind(at, 'text')}, ${bind(change.by ?? null, 'text')}, false,
        ${bind(events.length, 'bigint')}, ${bind(idsOf(change), 'text')} FROM state RETURNING number)
    SELECT number${hasNotices ? ", pg_notify('pilotos', '')" : ''} FROM noted`
  return { text, parameters }
}
