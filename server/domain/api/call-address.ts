/** The addresses of the calls of the API, from their names. */
import { withQuery } from './addresses.ts'
import type { AddressInput, CallName, Rest } from './calls.ts'

/**
 * Returns the address of a call. Parameters of the query that are undefined, false or empty are left out; true becomes
 * `1`.
 * @example addressOf('GET /api', { query: { list: 'all', no_photo: true } }) // '/api?list=all&no_photo=1'
 */
export function addressOf<Name extends CallName>(name: Name, ...input: Rest<AddressInput<Name>>): string {
  const [parameters] = input as [Parameters?]
  return writeAddress(name, parameters)
}

/** The parameters of the address of any call. */
export interface Parameters {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number | boolean | undefined>>
}

export function writeAddress(name: string, { params = {}, query = {} }: Parameters = {}): string {
  const path = name.slice(name.indexOf(' ') + 1)
  return withQuery(
    path.replace(/:(\w+)/g, (_, key) => encodeURIComponent(params[key] ?? '')),
    query,
  )
}
