/** Defines the commands, and prints the errors of all of them. */
import { Command, CommanderError } from 'commander'
import type { CallName } from '#domain/api/calls'
import { launchOf } from '#domain/desk/installation'
import { type ErrorKind, PilotosError, UsageError } from '#domain/errors'
import { enumerate } from '#domain/text/text'
import { version } from '../package.json'
import { withDiskError } from '../server/files/atomic-file.ts'
import { inSpanish, usageMessage } from './terminal/help-texts.ts'
import { defaultDataFolder, type Installed, ReportedFailure, setDefaultData } from './terminal/options.ts'
import { say, setCommandWord } from './terminal/output.ts'

/** Runs a command and returns its exit code: 0 done, 1 refused or not found, 2 wrong usage, 3 the machine failed. */
export async function main(args: readonly string[], installed: Installed): Promise<number> {
  endQuietlyWhenNobodyReads()
  process.once('beforeExit', sayUnfinished)
  if (process.env.PILOTOS_DATA === '') delete process.env.PILOTOS_DATA
  setCommandWord(launchOf(installed.installation).command, Object.keys(commands))
  try {
    await (await program(args, installed)).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    return report(error, args)
  } finally {
    process.off('beforeExit', sayUnfinished)
  }
}

/** Reports that the event loop has nothing left to wait for although the command has not ended. */
function sayUnfinished(): void {
  say('pilotos: la orden se detuvo sin terminar, y lo que pedía puede no estar hecho. Repítala')
}

/**
 * The commands in their groups, as the help lists them. Only the named command is loaded; the help and an unknown command
 * load all of them.
 */
const groups: Record<string, Record<string, (installed: Installed) => Promise<Command>>> = {
  'Cada día:': {
    serve: async (installed) => (await import('./commands/desk/serve.ts')).serveCommand(installed),
    list: async (installed) => (await import('./commands/pilots/list.ts')).listCommand(installed),
    show: async () => (await import('./commands/pilots/list.ts')).showCommand(),
    qr: async () => (await import('./commands/credential/qr.ts')).qrCommand(),
    print: async (installed) => (await import('./commands/credential/print.ts')).printCommand(installed),
    report: async (installed) => (await import('./commands/events/report.ts')).reportCommand(installed),
  },
  'Datos:': {
    import: async (installed) => (await import('./commands/import/import.ts')).importCommand(installed),
    'undo-import': async () => (await import('./commands/merge/undo-import.ts')).undoImportCommand(),
    export: async () => (await import('./commands/pilots/export.ts')).exportCommand(),
    backup: async () => (await import('./commands/desk/backup.ts')).backupCommand(),
    restore: async (installed) => (await import('./commands/desk/backup.ts')).restoreCommand(installed),
    merge: async (installed) => (await import('./commands/merge/merge.ts')).mergeCommand(installed),
  },
  'Personas:': {
    history: async () => (await import('./commands/pilots/list.ts')).historyCommand(),
    remove: async () => (await import('./commands/pilots/remove.ts')).removeCommand(),
    removed: async () => (await import('./commands/pilots/remove.ts')).removedCommand(),
    'export-person': async () => (await import('./commands/privacy/person.ts')).exportPersonCommand(),
    erase: async () => (await import('./commands/privacy/person.ts')).eraseCommand(),
    staff: async () => (await import('./commands/staff/staff.ts')).staffCommand(),
  },
  'Máquina:': {
    doctor: async (installed) => (await import('./commands/desk/backup.ts')).doctorCommand(installed),
    call: async (installed) => (await import('./commands/desk/call.ts')).callCommand(installed),
  },
}
const commands = Object.assign({}, ...Object.values(groups)) as (typeof groups)[string]

/** The calls that do what commands of earlier versions did. */
const formerCommands: Readonly<Record<string, readonly CallName[]>> = {
  fields: ['GET /api/fields', 'POST /api/fields'],
  classes: ['GET /api/classes', 'POST /api/classes'],
  settings: ['GET /api/settings', 'PUT /api/settings'],
  terms: ['PUT /api/pilots/:id/terms'],
  suspend: ['PUT /api/pilots/:id/terms'],
  renew: ['POST /api/renewals'],
  revoke: ['POST /api/pilots/:id/revoke'],
  passages: ['GET /api/passages', 'GET /api/passages/export', 'PUT /api/passages/:id/settlement'],
  till: ['GET /api/till/report', 'GET /api/till/export'],
  waivers: ['GET /api/events/:id/waivers.pdf'],
  startlist: ['POST /api/start-lists'],
}

async function program([name = '']: readonly string[], installed: Installed): Promise<Command> {
  if (Object.hasOwn(formerCommands, name)) throw new UsageError(formerText(name))
  const root = new Command('pilotos')
    .description('Registra pilotos y emite sus credenciales con QR, desde una laptop y sin internet.')
    .version(version, '-V, --version', 'muestra la versión')
    .addHelpText('after', '\nEjemplo:\n  pilotos list')
  for (const [group, members] of Object.entries(groups)) {
    const named = Object.hasOwn(commands, name) ? [members[name]] : Object.values(members)
    for (const command of await Promise.all(named.map((load) => load?.(installed))))
      if (command) root.addCommand(command.helpGroup(group))
  }
  setDefaultData(root, defaultDataFolder(installed))
  return inSpanish(root)
}

function formerText(name: string): string {
  const calls = formerCommands[name]?.map((call) => `pilotos call "${call}"`) ?? []
  return `la orden ${name} es ahora ${enumerate(calls, 'o')}: con --help, cada una muestra su forma`
}

const exitCodes: Partial<Record<ErrorKind, number>> = {
  usage: 2,
  'disk-full': 3,
  machine: 3,
  unavailable: 3,
}

function report(given: unknown, args: readonly string[]): number {
  const error = withDiskError(given)
  if (error instanceof ReportedFailure) return error.exitCode
  if (error instanceof CommanderError) {
    // Commander ends `help` as it ends a missing command, with the exit code that the process has so far.
    if (error.exitCode === 0 || (error.code === 'commander.help' && args.includes('help'))) return 0
    const message = usageMessage(error)
    if (message) say(`pilotos: ${message}`)
    return 2
  }
  if (error instanceof PilotosError) {
    const { fields = {} } = error.details
    say(`pilotos: ${[error.message, ...Object.values(fields)].join(': ')}`)
    return exitCodes[error.kind] ?? 1
  }
  say('pilotos: algo falló dentro del programa. Repita la orden; si vuelve a pasar, informe de esto:')
  say(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  if (process.env.PILOTOS_DEBUG && error instanceof Error) say(error.stack ?? '')
  return 3
}

/** Ends the process without an error if the reader closes the pipe early, as in `pilotos list | head`. */
function endQuietlyWhenNobodyReads(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })
}
