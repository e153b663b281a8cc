/** `pilotos serve`: starts the server and keeps it running until a signal stops it. */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { defaultPort, isBrowserPort, isLoopbackName } from '#domain/api/addresses'
import { clockWarning } from '#domain/clock'
import { asError, PilotosError } from '#domain/errors'
import type { ProxySign } from '#domain/staff/local-access'
import { type PublicData, publicDataNames } from '#domain/staff/roles'
import { count } from '#domain/text/text'
import type { RunningServer } from '../../../server/listen.ts'
import type { PublicAddress } from '../../../server/network/public-address.ts'
import { qrForTerminal } from '../../../server/qr/qr.ts'
import { backupFolderOf, describeData, isDatabase } from '../../../server/store/data-address.ts'
import { findServer } from '../../../server/store/running-server.ts'
import {
  type DataOptions,
  dataOption,
  findUnusedData,
  type Installed,
  integer,
  publicUrlOption,
  trustProxyOption,
  unusedDataText,
} from '../../terminal/options.ts'
import { asTyped, draw, hasColour, print, say } from '../../terminal/output.ts'

interface ServeOptions extends DataOptions {
  port: number
  httpsPort?: number
  https: boolean
  host: string
  publicUrl?: string
  countryCode?: string
  requireLogin?: boolean
  trustProxy?: string[]
  public?: PublicData
  open: boolean
  openRunning?: boolean
  kiosk?: boolean
}

export function serveCommand(installed: Installed): Command {
  return new Command('serve')
    .description('abre el kiosco: las páginas para la mesa, los teléfonos y los QR')
    .addOption(dataOption())
    .option('--port <puerto>', 'puerto; con 0 el sistema elige uno libre', port, defaultPort)
    .option(
      '--https-port <puerto>',
      'puerto seguro de las puertas, para su cámara; si falta, el siguiente',
      port,
    )
    .option('--no-https', 'no abre el puerto seguro')
    .option('--host <dirección>', 'dirección en la que escucha', '0.0.0.0')
    .addOption(publicUrlOption())
    .option('--country-code <código>', 'código de país para los celulares, como 51', countryCode)
    .option('--require-login', 'pide iniciar sesión también en esta laptop')
    .addOption(trustProxyOption())
    .addOption(
      new Option(
        '--public <datos>',
        'lo que ve quien escanea un QR sin iniciar sesión; si falta, lo que diga Ajustes',
      ).choices(publicDataNames),
    )
    .option('--kiosk', 'abre Chromium, Chrome o Edge a pantalla completa')
    .option('--no-open', 'no abre el navegador')
    .option('--open-running', 'si ya hay un kiosco con esta carpeta, lo abre en el navegador y termina')
    .addHelpText('after', '\nEjemplo:\n  pilotos serve --country-code 51')
    .action((options: ServeOptions) => serve(options, installed))
}

async function serve(options: ServeOptions, installed: Installed): Promise<void> {
  // The failure of work that nothing waits for is reported. It must not end the kiosk in the middle of an event.
  process.on('unhandledRejection', (reason) => report(asError(reason)))
  const server = await startOrFind(options, installed)
  if (!('address' in server)) {
    say(`PilotOS ya estaba abierto, en ${server.url}`)
    return show(server.url, options)
  }
  server.notes.forEach(say)
  if (server.clock) say(clockWarning(server.clock))
  const stopped = stopSignal()
  const { addresses, qr, notes } = welcome(server, options)
  await print(addresses)
  await draw(qr)
  await print(asTyped(notes))
  for (const { text, advice } of (await findUnusedData(options.data, installed)).map(unusedDataText))
    say(`Atención: ${text}: ${advice}`)
  await show(server.url, options)
  await stopped
  say('Cerrando el kiosco…')
  await server.close()
}

/** Starts a server or, with `--open-running`, returns the address of the server that already has the folder. */
async function startOrFind(
  options: ServeOptions,
  installed: Installed,
): Promise<RunningServer | { url: string }> {
  const { startServer } = await import('../../../server/listen.ts')
  try {
    const securePort = securePortOf(options)
    return await startServer({
      ...options,
      securePort,
      publicData: options.public,
      ...installed,
      report,
      say,
    })
  } catch (error) {
    const mayBeRunning = options.openRunning && !isDatabase(options.data)
    const running = mayBeRunning ? await findServer(options.data) : undefined
    if (!running) throw error
    return { url: running.url }
  }
}

