/** The small documents of a database: each is a row. */
import { randomUUID } from 'node:crypto'
import { MachineError } from '#domain/errors'
import { parseJson } from '#domain/text/text'
import { stamp } from '../../files/atomic-file.ts'
import { type Account, accountKind } from '../documents/accounts.ts'
import type { Attempt, DocumentKind, HeldDocument } from '../documents/stored-document.ts'
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
        this.kind.format(changed),
      ])
    return changed
  }

  #parse(content: unknown): Data {
    const isEmpty = content === null || content === ''
    return isEmpty ? this.kind.empty : this.kind.parse(parseJson(String(content)))
  }
}

/** Returns the document of the accounts. @throws MachineError at a read if it is damaged */
export function accountRow(database: Database): DocumentRow<readonly Account[]> {
  return new DocumentRow(database, 'accounts', accountsKind)
}

const damagedAccounts = 'No se entienden las cuentas de la base de datos'
const accountsKind = accountKind(damagedAccounts)

/** Renames the document of the accounts if it cannot be read, and describes this in Spanish: for a restore. */
export async function setAccountsAside(database: Database): Promise<string[]> {
  const [row] = await database.query("SELECT body FROM pilotos.documents WHERE name = 'accounts'")
  try {
    if (row && row[0] !== '') accountsKind.parse(parseJson(String(row[0])))
    return []
  } catch (error) {
    if (!(error instanceof MachineError)) throw error
    const aside = `accounts.corrupt-${stamp()}`
    await database.change("UPDATE pilotos.documents SET name = $1 WHERE name = 'accounts'", [aside])
    return [`${damagedAccounts}. Lo que había quedó en la fila ${aside} de pilotos.documents`]
  }
}

/** The settings of a laptop have its host name after this. Until version 1.1.0, those of all laptops had nothing. */
export const settingsName = 'settings/'
