/** The SQL statements of the program, and what each of them does. A statement that is not here is a fault of the day. */
import { coded } from '../../../server/store/postgres/connection/failure.ts'

export type TableName = 'state' | 'passage_state' | 'log' | 'rows' | 'photos' | 'documents' | 'passages'
// biome-ignore lint/suspicious/noExplicitAny: the columns of a row have the types of their statement.
export type Row = Readonly<Record<string, any>>

/** The rows that a statement reads and writes, as its transaction has them. */
export interface Transaction {
  pid: number
  server: { time: number; nextNumber(): number }
  get(table: TableName, key: string): Row | undefined
  all(table: TableName): [key: string, row: Row][]
  put(table: TableName, key: string, row?: Row): void
  /** Tells all processes of the changes once they are committed. */
  notify(): void
  /** The longest waits of the transaction for a statement and for a lock, in milliseconds. 0 is no limit. */
  limits: { idle: number; lock: number }
}

interface Statement {
  /** Returns the name of the row that it locks until the end of the transaction. */
  locks?: (parameters: Parameters) => string
  /** Does it, and returns rows. A bigint is a text. */
  run: (session: Transaction, parameters: Parameters, text: string) => unknown[]
}

type Parameters = readonly unknown[]

/** Returns the statement with some text. */
export function statementOf(text: string): Statement {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  const starts = Object.keys(statements).filter((start) => plain.startsWith(start))
  const longest = starts.sort((one, other) => other.length - one.length)[0]
  if (longest === undefined) throw new Error(`no statement begins like: ${plain}`)
  return statements[longest] as Statement
}

const one = '1'
const lockState = () => 'state'
const lockPassages = () => 'passage_state'
const lockDocument = ([name]: Parameters) => `document ${name}`
const lockPhoto = ([name]: Parameters) => `photo ${name}`

const records = (json: unknown) => JSON.parse(String(json)) as Row[]
const rowsOf = (session: Transaction, table: TableName) => session.all(table).map(([, row]) => row)
const isLike = (text: unknown, pattern: unknown) => String(text).startsWith(String(pattern).slice(0, -1))
const byPlace = (a: Row, b: Row) => a.number - b.number || a.part - b.part

/** Returns the parts of the log that `isMeant` accepts, in their order. */
function parts(session: Transaction, isMeant: (row: Row) => boolean): Row[] {
  return rowsOf(session, 'log').filter(isMeant).sort(byPlace)
}

/** Removes the rows of a table that `isMeant` accepts, and returns them. */
function removeAll(
  session: Transaction,
  table: TableName,
  isMeant: (row: Row, key: string) => boolean,
): Row[] {
  const found = session.all(table).filter(([key, row]) => isMeant(row, key))
  for (const [key] of found) session.put(table, key)
  return found.map(([, row]) => row)
}

/** Adds to numbers of a row. */
function add(session: Transaction, table: TableName, more: Record<string, number>): unknown[] {
  const row = session.get(table, one) as Row
  const sums = Object.entries(more).map(([name, count]) => [name, row[name] + count])
  session.put(table, one, { ...row, ...Object.fromEntries(sums) })
  return []
}

function putPart(session: Transaction, row: Row): void {
  const key = `${row.number} ${row.part}`
  if (session.get('log', key)) throw coded('23505')
  session.put('log', key, { ...row, past: row.past ?? null, body: JSON.stringify(row.body) })
}

