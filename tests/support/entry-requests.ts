/** Requests about the entries of riders to a test server: as the laptop, or as a person with a role on a phone. */
import type { Role } from '#domain/staff/roles'
import { aDraft } from './pilots.ts'
import { registered, type TestServer } from './server.ts'

export const laptop = { headers: { 'sec-fetch-site': 'same-origin' } }
export const phone = {
  remoteAddress: '192.168.1.77',
  headers: { host: '192.168.1.20:4780', origin: 'http://192.168.1.20:4780' },
}
export const first = 'primero'

/** Sends a request as the laptop, or as a person with a role on a phone. */
export async function send(
  { app, stores }: TestServer,
  [method, url, payload]: [method: 'GET' | 'POST' | 'PUT', url: string, payload?: object],
  role?: Role,
) {
  const account = role && { user: `la ${role}`, password: 'x', role }
  if (account) await stores.accounts.put(account)
  const cookies = account && { pilotos_session: await stores.sessions.start(account) }
  const from = role ? phone : laptop
  const answer = await app.inject({
    ...from,
    method,
    url,
    ...(payload && { payload }),
    ...(cookies && { cookies }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

export const read = async (server: TestServer, url: string) => (await send(server, ['GET', url])).body.data[0]

/** Registers riders of one modalidad by their names, with the numbers 1, 2, 3 and so on. */
export async function riders({ app }: TestServer, names: readonly string[], modalidad = 'RALLY') {
  const ids: string[] = []
  for (const [index, name] of names.entries()) {
    const draft = aDraft({ name, lastname: 'Rojas', npiloto: String(index + 1), modalidad } as never)
    ids.push((await registered(app, draft)).id_driver)
  }
  return ids as [string, string, string]
}
