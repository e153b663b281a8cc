/** The identifiers with which tests send orders, as pages do. */
import { randomUUID } from 'node:crypto'

/**
 * Returns the headers of an order, and what it says. A test writes the identifier of money or of a loan, which the line of it
 * gets, as `id` beside what the order says; other orders have one that is used once.
 */
export function sentOrder<Said extends object | undefined>(url: string, given: Said) {
  const isOfLine = /\/(payments|refund|charges|lend)\b/.test(url)
  const { id, ...said } = (given ?? {}) as { id?: string }
  const headers = { 'idempotency-key': (isOfLine && id) || randomUUID() }
  return { headers, said: (given && isOfLine ? said : given) as Said }
}

/** Returns the headers with which a page of the server sends an order. */
export function orderHeaders() {
  return { 'sec-fetch-site': 'same-origin', 'idempotency-key': randomUUID() }
}
