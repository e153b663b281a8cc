/** Every address of PilotOS, spelled once. */
import { type PilotId, readPilotId } from './pilot-id.ts'

/** The screens; a `:name` is a parameter of the routers, `:name?` may be absent. */
export const screens = {
  home: '/',
  search: '/search',
  form: '/form/:id_form?',
  login: '/login',
  credential: '/credencial/:id_driver',
} as const

export const apiPath = '/api'
export const sessionPath = '/api/session'
/** What the built pages are made of. */
export const assetsPath = '/assets/'
export const terminalPath = '/terminal'

/** The port that the kiosk listens on unless another is named. */
export const defaultPort = 4780

export function searchPath({ search = '', page = 1 }: { search?: string; page?: number }): string {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${screens.search}?${query}` : screens.search
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

/** The host and the pilot that a credential's address names; undefined where it is no such address. */
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
