/** `LÉAME.txt`, which explains a release to the person at the desk. */
import type { Platform } from './platforms.ts'

export const readmeName = 'LÉAME.txt'

interface Words {
  system: string
  start: string
  /** How to start a program that its author has not signed. */
  allow: string
  firewall: string
  window: string
  data: string
  command: string
}

/** Windows gets the byte order mark and the line ends with which every version of Notepad reads the file. */
export function readmeText({ os }: Pick<Platform, 'os'>, version: string): string {
  const words = wordsOf[os]
  const lines = [
    `PilotOS ${version} para ${words.system}. Registra pilotos y emite sus credenciales con QR, sin internet.`,
    '',
    `1. Para empezar: ${words.start}`,
    `2. ${words.allow}`,
    `3. ${words.firewall}`,
    `4. Para cerrar: pulse Ctrl+C en ${words.window}. Otro doble clic abre el kiosco que ya está abierto.`,
    `5. Los datos están fuera de esta carpeta, en ${words.data}. El programa lo dice al empezar.`,
    '6. Para actualizar: cierre PilotOS, borre esta carpeta y ponga la nueva en su lugar. Los datos quedan.',
    '7. Para quitarlo: borre esta carpeta. Si tampoco quiere los datos, borre también la carpeta de los datos.',
    `8. Para copiar y revisar los datos: ${words.command} backup copia.tar.gz, y ${words.command} doctor.`,
  ]
  return os === 'win32' ? `\ufeff${lines.join('\r\n')}\r\n` : `${lines.join('\n')}\n`
}

const wordsOf: Record<Platform['os'], Words> = {
  linux: {
    system: 'Linux',
    start:
      'doble clic en PilotOS.desktop (en GNOME, antes: clic derecho, Permitir lanzar), o ./pilotos en una terminal.',
    allow: 'No hace falta instalar nada más: Node va dentro de la carpeta.',
    firewall:
      'Si hay un cortafuegos, abra el puerto 4780 a la red local; si no, los teléfonos no llegan al kiosco.',
    window: 'la terminal',
    data: '~/.local/share/pilotos',
    command: './pilotos',
  },
  darwin: {
    system: 'macOS',
    start: 'doble clic en PilotOS.command. Se abren una terminal y el navegador.',
    allow:
      'La primera vez, porque el programa no está firmado: escriba xattr -dr com.apple.quarantine y un espacio en Terminal, arrastre ahí esta carpeta y pulse Enter.',
    firewall:
      'Si macOS pregunta si node acepta conexiones: Permitir. Sin eso, los teléfonos no llegan al kiosco.',
    window: 'la terminal',
    data: '~/Library/Application Support/PilotOS',
    command: './PilotOS.command',
  },
  win32: {
    system: 'Windows',
    start:
      'extraiga toda la carpeta y haga doble clic en PilotOS.cmd. Se abren una ventana negra y el navegador.',
    allow:
      'Si Windows dice que protegió su PC, porque el programa no está firmado: Más información, Ejecutar de todas formas.',
    firewall:
      'Si el Firewall pregunta: marque Redes privadas y permita el acceso. Sin eso, los teléfonos no llegan al kiosco.',
    window: 'la ventana negra',
    data: '%LOCALAPPDATA%\\PilotOS',
    command: 'PilotOS.cmd',
  },
}
