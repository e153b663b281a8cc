/** Defines the commands, and prints the errors of all of them. */
import { Command, CommanderError } from 'commander'
import { launchOf } from '#domain/desk/installation'
import { type ErrorKind, PilotosError } from '#domain/errors'
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

/** Only the named command is loaded; the help and an unknown command load all of them. */
const commands: Record<string, (installed: Installed) => Promise<Command>> = {
  serve: async (installed) => (await import('./commands/desk/serve.ts')).serveCommand(installed),
  import: async (installed) => (await import('./commands/import/import.ts')).importCommand(installed),
  'undo-import': async () => (await import('./commands/merge/undo-import.ts')).undoImportCommand(),
  list: async (installed) => (await import('./commands/pilots/list.ts')).listCommand(installed),
  show: async () => (await import('./commands/pilots/list.ts')).showCommand(),
  export: async () => (await import('./commands/pilots/export.ts')).exportCommand(),
  'export-person': async () => (await import('./commands/privacy/person.ts')).exportPersonCommand(),
  qr: async () => (await import('./commands/credential/qr.ts')).qrCommand(),
  print: async (installed) => (await import('./commands/credential/print.ts')).printCommand(installed),
  remove: async () => (await import('./commands/pilots/remove.ts')).removeCommand(),
  removed: async () => (await import('./commands/pilots/remove.ts')).removedCommand(),
  erase: async () => (await import('./commands/privacy/person.ts')).eraseCommand(),
  terms: async () => (await import('./commands/credential/terms.ts')).termsCommand(),
  suspend: async () => (await import('./commands/credential/terms.ts')).suspendCommand(),
  renew: async () => (await import('./commands/credential/terms.ts')).renewCommand(),
  revoke: async () => (await import('./commands/pilots/remove.ts')).revokeCommand(),
  history: async () => (await import('./commands/pilots/list.ts')).historyCommand(),
  settings: async () => (await import('./commands/desk/settings.ts')).settingsCommand(),
  classes: async () => (await import('./commands/pilots/classes.ts')).classesCommand(),
  fields: async () => (await import('./commands/pilots/fields.ts')).fieldsCommand(),
  passages: async () => (await import('./commands/gate/passages.ts')).passagesCommand(),
  report: async (installed) => (await import('./commands/events/report.ts')).reportCommand(installed),
  waivers: async (installed) => (await import('./commands/waivers/waivers.ts')).waiversCommand(installed),
  till: async () => (await import('./commands/till/till.ts')).tillCommand(),
  startlist: async (installed) =>
    (await import('./commands/events/startlist.ts')).startListCommand(installed),
  staff: async () => (await import('./commands/staff/staff.ts')).staffCommand(),
  backup: async () => (await import('./commands/desk/backup.ts')).backupCommand(),
  restore: async (installed) => (await import('./commands/desk/backup.ts')).restoreCommand(installed),
  merge: async (installed) => (await import('./commands/merge/merge.ts')).mergeCommand(installed),
  call: async (installed) => (await import('./commands/desk/call.ts')).callCommand(installed),
  doctor: async (installed) => (await import('./commands/desk/backup.ts')).doctorCommand(installed),
}

async function program([name = '']: readonly string[], installed: Installed): Promise<Command> {
  const root = new Command('pilotos')
    .description('Registra pilotos y emite sus credenciales con QR, desde una laptop y sin internet.')
    .version(version, '-V, --version', 'muestra la versión')
    .addHelpText('after', '\nEjemplo:\n  pilotos list')
  const named = Object.hasOwn(commands, name) ? [commands[name]] : Object.values(commands)
  for (const command of await Promise.all(named.map((load) => load?.(installed)))) {
    if (command) root.addCommand(command)
  }
  setDefaultData(root, defaultDataFolder(installed))
  return inSpanish(root)
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
