/** How the program can be installed, and what a person has there to open the kiosk and to run a command. */

interface Launch {
  /** How a person opens the kiosk: what to do, and the name of what is opened or typed. */
  open: readonly [how: string, what: string]
  /** The window in which the kiosk runs. */
  window: string
  /** The word with which a command begins, where the texts of the program say `pilotos`. */
  command: string
  /** The words before the options of the kiosk, such as `--port`. */
  serve: string
  /** Where a person types commands. */
  place: string
  /** What installs the commands, if opening the kiosk does not. */
  install?: string
  /** What a person does if files of the program are missing. */
  repair: string
}

const inFolder = 'en otra terminal, en la carpeta de PilotOS'
const unpack = 'borre la carpeta de PilotOS y extráigala otra vez; los datos quedan'

/** A clone of the repository, the archive of a release for each system, and the Debian package. */
export const launches = {
  clone: {
    open: ['abra una terminal en la carpeta de PilotOS y escriba', 'npm start'],
    window: 'la terminal',
    command: 'pilotos',
    serve: 'npm start --',
    place: inFolder,
    install: 'npm install -g .',
    repair: 'ejecute npm run build',
  },
  linux: {
    open: ['haga doble clic en PilotOS.desktop, o escriba en una terminal', './pilotos'],
    window: 'la terminal',
    command: './pilotos',
    serve: './pilotos serve',
    place: inFolder,
    repair: unpack,
  },
  darwin: {
    open: ['haga doble clic en', 'PilotOS.command'],
    window: 'la terminal',
    command: './PilotOS.command',
    serve: './PilotOS.command serve',
    place: inFolder,
    repair: unpack,
  },
  win32: {
    open: ['haga doble clic en', 'PilotOS.cmd'],
    window: 'la ventana negra',
    // PowerShell, unlike cmd.exe, runs nothing of its folder without the first two characters.
    command: '.\\PilotOS.cmd',
    serve: '.\\PilotOS.cmd serve',
    place: inFolder,
    repair: unpack,
  },
  debian: {
    open: ['abra en el menú de aplicaciones', 'PilotOS'],
    window: 'la terminal',
    command: 'pilotos',
    serve: 'pilotos serve',
    place: 'en otra terminal',
    repair: 'instale otra vez el paquete; los datos quedan',
  },
} as const satisfies Record<string, Launch>

export type Installation = keyof typeof launches

/** Returns what a person has in an installation. */
export function launchOf(installation: Installation): Launch {
  return launches[installation]
}

export function isInstallation(name: string): name is Installation {
  return Object.hasOwn(launches, name)
}
