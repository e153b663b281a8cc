/** The addresses of PilotOS: those of screens, each of which is defined only here, and those of calls, from their names. */
import type { RemovedView } from '../pilots/history/removed.ts'
import { type PilotId, readPilotId } from '../pilots/pilot-id.ts'
import type { ListView } from '../pilots/search/list-query.ts'
import type { AddressInput, CallName, Rest } from './calls.ts'

/** The paths of the screens. `:name` is a parameter for the routers; `:name?` is optional. */
export const screens = {
  home: '/',
  search: '/search',
  form: '/form/:id_form?',
  login: '/login',
  help: '/ayuda',
  manual: '/ayuda/manual',
  settings: '/ajustes',
  removed: '/borrados',
  pending: '/por-inscribir',
  approvals: '/por-aprobar',
  gate: '/puerta',
  incidents: '/incidencias',
  report: '/informe',
  startList: '/lista-de-salida',
  till: '/caja',
  credential: '/credencial/:id_driver',
  apply: '/anotarme',
  chips: '/chips',
} as const

export const apiPath = '/api'
export const sessionPath = '/api/session'
/** The path of the files that the built pages load. */
export const assetsPath = '/assets/'
/** Returns the path of one pilot's record. */
export function recordPath(id: string): string {
  return `${apiPath}?${new URLSearchParams({ list: id })}`
}

/** Returns the address of a section of the manual, whose identifier is that of its heading. */
export function manualSection(id: string): string {
  return `${screens.manual}#${id}`
}

/** Returns the address of the manual, in which `words` are searched. */
export function manualSearch(words: string): string {
  return withQuery(screens.manual, { buscar: words })
}

/** Returns the address of the screen of removed pilots. */
export function removedScreen({ search, page = 1 }: RemovedView = {}): string {
  return withQuery(screens.removed, { search, page: page > 1 && page })
}

/** Returns the address of the form on the phone of a rider. `code` is that of the poster. */
export function applyPath(code: string): string {
  return withQuery(screens.apply, { c: code })
}

/** Returns the address of the queue of applications, or that which opens one by its turn. The QR on the phone has it. */
export function approvalPath(turn?: string): string {
  return withQuery(screens.approvals, { turno: turn })
}

/** Returns the address of the report or of the till of an event, which is the open one by default. */
export function screenOfEvent(screen: 'report' | 'till', event?: string): string {
  return withQuery(screens[screen], { event })
}

/** The state of the screen of incidents, as its address carries it. */
export interface IncidentsView {
  /** Shows the settled incidents or all passages, and not the open incidents. */
  kind?: 'settled' | 'all'
  /** The identifier of an event, or `all` for those of all events. Without it, those of the open event. */
  event?: string
  gate?: string
  /** `YYYY-MM-DD` */
  day?: string
  /** From 1. */
  page?: number
}

/** Returns the address of the screen of incidents. */
export function incidentsScreen({ kind, event, gate, day, page = 1 }: IncidentsView = {}): string {
  const flags = { settled: kind === 'settled', all: kind === 'all' }
  return withQuery(screens.incidents, { ...flags, event, gate, day, page: page > 1 && page })
}

/** Returns the address that pairs a phone. The code is in the fragment, which a browser sends to no server. */
export function pairingUrl(base: string, code: string): string {
  return `${base}${screens.gate}#${code}`
}

/** Returns the code in the fragment of such an address, or undefined for any other fragment. */
export function readPairingCode(fragment: string): string | undefined {
  return /^#([\w-]{22})$/.exec(fragment)?.[1]
}

/** The path of the change feed. */
export const changesPath = '/api/changes'

/** The path of the calls that commands on this machine make. */
export const terminalPath = '/terminal'

/** The header with the secret that the calls of commands must carry. */
export const secretHeader = 'x-pilotos-secret'

/** The default port of the server. */
export const defaultPort = 4780

/** The ports of other protocols, which browsers block: https://fetch.spec.whatwg.org/#port-blocking */
const blockedPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

export function isBrowserPort(port: number): boolean {
  return !blockedPorts.has(port)
}

export function searchPath(view: ListView = {}): string {
  return withQuery(screens.search, queryOf(view))
}

