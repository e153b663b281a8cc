/** One change as one statement: the pilot, what counts the changes, and the history, together or not at all. */
import type { Change } from '#domain/pilot/change'
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import type { Parameter } from '../connection/database.ts'
import { rowColumns, rowOf } from './rows.ts'

export interface Statement {
  text: string
  parameters: Parameter[]
}

/** What is noted of a change: one of the history for each pilot that it was about. */
export interface Note {
  key: string
  at: string
  change: Change
  /** By how many pilots there are more. */
  growth: number
}

/** A line of the history. */
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

/** More than these are told as a change of everything. */
const mostIds = 50

/** The pilots that a change was about; null where they are too many to say. */
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

/** Changes nothing where the pilot is of another revision by now. With another identifier it is the last one again. */
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

/** Gives the number of the change, or no row where `put` has found nothing to change. */
export function changeStatement(put: Statement, note: Note, hasNotices: boolean): Statement {
  const parameters = [...put.parameters]
  const given = (value: Parameter, type: string) => `$${parameters.push(value)}::${type}`
  const { key, at, change, growth } = note
  const events = [...eventsOf(change)]
  const keyed = given(key, 'text')
  const rows = events.map(
    ({ id, kind, state, next }) =>
      `(${[id, kind, state, next].map((value) => given(value, 'text')).join(', ')})`,
  )
  const lost = (change.revoke ?? []).map(
    (one, index) => `lost${index} AS (INSERT INTO pilotos.revoked (id, at, next, number)
      SELECT ${given(one.id, 'text')}, ${given(one.at, 'text')}, ${given(one.next, 'text')}, number FROM state),`,
  )
  const text = `WITH put AS (${put.text}),
    state AS (UPDATE pilotos.state SET number = number + 1, total = total + ${given(growth, 'bigint')}
      WHERE one = 1 AND EXISTS (SELECT 1 FROM put) RETURNING number),
    past AS (INSERT INTO pilotos.history (change, id, kind, state, next)
      SELECT ${keyed}, v.id, v.kind, v.state, v.next
      FROM state, (VALUES ${rows.join(', ')}) AS v (id, kind, state, next)),
    ${lost.join('\n    ')}
    noted AS (INSERT INTO pilotos.changes (key, number, at, author, is_clear, size, ids)
      SELECT ${keyed}, number, ${given(at, 'text')}, ${given(change.by ?? null, 'text')}, false,
        ${given(events.length, 'bigint')}, ${given(idsOf(change), 'text')} FROM state RETURNING number)
    SELECT number${hasNotices ? ", pg_notify('pilotos', '')" : ''} FROM noted`
  return { text, parameters }
}
