/** Names the commands; the one place where a terminal error is printed. */
import { Command, CommanderError } from 'commander'
import { type ErrorKind, PilotosError } from '#domain/errors'
import { version } from '../package.json'
import { backupCommand } from './commands/backup.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { importCommand } from './commands/import.ts'
import { listCommand } from './commands/list.ts'
import { qrCommand } from './commands/qr.ts'
import { restoreCommand } from './commands/restore.ts'
import { serveCommand } from './commands/serve.ts'
import { showCommand } from './commands/show.ts'
import { staffCommand } from './commands/staff.ts'
import { say } from './output.ts'
import { inSpanish, usageMessage } from './spanish.ts'

/** Where the program finds what is built beside it. */
export interface Installed {
  clientFolder: string
}

/** Runs one command and gives its exit code: 0 done, 1 refused or not found, 2 wrong usage, 3 the machine failed. */
export async function main(args: readonly string[], { clientFolder }: Installed): Promise<number> {
  endQuietlyWhenNobodyReads()
  if (process.env.PILOTOS_DATA === '') delete process.env.PILOTOS_DATA
  try {
    await program(clientFolder).parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    return report(error)
  }
}

function program(clientFolder: string): Command {
  const root = new Command('pilotos')
    .description('Registra pilotos y emite sus credenciales con QR, desde una laptop y sin internet.')
    .version(version, '-V, --version', 'muestra la versión')
    .addHelpText('after', '\nEjemplo:\n  pilotos list')
  for (const command of [
    serveCommand(clientFolder),
    importCommand(),
    listCommand(),
    showCommand(),
    exportCommand(),
    qrCommand(),
    staffCommand(),
    backupCommand(),
    restoreCommand(),
    doctorCommand(),
  ]) {
    root.addCommand(command)
  }
  return inSpanish(root)
}

const exitCodes: Partial<Record<ErrorKind, number>> = { usage: 2, 'disk-full': 3, machine: 3 }

function report(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    const message = usageMessage(error)
    if (message) say(`pilotos: ${message}`)
    return 2
  }
  if (error instanceof PilotosError) {
    say(`pilotos: ${error.message}`)
    return exitCodes[error.kind] ?? 1
  }
  say('pilotos: algo falló dentro del programa. Repita la orden; si vuelve a pasar, informe de esto:')
  say(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  if (process.env.PILOTOS_DEBUG && error instanceof Error) say(error.stack ?? '')
  return 3
}

/** `pilotos list | head` closes the pipe early, which is no error. */
function endQuietlyWhenNobodyReads(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })
}
