/** The addresses of the calls of the API, from their names. */
import { withQuery } from './addresses.ts'

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