/**
 * Returns the port of the gates with https. Under a public https address they have it already, and a kiosk for this
 * laptop alone has no phones.
 */
function securePortOf({
  https,
  httpsPort,
  port,
  host,
  publicUrl,
  trustProxy,
}: ServeOptions): number | undefined {
  const hasProxy = publicUrl?.startsWith('https:') || (trustProxy ?? []).length > 0
  if (!https || hasProxy || isLoopbackName(host)) return undefined
  if (httpsPort !== undefined || port === anyPort) return httpsPort ?? anyPort
  // A browser does not open every port.
  for (let next = port + 1; next < 65536; next++) if (isBrowserPort(next)) return next
  return anyPort
}

async function show(url: string, { data, open, kiosk }: ServeOptions): Promise<void> {
  if (open && kiosk) await openFullScreen(url, data)
  else if (open) await openBrowser(url)
}

/** Prints one line for staff, and the stack for developers if PILOTOS_DEBUG is set. */
function report(error: Error): void {
  say(error instanceof PilotosError ? error.message : `Algo falló en el kiosco: ${error.message}`)
  if (process.env.PILOTOS_DEBUG) say(error.stack ?? '')
}

function welcome(server: RunningServer, options: ServeOptions) {
  const publicUrl = server.address.url()
  const secureUrl = server.address.secureUrl()
  const isAlone = isLoopbackName(options.host) && !(server.proxySign && options.publicUrl)
  const isOnLan = !isAlone && new URL(publicUrl).hostname !== 'localhost'
  const alone = isAlone
    ? 'ninguno: --host deja entrar solo a esta laptop'
    : 'esta laptop no está en ninguna red'
  const addresses = [
    'PilotOS está abierto.',
    '',
    `  En esta laptop:   ${server.url}`,
    `  En los teléfonos: ${isOnLan ? phoneAddresses(server.address).join(`\n${' '.repeat(20)}`) : alone}`,
    ...(isOnLan && secureUrl ? [`  Puertas:          ${secureUrl} (lleva el QR de Ajustes, Puertas)`] : []),
    `  Copias:           ${copies(server, options)}`,
    `  Datos:            ${isDatabase(options.data) ? describeData(options.data) : resolve(options.data)}`,
    '',
  ]
  const notes = [
    'Quién puede qué:',
    ...accessLines(server, options).map((line) => `  ${line}`),
    '',
    ...proxyLines(server),
    ...oldCardLines(server),
    'Para cerrarlo: Ctrl+C',
  ]
  const qr = isOnLan ? `${qrForTerminal(publicUrl, { colour: hasColour() })}\n` : ''
  return { addresses: linesOf(addresses), qr, notes: linesOf(notes) }
}

