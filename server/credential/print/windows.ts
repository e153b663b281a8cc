/**
 * Prints on Windows: the program of pdf-to-printer hands a PDF over, and PowerShell tells the printers and the jobs. What
 * a script needs is in its environment, so that no name is read as a command.
 */
import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import type { CardSize } from '#domain/credential/cards'
import { MachineError } from '#domain/errors'
import type { JobState, PrintSystem, SystemPrinter } from './print-system.ts'

type Row = Record<string, unknown>

/** Runs a script, which returns objects. */
export type RunScript = (script: string, env?: Record<string, string>) => Promise<Row[]>

const scripts = {
  printers: "Get-Printer | Select-Object Name, @{n='State';e={[string]$_.PrinterStatus}}",
  job:
    'Get-PrintJob -PrinterName $env:PILOTOS_PRINTER | Where-Object DocumentName -like "*$env:PILOTOS_FILE*" | ' +
    "Select-Object Id, @{n='State';e={[string]$_.JobStatus}}",
  cancel:
    'Get-PrintJob -PrinterName $env:PILOTOS_PRINTER | Where-Object DocumentName -like "*$env:PILOTOS_FILE*" | ' +
    'Remove-PrintJob',
}

/** The states of printers and jobs that a person can do something about, the worst first. */
const reasons: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/PaperOut|PaperProblem/, 'Sin papel'],
  [/PaperJam/, 'Papel atascado'],
  [/Offline|NotAvailable|ServerOffline/, 'Apagada o desconectada'],
  [/DoorOpen/, 'Tapa abierta'],
  [/NoToner/, 'Sin tinta o sin cinta'],
  [/Paused/, 'Está en pausa: reanúdela en los ajustes de impresoras de la computadora'],
  [/Error|Blocked|UserIntervention/, 'Tiene un problema: mire su pantalla'],
]

function reasonOf(state: unknown): string | undefined {
  return reasons.find(([pattern]) => pattern.test(String(state)))?.[1]
}

export class WindowsPrinting implements PrintSystem {
  constructor(private readonly runScript: RunScript = runPowerShell) {}

  async printers(): Promise<SystemPrinter[]> {
    const rows = await this.runScript(scripts.printers).catch(() => [])
    return rows.map(({ Name, State }) => {
      const reason = reasonOf(State)
      const state = /Paused/.test(String(State))
        ? 'stopped'
        : /Printing|Busy/.test(String(State))
          ? 'printing'
          : 'ready'
      return { name: String(Name), state, ...(reason && { reason }) }
    })
  }

  /** Windows decides the paper: that of the printer's own settings. */
  async print(printer: string, file: string, _sheet: CardSize): Promise<string> {
    const { print } = await import('pdf-to-printer')
    await print(file, { printer, scale: 'noscale' }).catch((error) => {
      throw new MachineError('Windows no aceptó la impresión: mire si la impresora está lista', error)
    })
    return JSON.stringify([printer, basename(file)])
  }

  /** A job that has left the queue has ended well, unless it was seen to be deleted or to fail before. */
  async state(job: string): Promise<JobState> {
    const [row] = await this.runScript(scripts.job, environmentOf(job))
    if (!row) return { state: 'printed' }
    const state = String(row.State)
    if (/Delet/.test(state)) return { state: 'failed', reason: 'La anularon en la computadora' }
    const reason = reasonOf(state)
    return { state: /Printing|Spooling/.test(state) ? 'printing' : 'waiting', ...(reason && { reason }) }
  }

  async cancel(job: string): Promise<void> {
    await this.runScript(scripts.cancel, environmentOf(job)).catch(() => {})
  }
}

function environmentOf(job: string): Record<string, string> {
  const [printer, file] = JSON.parse(job) as [string, string]
  return { PILOTOS_PRINTER: printer, PILOTOS_FILE: file }
}

async function runPowerShell(script: string, env: Record<string, string> = {}): Promise<Row[]> {
  const whole =
    '[Console]::OutputEncoding = [Text.UTF8Encoding]::new($false); $ErrorActionPreference = "Stop"; ' +
    `ConvertTo-Json -Compress -InputObject @(${script})`
  const { stdout } = await promisify(execFile)(
    'powershell.exe',
    ['-NoProfile', '-NonInteractive', '-Command', whole],
    {
      timeout: 30_000,
      env: { ...process.env, ...env },
      windowsHide: true,
    },
  )
  return JSON.parse(stdout.trim() || '[]')
}
