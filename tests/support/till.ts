/** A desk that takes money: a server whose event has prices, and orders to it over HTTP. */
import { hostname } from 'node:os'
import type { Payment } from '#domain/till/lines'
import { anEvent, openEventOf, setEvent } from './events.ts'
import { aDraft } from './pilots.ts'
import { ask, phone, sameOrigin, sessionOf } from './requests.ts'
import { sentOrder } from './sent-orders.ts'
import { openApp, registered, type TestServer } from './server.ts'
import { askAt } from './versions.ts'

export const prices = [
  { id: 'mx', kind: 'entry', label: 'Inscripción', modalidad: 'MOTOCROSS', cents: 12_000 },
  { id: 'todos', kind: 'entry', label: 'Inscripción', cents: 8000 },
  { id: 'segunda', kind: 'second', label: 'Segunda categoría', cents: 4000 },
  { id: 'chip', kind: 'chip', label: 'Alquiler de chip', cents: 2000 },
  { id: 'lic', kind: 'extra', label: 'Licencia', cents: 5000 },
] as const

/** The drawer of those who have no account, as all desks know it. */
export const thisDrawer = `la laptop ${hostname()}`

/** Returns what a person sets of the open event. */
export async function eventData(server: Pick<TestServer, 'app'>) {
  const [{ id: _id, version: _version, opened_at: _from, closed_at: _until, ...data }] = (
    await ask(server, 'GET', '/api/events')
  ).body.data
  return data
}

let made = 0
/** Returns an identifier as a browser makes them. */
export const anId = () => `orden-${++made}-${Date.now().toString(36)}`

/** Opens a server with prices, whose laptop has a letter. */
export async function openTill(options: Parameters<typeof openApp>[0] = {}, letter = 'A') {
  const server = await openApp(options)
  const { body } = await ask(server, 'GET', '/api/events')
  const event: string = body.data[0].id
  const enter = async (changes = {}, modalidades = ['MOTOCROSS']) => {
    const { id_driver: id } = await registered(server.app, aDraft({ npiloto: String(++made), ...changes }))
    await ask(server, 'POST', '/api/entries', { event, ids: [id], modalidades })
    return id
  }
  const order = (url: string, more: object, cookies = {}) =>
    ask(server, 'POST', url, { event, ...more }, cookies)
  const pay = (rider: string, owed: number, more: object = {}) =>
    order('/api/payments', { id: anId(), parts: [{ rider, owed, cents: owed }], means: 'Efectivo', ...more })
  const owedBy = async (id: string): Promise<number> =>
    (await ask(server, 'GET', `/api?list=${id}`)).body.data[0].owed
  /** Sets the prices of the event, and what else is given. */
  const setPrices = (given: readonly object[], more: object = {}) =>
    ask(server, 'PUT', '/api/till', { event, currency: 'PEN', prices: given, means: [], ...more })
  const report = async () => (await ask(server, 'GET', '/api/till/report')).body.data[0]
  await setPrices(prices, { means: ['Yape'] })
  await ask(server, 'PUT', '/api/till/letter', { letter })
  /** Opens an event like the one before, and returns its identifier. */
  const openNext = async (name: string, after = event): Promise<string> => {
    const next = { ...(await eventData(server)), name }
    const { status, body: opened } = await ask(server, 'POST', `/api/events?after=${after}`, next)
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(opened)}`)
    return opened.data[0].id
  }
  /** Signs somebody in from the network, and returns the function that calls the server as this account. */
  const as = async (role: 'mesa' | 'puerta', user: string = role) => {
    const account = { user, password: 'x', role, ...(role === 'puerta' && { gate: 'Norte' }) } as const
    const remote = { ...phone, cookies: await sessionOf(server, account) }
    return (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
      const { headers, said } = sentOrder(url, payload)
      return server.app.inject({
        ...{ method, url, payload: said, ...remote },
        headers: { ...remote.headers, ...headers },
      })
    }
  }
  return { ...server, event, enter, order, pay, owedBy, setPrices, report, openNext, as }
}

export const nameOf = ({ letter, number }: Payment) => `${letter}-${number}`

/** Sends an order for the open event over HTTP, as another desk does, and returns the answer. */
export async function sendOrder(url: string, path: string, more: object) {
  const { data } = await (await fetch(`${url}/api/events`)).json()
  const { headers, said } = sentOrder(path, { event: data[0].id, ...more })
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...sameOrigin, ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(said),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

/** Gives the open event of a running server its prices, and returns the event and the function that calls the server. */
export async function pricedEvent(url: string) {
  const ask = async (...order: [method: string, path: string, body?: object]) =>
    (await askAt(url, ...order))[0]
  await setEvent(url, anEvent({ country: 'PE', checks: ['payment'] }))
  const { id: event } = await openEventOf(url)
  await ask('PUT', '/api/till', { event, currency: 'PEN', prices, means: ['Yape'] })
  return { ask, event }
}
