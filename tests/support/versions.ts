/** The versions with which edits begin, as a page that was loaded just before has them. */
import { sentOrder } from './sent-orders.ts'

type Items = Record<string, unknown>[]
type Read = (path: string) => Promise<{ data: Items }>

/** Returns the body of an edit with the version of now, unless it has one. `read` asks the server. */
export async function withVersion<Body extends object | undefined>(
  read: Read,
  { method, url, body }: { method: string; url: string; body: Body },
): Promise<Body> {
  const [, , list = '', first = '', key = ''] = (url.split('?')[0] ?? '').split('/').map(decodeURIComponent)
  if (method !== 'PUT' || !body || 'version' in body || !versions[list] || (list === 'till' && first))
    return body
  if (list === 'pilots' && key !== 'terms') return body
  const { data = [] } = await read(pathOf(list, first))
  return { ...body, version: versions[list](data, first, key) }
}

function pathOf(list: string, first: string): string {
  if (list === 'pilots') return `/api?list=${first}`
  return /^(categories|reserved)$/.test(list) ? `/api/${list}/${first}` : `/api/${list}`
}

const versions: Record<string, (all: Items, first: string, key: string) => unknown> = {
  events: (all, id) => all.find((one) => one.id === id)?.version ?? '-',
  fields: (all, name) => all.find((one) => one.name === name)?.version ?? '-',
  classes: (all, field, key) => all.find((one) => one.field === field && one.key === key)?.version ?? '-',
  categories: (all, _event, id) => all.find((one) => one.id === id)?.version ?? '-',
  reserved: (all, _event, id) => all.find((one) => one.id === id)?.version ?? '-',
  pilots: ([pilot]) => pilot?.version ?? '-',
  till: ([till]) => till?.version,
  waiver: ([waiver]) => waiver?.hash ?? 'ninguno',
}

/** The same over HTTP. */
export function withVersionAt<Body extends object | undefined>(
  server: string,
  edit: { method: string; url: string; body: Body },
): Promise<Body> {
  return withVersion(async (path) => (await fetch(server + path)).json(), edit)
}

/** Sends a request over HTTP as a page does that was loaded just before, and returns the data of the answer. */
// biome-ignore lint/suspicious/noExplicitAny: Tests compare what the answer has.
export async function askAt(server: string, method: string, path: string, given?: object): Promise<any> {
  const { headers, said: body } = sentOrder(
    path,
    await withVersionAt(server, { method, url: path, body: given }),
  )
  const answer = await fetch(server + path, {
    method,
    headers: {
      ...{ 'sec-fetch-site': 'same-origin', ...headers },
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return text && JSON.parse(text).data
}