/** Returns the address for phones, or one for each network as long as nobody has said in which one they are. */
export function phoneAddresses(address: PublicAddress): string[] {
  const [url, networks] = [address.url(), address.networks()]
  if (networks.length === 0 || networks.some(({ chosen }) => chosen)) return [url]
  const urls = networks.map(({ name, address: hostname }) => {
    const { origin } = Object.assign(new URL(url), { hostname })
    return `${origin} (${name})`
  })
  return [...urls, 'Diga en Ajustes, Puertas, en cuál están: hasta entonces, los QR llevan la primera']
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

function copies({ backupFolder }: RunningServer, { data }: ServeOptions): string {
  return backupFolder
    ? `${backupFolder} (una cada hora si algo cambió, las últimas diez)`
    : `ninguna automática: son cosa de la base de datos, o de pilotos backup. Las de antes de un cambio grande, en ${backupFolderOf(data)}`
}

/** Explains why the laptop is asked for a password, and how to respond. */
function proxyLines({ proxySign, address, accounts }: RunningServer): string[] {
  if (!proxySign) return []
  const reasons: Record<ProxySign, string> = {
    'trusted-proxy': '--trust-proxy dice que hay un proxy delante del kiosco.',
    https: `la dirección pública, ${address.url()}, es https, y eso lo da un proxy.`,
    'foreign-host': `la dirección pública, ${address.url()}, no es de esta laptop.`,
  }
  return [
    `Atención: también en esta laptop hay que iniciar sesión, porque ${reasons[proxySign]}`,
    'Lo que pasa por un proxy o un reenvío de puertos parece venir de la laptop misma, venga de donde venga.',
    ...(accounts === 0 ? ['Todavía no hay ninguna cuenta. Cree una: pilotos staff add USUARIO'] : []),
    ...(proxySign === 'foreign-host'
      ? ['Si esa dirección debe ser la de esta laptop, conéctela a su red y abra el kiosco otra vez.']
      : []),
    '',
  ]
}

/** Warns about printed cards with another address: a printed QR cannot change, so its address must remain valid. */
function oldCardLines({ oldCards, address }: RunningServer): string[] {
  if (oldCards.length === 0) return []
  const [{ address: old } = { address: '' }] = oldCards
  return [
    `Atención: la dirección de esta laptop es ahora ${address.url()}, y hay credenciales impresas con otra:`,
    ...oldCards.map((cards) => `  ${count(cards.count, 'credencial', 'credenciales')} con ${cards.address}`),
    'Sus QR no abrirán en los teléfonos mientras esa dirección no lleve a esta laptop. Para conservarla,',
    `dé a la laptop esa misma dirección en la red y abra el kiosco con: pilotos serve --public-url ${old}`,
    'O imprímalas otra vez: pilotos print --outdated --out otra-vez.pdf',
    '',
  ]
}

function accessLines({ accounts, proxySign, publicData }: RunningServer, options: ServeOptions): string[] {
  const others =
    accounts > 0
      ? `lo que permite el rol de su cuenta (hay ${accounts})`
      : 'nada todavía; cree cuentas con pilotos staff add USUARIO'
  const seen =
    publicData === 'minima' ? 'nombre, foto, licencia, número, modalidad y club' : 'la credencial completa'
  const laptop =
    options.requireLogin || proxySign
      ? `Esta laptop: ${others}`
      : 'Esta laptop: todo, sin contraseña, también para sus otros usuarios (--require-login la pide)'
  if (isLoopbackName(options.host) && !proxySign) return [laptop]
  return [laptop, `Otros equipos: ${others}`, `Quien escanee un QR: ${seen} de ese piloto, sin cuenta`]
}

/**
 * Waits for a signal to close the kiosk. One press of Ctrl+C may arrive twice, since npm passes it on: the same signal
 * ends a closing kiosk only some seconds later.
 */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const stop = () => {
        resolve()
        setTimeout(() => process.off(signal, stop), 3000).unref()
      }
      process.on(signal, stop)
    }
  })
}

/** The port number that makes the system choose a free port. */
const anyPort = 0

function port(text: string): number {
  const number = integer(0, 65535)(text)
  if (number !== anyPort && !isBrowserPort(number))
    throw new InvalidArgumentError('los navegadores no abren ese puerto: elija otro')
  return number
}

function countryCode(text: string): string {
  const digits = text.replace(/^\+/, '')
  if (!/^[1-9]\d{0,2}$/.test(digits)) throw new InvalidArgumentError('debe ser de 1 a 3 cifras, como 51')
  return digits
}

/** Opens the default browser. */
export async function openBrowser(url: string): Promise<void> {
  const { default: open } = await import('open')
  try {
    quietly(await open(url))
  } catch {
    say(`No se pudo abrir el navegador: abra ${url}`)
  }
}

/**
 * Opens Chromium, Chrome or Edge in full screen, without bars and tabs. The browser has its own profile, in the data
 * folder if there is one, because a browser that is already running would open a tab instead.
 */
export async function openFullScreen(url: string, data: string): Promise<void> {
  const { default: open, apps } = await import('open')
  const options = [
    '--kiosk',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-session-crashed-bubble',
  ]
  const profile = `--user-data-dir=${isDatabase(data) ? join(homedir(), '.pilotos', 'browser') : resolve(data, 'browser')}`
  const names = [apps.chrome, apps.edge].flat()
  try {
    quietly(await open(url, { app: names.map((name) => ({ name, arguments: [...options, profile] })) }))
    say('Para salir de la pantalla completa: Alt+F4')
  } catch {
    say(`No se encontró Chromium, Chrome ni Edge: abra ${url} en el navegador, a pantalla completa con F11`)
  }
}

function quietly(browser: { on(event: 'error', listener: () => void): unknown }): void {
  browser.on('error', () => {})
}
