/** Every address of PilotOS, spelled once. */
import type { ExportOptions } from '../import/export.ts'
import type { ImportOptions } from '../import/import.ts'
import type { ListFilter, ListView } from '../list-query.ts'
import { type PilotId, readPilotId } from '../pilot/pilot-id.ts'

/** The screens; a `:name` is a parameter of the routers, `:name?` may be absent. */
export const screens = {
  home: '/',
  search: '/search',
  form: '/form/:id_form?',
  login: '/login',
  help: '/ayuda',
  credential: '/credencial/:id_driver',
} as const

export const apiPath = '/api'
export const sessionPath = '/api/session'
/** What the built pages are made of. */
export const assetsPath = '/assets/'
/** One pilot's record. */
export function recordPath(id: string): string {
  return `${apiPath}?${new URLSearchParams({ list: id })}`
}

/** Takes the bytes of a spreadsheet, and gives one. */
export const importPath = '/api/import'
export const exportPath = '/api/export'

export function importAddress(options: ImportOptions): string {
  return withQuery(importPath, { dry_run: options.dryRun, update: options.update, strict: options.strict })
}

export function exportAddress({ format, plain }: ExportOptions, filter: ListFilter = {}): string {
  return withQuery(exportPath, { format, plain, ...inWords(filter) })
}

/** Takes an order to print cards; with `job`, tells how far it is. */
export function printPath(job?: string): string {
  return job ? `${apiPath}/print/${job}` : `${apiPath}/print`
}

/** The PDF of an order. */
export function printFilePath(job: string): string {
  return `${printPath(job)}/credenciales.pdf`
}

/** One pilot, for what is done to it besides its data. */
export function pilotPath(id: string, what?: 'undo-remove' | 'revoke' | 'history'): string {
  return `${apiPath}/pilots/${id}${what ? `/${what}` : ''}`
}

/** How many pilots there are. */
export const countPath = '/api/count'

/** The events of changes. */
export const changesPath = '/api/changes'

/** The calls of the commands on this machine. */
export const terminalPath = '/terminal'

/** The header with the secret that those calls must carry. */
export const secretHeader = 'x-pilotos-secret'

/** The port that the kiosk listens on unless another is named. */
export const defaultPort = 4780

/** Those of other protocols, which no browser opens: https://fetch.spec.whatwg.org/#port-blocking */
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
  return withQuery(screens.search, inWords(view))
}

/** One page of pilots. */
export function listPath(view: ListView, perPage: number): string {
  return withQuery(apiPath, { list: 'all', ...inWords(view), per_page: String(perPage) })
}

/** The blank form, or the form of one pilot. */
export function formPath(id?: PilotId): string {
  return screens.form.replace('/:id_form?', id ? `/${id}` : '')
}

export function credentialPath(id: PilotId): string {
  return screens.credential.replace(':id_driver', id)
}

/** The address that a credential's QR carries: `base` is the laptop's public address, without a slash at the end. */
export function credentialUrl(base: string, id: PilotId): string {
  return base + credentialPath(id)
}

/** What a credential's address names; undefined where it is no such address. */
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

/** The picture of a QR; `credential` is the credential's whole address. */
export function qrPath(credential: string, format?: 'svg'): string {
  return `${apiPath}?${new URLSearchParams({ qr: credential, ...(format && { format }) })}`
}

/** The first page and the usual order need no words. */
function inWords({ search, modalidad, licencia, today, sort, order, page = 1 }: ListView) {
  return { search, modalidad, licencia, today, sort, order, page: page > 1 ? String(page) : undefined }
}

/** What is not there, or is not so, is left out. */
function withQuery(path: string, values: Record<string, string | boolean | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value === true ? '1' : value)
  return query.size > 0 ? `${path}?${query}` : path
}

/** Whether a host name means the machine that says it: `localhost`, 127.0.0.0/8, `::1`. */
export function isLoopbackName(hostname: string): boolean {
  return /^(localhost|127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}|\[?::1\]?)$/i.test(hostname)
}

/** What a mail program opens; the address cannot add anything of its own. */
export function mailUrl(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}

/** `https://wa.me/` and digits only; a number of nine digits or fewer gets the country code in front. */
export function chatUrl(celular: number, countryCode?: string): string {
  const digits = String(celular)
  return `https://wa.me/${digits.length <= 9 && countryCode ? countryCode : ''}${digits}`
}
