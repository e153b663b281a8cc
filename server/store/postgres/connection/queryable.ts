/** Statements: their parameters, their rows, and what runs them. */
import type { TransactionSql } from 'postgres'

/** A parameter of a statement; an array is a text that `arrayOf` returns. */
export type Parameter = string | number | boolean | Buffer | null

/** The values of a row, in the order of the selected columns; a bigint is a string. */
export type Values = unknown[]

export interface Queryable {
  query(text: string, parameters?: readonly Parameter[]): Promise<Values[]>
}

export interface Transaction extends Queryable {
  /** The connection. @throws an error with the code CONNECTION_CLOSED if it is lost */
  readonly sql: TransactionSql
}

/** Formats an array for PostgreSQL; the elements must not need quotes. */
export function arrayOf(plain: readonly (string | number)[]): string {
  return `{${plain.join(',')}}`
}
