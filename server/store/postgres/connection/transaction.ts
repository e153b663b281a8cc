/** Runs a transaction of the driver, and sends nothing on its connection once that is lost. */
import type { Sql, TransactionSql } from 'postgres'
import { codeOf } from '../../../files/atomic-file.ts'
import { coded, isLost } from './failure.ts'

export interface GuardedTransaction {
  /** @throws an error with the code CONNECTION_CLOSED if the connection is lost */
  readonly sql: TransactionSql
}

/**
 * Commits after `work`, or rolls back if it fails. On a lost connection the driver (3.4.9) would send ROLLBACK, which
 * ends the process or reaches another transaction (porsager/postgres, issues 1208 and 1216). The work of a lost
 * connection therefore never ends for the driver. @throws the errors of the driver and of `work`
 */
export function runTransaction<Result>(
  connections: Sql,
  work: (transaction: GuardedTransaction) => Promise<Result>,
): Promise<Result> {
  let isOver = false
  let fail = (_error: unknown) => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  const lose = (error: unknown) => {
    isOver = true
    fail(error)
  }
  const guarded = (sql: TransactionSql): GuardedTransaction => ({
    get sql() {
      if (isOver) throw coded('CONNECTION_CLOSED')
      return sql
    },
  })
  const done = connections.begin(async (sql) => {
    try {
      const result = await work(guarded(sql))
      if (!isOver) return result
    } catch (error) {
      if (!isOver && !endsConnection(error)) throw error
      lose(error)
    }
    return new Promise<never>(() => {})
  }) as Promise<Result>
  // The driver also reports a connection that is lost between two statements.
  done.catch(lose)
  return Promise.race([done, failed])
}

/** A server that only lets read, or whose lock is taken, keeps the connection. */
function endsConnection(error: unknown): boolean {
  return isLost(error) && !['25006', '55P03'].includes(codeOf(error))
}