const statements: Record<string, Statement> = {
  'SET LOCAL idle_in_transaction_session_timeout': {
    run(session, _parameters, text) {
      const [idle = 0, lock = 0] = [...text.matchAll(/= (\d+)/g)].map(([, limit]) => Number(limit))
      session.limits = { idle, lock }
      return []
    },
  },
  'SELECT version()': { run: ({ pid }) => [{ version: 'PostgreSQL', pid, encoding: 'UTF8' }] },
  'SELECT pg_notify': {
    run(session) {
      session.notify()
      return []
    },
  },
  'SELECT number FROM pilotos.schema': { run: () => [[21]] },
  'SELECT EXTRACT(EPOCH FROM now())::float8': { run: ({ server }) => [[server.time / 1000]] },
  'SELECT (SELECT count(*) FROM pilotos.pilots), last': {
    run: (session) => {
      const pilots = rowsOf(session, 'rows').filter(({ kind }) => kind === 'pilot')
      return [[pilots.length, session.get('state', one)?.last, session.all('photos').length]]
    },
  },

  // The state and the log.
  'SELECT last FROM pilotos.state WHERE one = 1 FOR UPDATE': {
    locks: lockState,
    run: (session) => [[String(session.get('state', one)?.last)]],
  },
  'UPDATE pilotos.state SET last = last +': {
    locks: lockState,
    run: (session, [last, generation]) =>
      add(session, 'state', { last: Number(last), generation: Number(generation) }),
  },
  'SELECT 1 FROM pilotos.log WHERE number >= $1::bigint AND key = $2': { run: withKey },
  'UPDATE pilotos.log SET at = at WHERE number >= $1::bigint AND key = $2 RETURNING 1': { run: withKey },
  'SELECT s.generation, s.last,': {
    run(session, [known]) {
      const { generation, last } = session.get('state', one) as Row
      const head = [String(generation), String(last), session.get('log', `${known} 0`)?.key ?? null]
      const later = parts(session, ({ number }) => number > Number(known))
      if (later.length === 0) return [[...head, null, null, null, null]]
      return later.map(({ number, at, key, body }) => [...head, String(number), at, key, body])
    },
  },
  "SELECT 'head' AS kind": {
    run(session) {
      const { generation, last } = session.get('state', one) as Row
      const { key = null, at = null } = session.get('log', `${last} 0`) ?? {}
      const head = ['head', String(last), JSON.stringify([String(generation), key, at])]
      return [head, ...rowsOf(session, 'rows').map(({ kind, place, body }) => [kind, String(place), body])]
    },
  },
  'INSERT INTO pilotos.log (number, part, key, at, past, topics, body) SELECT number': {
    run(session, [json]) {
      for (const row of records(json)) putPart(session, row)
      return []
    },
  },
  'INSERT INTO pilotos.log (number, part, key, at, past, topics, body) SELECT 0, nextval': {
    run(session, [json]) {
      for (const row of records(json)) {
        const isThere = ({ number, at, key }: Row) =>
          number === 0 ? key === row.key : number === row.past && at === row.at
        const part = session.server.nextNumber()
        if (!rowsOf(session, 'log').some(isThere)) putPart(session, { ...row, number: 0, part })
      }
      return []
    },
  },
  'UPDATE pilotos.log AS l SET topics': {
    run(session, [json]) {
      for (const { number, part, topics, body } of records(json)) {
        const key = `${number} ${part}`
        session.put('log', key, { ...session.get('log', key), topics, body: JSON.stringify(body) })
      }
      return []
    },
  },
  'SELECT number, part, past, at, body::text FROM ( SELECT *, sum(pg_column_size(body))': {
    run(session, [number, part, topics]) {
      const wanted = topics === undefined ? undefined : (JSON.parse(String(topics)) as string[])
      const isMeant = (row: Row) =>
        byPlace(row, { number, part }) > 0 &&
        (!wanted || row.topics.some((one: string) => wanted.includes(one)))
      return parts(session, isMeant)
        .slice(0, 1000)
        .map(({ number, part, past, at, body }) => [number, part, past, at, body])
    },
  },
  'SELECT DISTINCT COALESCE(past, number), at FROM pilotos.log WHERE at >': {
    run: (session, [at]) =>
      parts(session, (row) => row.at > String(at)).map(({ past, number, at }) => [past ?? number, at]),
  },

  // The present data.
  "DELETE FROM pilotos.rows WHERE kind IN ('pilot', 'revoked')": {
    run: (session) => removeAll(session, 'rows', ({ kind }) => kind !== 'shared'),
  },
  'DELETE FROM pilotos.rows AS r USING': {
    run(session, [json]) {
      for (const { kind, id } of records(json)) session.put('rows', `${kind} ${id}`)
      return []
    },
  },
  'INSERT INTO pilotos.rows (kind, id, body) SELECT kind, id, body': {
    run(session, [json]) {
      for (const { kind, id, body } of records(json)) {
        const key = `${kind} ${id}`
        const place = session.get('rows', key)?.place ?? session.server.nextNumber()
        session.put('rows', key, { kind, id, place, body: JSON.stringify(body) })
      }
      return []
    },
  },
  "SELECT body::text FROM pilotos.rows WHERE kind = 'shared' AND id LIKE '/erased%' ORDER BY place": {
    run: (session) =>
      rowsOf(session, 'rows')
        .filter(({ kind, id }) => kind === 'shared' && isLike(id, '/erased%'))
        .sort((a, b) => a.place - b.place)
        .map(({ body }) => [body]),
  },

  // The documents.
  'SELECT floor(EXTRACT(EPOCH FROM clock_timestamp())::float8 * 1000)': {
    run: ({ server }) => [[server.time]],
  },
  'SELECT floor(EXTRACT(EPOCH FROM clock_timestamp())::float8 * 1000), revision': {
    run(session, [name, known]) {
      const { revision = null, body } = session.get('documents', String(name)) ?? {}
      return [[session.server.time, revision, revision === null || revision === known ? null : body]]
    },
  },
  'INSERT INTO pilotos.documents (name, revision, body)': {
    locks: lockDocument,
    run(session, [name]) {
      const key = String(name)
      if (!session.get('documents', key)) session.put('documents', key, { name, revision: '', body: '' })
      return []
    },
  },
  'SELECT body FROM pilotos.documents WHERE name = $1 FOR UPDATE': {
    locks: lockDocument,
    run: (session, [name]) => [[session.get('documents', String(name))?.body]],
  },
  'UPDATE pilotos.documents SET revision = $2': {
    locks: lockDocument,
    run(session, [name, revision, body]) {
      session.put('documents', String(name), { name, revision, body })
      return []
    },
  },
  "SELECT name, body FROM pilotos.documents WHERE body <> ''": {
    run: (session) =>
      rowsOf(session, 'documents').flatMap(({ name, body }) => (body === '' ? [] : [[name, body]])),
  },
  'SELECT name FROM pilotos.documents WHERE name LIKE $1': {
    run: (session, [pattern]) => documentsLike(session, pattern).map(({ name }) => [name]),
  },
  'SELECT body FROM pilotos.documents WHERE name LIKE $1': {
    run: (session, [pattern]) => documentsLike(session, pattern).map(({ body }) => [body]),
  },
  "SELECT body FROM pilotos.documents WHERE name = 'erased'": { run: () => [] },
  'DELETE FROM pilotos.documents WHERE name LIKE $1 RETURNING name': {
    run: (session, [pattern]) =>
      removeAll(session, 'documents', ({ name }) => isLike(name, pattern)).map(({ name }) => [name]),
  },

  // The photos.
  'INSERT INTO pilotos.photos (name, jpeg)': {
    locks: lockPhoto,
    run(session, [name, jpeg]) {
      session.put('photos', String(name), { name, jpeg, touched: session.server.time })
      return []
    },
  },
  "SELECT encode(jpeg, 'hex') FROM pilotos.photos WHERE name = $1": {
    run(session, [name]) {
      const photo = session.get('photos', String(name))
      return photo ? [[photo.jpeg.toString('hex')]] : []
    },
  },
  'UPDATE pilotos.photos SET touched = now() WHERE name = $1': {
    locks: lockPhoto,
    run(session, [name]) {
      const photo = session.get('photos', String(name))
      if (photo) session.put('photos', String(name), { ...photo, touched: session.server.time })
      return []
    },
  },
  'DELETE FROM pilotos.photos WHERE name = $1': {
    locks: lockPhoto,
    run: (session, [wanted]) => removeAll(session, 'photos', ({ name }) => name === wanted),
  },
  'DELETE FROM pilotos.photos WHERE name = ANY($1::text[]) RETURNING 1': {
    run: (session, [names]) =>
      removeAll(session, 'photos', ({ name }) => String(names).slice(1, -1).split(',').includes(name)),
  },
  'DELETE FROM pilotos.photos WHERE touched <': {
    run(session, [age]) {
      const before = session.server.time - Number.parseInt(String(age), 10) * 1000
      const used = rowsOf(session, 'rows').map(({ kind, body }) => kind === 'pilot' && JSON.parse(body).photo)
      return removeAll(session, 'photos', ({ name, touched }) => touched < before && !used.includes(name))
    },
  },
  'SELECT name FROM pilotos.photos': {
    run: (session) => rowsOf(session, 'photos').map(({ name }) => [name]),
  },

  // The passages.
  'SELECT generation FROM pilotos.passage_state WHERE one = 1 FOR UPDATE': {
    locks: lockPassages,
    run: (session) => [[String(session.get('passage_state', one)?.generation)]],
  },
  'UPDATE pilotos.passage_state SET generation': {
    locks: lockPassages,
    run: (session) => add(session, 'passage_state', { generation: 1 }),
  },
  'SELECT s.generation, p.number, p.content FROM pilotos.passage_state s': {
    run(session, [known, last]) {
      const generation = String(session.get('passage_state', one)?.generation)
      const later = passagesAfter(session, generation === known ? Number(last) : 0)
      if (later.length === 0) return [[generation, null, null]]
      return later.map(({ number, content }) => [generation, String(number), content])
    },
  },
  'SELECT content FROM pilotos.passages ORDER BY number': {
    run: (session) => passagesAfter(session, 0).map(({ content }) => [content]),
  },
  'DELETE FROM pilotos.passages': { run: (session) => removeAll(session, 'passages', () => true) },
  'INSERT INTO pilotos.passages (number, id, content)': {
    run(session, [json]) {
      for (const row of records(json)) {
        const isThere = rowsOf(session, 'passages').some(({ id }) => id === row.id)
        if (isThere || session.get('passages', String(row.number))) throw coded('23505')
        session.put('passages', String(row.number), row)
      }
      return []
    },
  },
}

function withKey(session: Transaction, [first, key]: Parameters): unknown[] {
  return parts(session, (row) => row.number >= Number(first) && row.key === key).map(() => [1])
}

function documentsLike(session: Transaction, pattern: unknown): Row[] {
  return rowsOf(session, 'documents').filter(({ name }) => isLike(name, pattern))
}

function passagesAfter(session: Transaction, last: number): Row[] {
  return rowsOf(session, 'passages')
    .filter(({ number }) => number > last)
    .sort((a, b) => a.number - b.number)
}
