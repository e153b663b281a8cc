/** Requests about the entries of riders to a test server: as the laptop, or as a person with a role on a phone. */
import type { Role } from '#domain/staff/roles'
import { aDraft } from './pilots.ts'
import { fresh, laptop, phone, sessionOf } from './requests.ts'
import { registered, type TestServer } from './server.ts'

export const first = 'primero'

/** Sends a request as the laptop, or as a person with a role on a phone. */
export async function send(
  server: TestServer,
  [method, url, payload]: [method: 'GET' | 'POST' | 'PUT', url: string, payload?: object],
  role?: Role,
) {
  const cookies = role ? await sessionOf(server, { user: `la ${role}`, password: 'x', role }) : {}
  const body = await fresh(server.app, { method, url, body: payload })
  const answer = await server.app.inject({ ...(role ? phone : laptop), method, url, payload: body, cookies })
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
