/** The files that a person opens: the launchers and `LÉAME.txt`. */
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Installation, launchOf } from '../server/domain/desk/installation.ts'
import type { Platform } from './platforms.ts'

export type Released = Exclude<Installation, 'clone'>

/** The launchers of each system, and their sources in `packaging/launchers`. */
const launchers = {
  win32: { 'PilotOS.cmd': 'PilotOS.cmd' },
  darwin: { 'PilotOS.command': 'launcher.sh' },
  linux: { pilotos: 'launcher.sh', 'PilotOS.desktop': 'PilotOS.desktop' },
}

/** Writes the launchers and the text into the folder of a release. */
export async function writeLaunchers(
  root: string,
  folder: string,
  { os, least = '' }: Pick<Platform, 'os' | 'least'>,
  version: string,
): Promise<void> {
  await writeFile(join(folder, readmeName), readmeText(os, version, least))
  for (const [name, source] of Object.entries(launchers[os])) {
    const launcher = join(folder, name)
    const text = (await readFile(launcherSource(root, source), 'utf8')).replace(/^least=$/m, `least=${least}`)
    // cmd.exe loses its place in a file with line feeds only.
    await writeFile(launcher, os === 'win32' ? text.replace(/\r?\n/g, '\r\n') : text)
    await chmod(launcher, 0o755)
  }
}

export function launcherSource(root: string, name: string): string {
  return join(root, 'packaging/launchers', name)
}

/** The text that explains a release to the person at the desk. */
export const readmeName = 'LÉAME.txt'

interface Words {
  system: string
  /** The words before and after those of the first start. */
  before?: string
  after?: string
  /** How to start a program that its author has not signed. */
  allow: string
  firewall: string
  /** Tells that nobody has run the release on the system itself. */
  untried?: string
  data: string
  update: string
  removal: string
}

/** Windows gets the byte order mark and the line ends with which every version of Notepad reads the file. */
export function readmeText(installation: Released, version: string, least = ''): string {
  const words = wordsOf[installation]
  const { open, window, command, place } = launchOf(installation)
  const { before = '', after = '', untried } = words
  const lines = [
    `PilotOS ${version} para ${words.system}${least && ` ${least} o más nuevo`}. Registra pilotos y emite sus credenciales con QR, sin internet.`,
    ...(untried ? [untried] : []),
    '',
    `1. Para empezar: ${before}${open.join(' ')}${after}. Se abren ${window} y el navegador.`,
    `2. ${words.allow}`,
    `3. ${words.firewall}`,
    `4. Para cerrar: pulse Ctrl+C en ${window}. Si abre PilotOS otra vez, ve el kiosco que ya está abierto.`,
    `5. Los datos están fuera del programa, en ${words.data}. El programa lo dice al empezar.`,
    `6. Para actualizar: ${words.update}. Los datos quedan.`,
    `7. Para quitarlo: ${words.removal}. Si tampoco quiere los datos, borre también la carpeta de los datos.`,
    `8. Para copiar y revisar los datos, escriba ${place}: ${command} backup copia.tar.gz, y ${command} doctor.`,
  ]
  return installation === 'win32' ? `\ufeff${lines.join('\r\n')}\r\n` : `${lines.join('\n')}\n`
}

const ofFolder = {
  update: 'cierre PilotOS, borre esta carpeta y ponga la nueva en su lugar',
  removal: 'borre esta carpeta',
}

const ofLinux = {
  firewall:
    'Si hay un cortafuegos, abra los puertos 4780 y 4781 a la red local; si no, los teléfonos no llegan al kiosco.',
  data: '~/.local/share/pilotos',
}

const wordsOf: Record<Released, Words> = {
  linux: {
    ...ofFolder,
    ...ofLinux,
    system: 'Linux',
    after: ' (en GNOME, antes del doble clic: clic derecho, Permitir lanzar)',
    allow: 'No hace falta instalar nada más: Node va dentro de la carpeta.',
  },
  debian: {
    ...ofLinux,
    system: 'Debian y Ubuntu',
    after: ', o escriba pilotos en una terminal',
    allow: 'No hace falta instalar nada más: Node va dentro del paquete.',
    update: 'cierre PilotOS e instale el paquete nuevo encima: sudo apt install ./pilotos_VERSIÓN_amd64.deb',
    removal: 'sudo apt remove pilotos',
  },
  darwin: {
    ...ofFolder,
    system: 'macOS',
    untried: 'Se armó en Linux y no se probó en una Mac: pruébelo en la suya antes del evento.',
    allow:
      'La primera vez, porque el programa no está firmado: escriba xattr -dr com.apple.quarantine y un espacio en Terminal, arrastre ahí esta carpeta y pulse Enter.',
    firewall:
      'Si macOS pregunta si node acepta conexiones: Permitir. Sin eso, los teléfonos no llegan al kiosco.',
    data: '~/Library/Application Support/PilotOS',
  },
  win32: {
    ...ofFolder,
    system: 'Windows',
    untried:
      'Se probó con Wine, que imita a Windows, y no en Windows mismo: pruébelo en su laptop antes del evento, también con su impresora.',
    before: 'extraiga toda la carpeta y ',
    allow:
      'Si Windows dice que protegió su PC, porque el programa no está firmado: Más información, Ejecutar de todas formas.',
    firewall:
      'Si el Firewall pregunta: marque Redes privadas y permita el acceso. Sin eso, los teléfonos no llegan al kiosco.',
    data: '%LOCALAPPDATA%\\PilotOS',
  },
}