/** Returns the path of the blank form, or of the form of one pilot. */
export function formPath(id?: PilotId): string {
  return screens.form.replace('/:id_form?', id ? `/${id}` : '')
}

/** Returns the path of the form with an application. */
export function applicationPath(id: string): string {
  return withQuery(formPath(), { application: id })
}

/** Returns the application of such an address, or undefined for the address of any other screen. */
export function readApplicationPath({ pathname, search }: { pathname: string; search: string }) {
  return pathname === formPath() ? (new URLSearchParams(search).get('application') ?? undefined) : undefined
}

/** Returns the address of the sign-in, which leads back to a credential if `path` is the address of one. */
export function loginPath(path = ''): string {
  const [, code = ''] = /^\/credencial\/([^/]+)\/?$/.exec(path) ?? []
  return withQuery(screens.login, { credencial: readPilotId(code) })
}

/** Returns the path of the credential in the query of such an address. */
export function readLoginQuery(query: string): string | undefined {
  const id = readPilotId(new URLSearchParams(query).get('credencial') ?? '')
  return id && credentialPath(id)
}

export function credentialPath(id: PilotId): string {
  return screens.credential.replace(':id_driver', id)
}

/**
 * Returns the address that a credential's QR carries. `base` is the laptop's public address, without a slash at the
 * end.
 */
export function credentialUrl(base: string, id: PilotId): string {
  return base + credentialPath(id)
}

/** Reads the address of a credential. Returns undefined if the text is not the address of a credential. */
export function readCredentialUrl(text: string): { url: URL; id: PilotId } | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) return undefined
  const [, code] = /^\/credencial\/([^/]+)$/.exec(url.pathname) ?? []
  const id = code && readPilotId(code)
  return id ? { url, id } : undefined
}

export function photoPath(name: string): string {
  return `/files/${name}`
}

/** Returns the path of a photo of about 96 pixels and at most 4 KB. */
export function smallPhotoPath(name: string): string {
  return `${photoPath(name)}?size=small`
}

/** Returns the path of the picture of a QR. `credential` is the whole address of the credential. */
export function qrPath(credential: string, format?: 'svg'): string {
  return `${apiPath}?${new URLSearchParams({ qr: credential, ...(format && { format }) })}`
}

/** Returns the parameters of a view. The first page and the default order have no parameter. */
export function queryOf({ noPhoto, noCard, sort, order, page = 1, ...filter }: ListView) {
  return {
    ...{ ...filter, no_photo: noPhoto, no_card: noCard, sort, order },
    page: page > 1 ? page : undefined,
  }
}

/** Appends a query to a path. Values that are undefined, false or empty are left out; true becomes `1`. */
function withQuery(path: string, values: Record<string, string | number | boolean | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value || value === 0) query.set(name, value === true ? '1' : String(value))
  return query.size > 0 ? `${path}?${query}` : path
}

/** Returns true if a host name means the local machine: `localhost`, 127.0.0.0/8, `::1`. */
export function isLoopbackName(hostname: string): boolean {
  return /^(localhost|127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}|\[?::1\]?)$/i.test(hostname)
}

/** Returns the `mailto:` URL of an address, encoded so that the address cannot add headers to the mail. */
export function mailUrl(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}

/**
 * Returns the `tel:` URL of the first number in a text, such as `912 345 678 / 01 234 5678`. Returns undefined if the
 * text has none, or one that no telephone can have (ITU-T E.164: at most 15 digits).
 */
export function phoneUrl(text: string): string | undefined {
  const [first = ''] = /\+?\(?\d(?:[ .()-]?[ .()-]?\d)*/.exec(text.replace(/ [-–] /g, ' / ')) ?? []
  const digits = first.replace(/\D/g, '')
  if (digits.length < 3 || digits.length > 15) return undefined
  return `tel:${first.startsWith('+') ? '+' : ''}${digits}`
}

/** Returns the URL of a WhatsApp chat with a number: see `chatNumber`. */
export function chatUrl(number: string): string {
  return `https://wa.me/${number}`
}

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

/** The pause before a page asks an address again after a temporary failure, in milliseconds. */
export const retryAfter = 3000
