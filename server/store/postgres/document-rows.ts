/** The small documents of a database: each is a row. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { stamp } from '../../files/atomic-file.ts'
import { type Account, accountKind, pairingKind } from '../documents/accounts.ts'
import { queueKind } from '../documents/applications.ts'
import { sessionKind } from '../documents/sessions.ts'
import { settingsKind } from '../documents/settings.ts'
import {
  type Attempt,
  DamagedDocumentError,
  type DocumentKind,
  dataIn,
  type HeldDocument,
  textOf,
} from '../documents/stored-document.ts'
import { lostTombstones, parseTombstones } from '../shared/tombstones.ts'
import type { Database, Queryable } from './connection/database.ts'

const now = 'floor(EXTRACT(EPOCH FROM clock_timestamp())::float8 * 1000)'

/** A row that is read at every call. Only a changed content is sent and parsed again. */
export class DocumentRow<Data> implements HeldDocument<Data> {
  #last: { revision: unknown; data: Data } | undefined

  constructor(
    private readonly database: Database,
    private readonly name: string,
    private readonly kind: DocumentKind<Data>,
  ) {}

  /** Reads the data, also within a transaction. */
  async read(database: Queryable = this.database): Promise<{ data: Data; now: number }> {
    const last = this.#last
    const [[time, revision, content] = []] = await database.query(
      `SELECT ${now}, revision, CASE WHEN revision <> $2 THEN body END
        FROM (SELECT 1) AS one LEFT JOIN pilotos.documents ON name = $1`,
      [this.name, String(last?.revision ?? '')],
    )
    const data = last && revision === last.revision ? last.data : this.#parse(content)
    this.#last = { revision, data }
    return { data, now: Number(time) }
  }

  change: HeldDocument<Data>['change'] = (toChanged) =>
    this.database.repeat((isAgain) =>
      this.database.transaction((transaction) => this.changeIn(transaction, toChanged, isAgain)),
    )

  /** Changes the data within a transaction: see `change`. */
  async changeIn<Changed extends Data | undefined>(
    { query }: Queryable,
    toChanged: (data: Data, attempt: Attempt) => Changed | Promise<Changed>,
    isAgain = false,
  ): Promise<Changed> {
    await query(
      `INSERT INTO pilotos.documents (name, revision, body) VALUES ($1, '', '') ON CONFLICT DO NOTHING`,
      [this.name],
    )
    // The time is later than that of every change before, for which this one waits.
    const [[[content] = []], [[time] = []]] = await Promise.all([
      query('SELECT body FROM pilotos.documents WHERE name = $1 FOR UPDATE', [this.name]),
      query(`SELECT ${now}`),
    ])
    const changed = await toChanged(this.#parse(content), { now: Number(time), isAgain })
    if (changed !== undefined)
      await query('UPDATE pilotos.documents SET revision = $2, body = $3 WHERE name = $1', [
        this.name,
        randomUUID(),
        textOf(this.kind, changed),
      ])
    return changed
  }

  #parse(content: unknown): Data {
    const isEmpty = content === null || content === ''
    if (isEmpty) return this.kind.empty
    const data = dataIn(this.kind, String(content)) ?? this.#last?.data
    if (data === undefined) throw new DamagedDocumentError(sourceOf(this.name))
    return data
  }
}

export function accountRow(database: Database): DocumentRow<readonly Account[]> {
  return new DocumentRow(database, 'accounts', accountKind)
}

/** The names of rows that were set aside begin with this. */
export const asidePrefix = 'corrupt-'

/** The settings of a laptop have its host name after this. Until version 1.1.0, those of all laptops had nothing. */
export const settingsName = 'settings/'
export const ownSettings = `${settingsName}${hostname()}`

/** The documents of a laptop, by the names of their rows. */
const rowKinds: Readonly<Record<string, DocumentKind<unknown>>> = {
  accounts: accountKind,
  sessions: sessionKind,
  pairings: pairingKind,
  applications: queueKind,
  [ownSettings]: settingsKind,
}

/** Describes in Spanish the documents that cannot be read. */
export async function damagedRows(database: Database) {
  const rows = await database.query("SELECT name, body FROM pilotos.documents WHERE body <> ''")
  return rows.flatMap(([name, body]) => {
    const kind = rowKinds[String(name)]
    const isIntact = kind
      ? dataIn(kind, String(body)) !== undefined
      : name !== 'erased' || parseTombstones(String(body)) !== undefined
    if (isIntact) return []
    const damaged = { name: String(name), body: String(body), lost: kind?.lost ?? lostTombstones }
    return [{ ...damaged, text: `${sourceOf(damaged.name)} está dañada` }]
  })
}

/** Renames documents that cannot be read, and describes in Spanish what that means. */
export async function setRowsAside(database: Database): Promise<string[]> {
  const notes: string[] = []
  for (const { name, body, text, lost } of await damagedRows(database)) {
    const aside = `${asidePrefix}${stamp()} ${name}`
    const rename = 'UPDATE pilotos.documents SET name = $2 WHERE name = $1 AND body = $3'
    await database.change(rename, [name, aside, body])
    notes.push(`${text}, y quedó apartada como ${aside}. ${lost}`)
  }
  return notes
}

function sourceOf(name: string): string {
  return `La fila ${name} de pilotos.documents`
}
