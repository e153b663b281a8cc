/**
 * The printers of this machine, by the system that prints: CUPS on Linux and macOS, or that of Windows. The system of the
 * laptop prints, and tells when a job has ended: only then a card counts as printed.
 */
import type { CardSize } from '#domain/credential/cards'
import type { printerStates } from '#domain/credential/printing'

export interface SystemPrinter {
  name: string
  state: (typeof printerStates)[number]
  /** The fault of the printer, in Spanish. */
  reason?: string
}

export type JobState =
  | { state: 'waiting' | 'printing' | 'printed'; reason?: string }
  | { state: 'failed'; reason: string }

export interface PrintSystem {
  /** Returns the printers, and none on a machine without such a system. */
  printers(): Promise<SystemPrinter[]>
  /** Hands a PDF over to a printer, at 100 %, and returns the job. @throws MachineError if the system refuses it */
  print(printer: string, file: string, sheet: CardSize): Promise<string>
  state(job: string): Promise<JobState>
  /** Takes a job back. A job that has ended stays as it is. */
  cancel(job: string): Promise<void>
}

/** The title of every job, which has no name of a person: systems keep the titles. */
export const jobTitle = 'PilotOS'
