/** Refuses a change that could not be read again. */
import { PilotosError } from '../../errors.ts'
import { type LogEntry, readEntry } from '../../gate/log-entry.ts'
import type { Change } from '../change.ts'
import { factNames, factOf, factValues, isFactValue } from '../facts/facts.ts'
import { fullName, type Pilot } from '../pilot.ts'
import { parsePilot } from '../stored.ts'
import { parseChange } from './history.ts'

/** @throws PilotosError which names what a reader of the log would not accept: see `parseChange` */
export function requireReadable(change: Change): void {
  if (parseChange(change)) return
  const pilot = change.put?.find((one) => !parsePilot(one))
  throw unreadable(pilot ? partOf(pilot) : 'Una parte del cambio')
}

/** @throws PilotosError which names an entry of the log of passages that a reader would not accept */
export function requireReadableEntries(entries: readonly LogEntry[]): void {
  const bad = entries.find((entry) => !readEntry(entry))
  if (bad) throw unreadable('settles' in bad ? 'El motivo de una incidencia' : `Una lectura de ${bad.gate}`)
}

/** Returns the words for the first part of a pilot that cannot be read, such as `«Pagos» de Ana Prueba`. */
function partOf(pilot: Pilot): string {
  const name = factNames.find((one) => pilot[one] !== undefined && !factOf(one).is(pilot[one]))
  const part = name && isFactValue(name) ? `«${factValues[name].label}»` : 'Un dato'
  return `${part} de ${fullName(pilot)}`
}

function unreadable(what: string): PilotosError {
  return new PilotosError(
    'conflict',
    `No se guardó nada: ${what} no se podría leer al abrir PilotOS otra vez. Si vino de otra mesa o de una copia, ` +
      'corríjalo ahí',
  )
}
