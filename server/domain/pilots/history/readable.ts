/** Reads stored changes, and refuses a change that could not be read again. */
import { labelOf, namesIn, type Shared } from '../../desk/shared.ts'
import { PilotosError } from '../../errors.ts'
import type { LogEntry } from '../../gate/log-entry.ts'
import { hasShape } from '../../stored/checks.ts'
import { isMoment } from '../../text/date.ts'
import { isObject, parseJson, shortened } from '../../text/text.ts'
import type { Change } from '../change.ts'
import { factValueNames, factValues } from '../facts/facts.ts'
import { fieldNames, fields } from '../fields.ts'
import { checkStoredDraft, fullName, isMissing, type Pilot } from '../pilot.ts'
import { parsePilot, unreadablePart } from '../stored.ts'
import type { LoggedChange } from './history.ts'

/** Parses a line of the change log in a backup. Returns undefined if the line is not a change. */
export function parseLoggedChange(text: string): LoggedChange | undefined {
  const value = parseJson(text)
  if (!isObject(value) || !Number.isInteger(value.number) || !isMoment(value.at)) return undefined
  if (value.past !== undefined && value.past !== true) return undefined
  const change = parseChange(value.change)
  return change && { ...(value as unknown as LoggedChange), change }
}

/** Returns a stored change, with its pilots as `parsePilot` returns them. Returns undefined if it is not a change. */
export function parseChange(value: unknown): Change | undefined {
  if (!hasShape('change', value)) return undefined
  const { put = [] } = value
  const pilots = put.flatMap((one) => parsePilot(one) ?? [])
  if (pilots.length < put.length) return undefined
  return { ...(value as Change), ...(pilots.length > 0 && { put: pilots }) }
}

/**
 * @throws PilotosError which names what a reader of the log would not accept: see `parseChange`, or would lose of the settings
 * of all desks
 */
export function requireReadable(change: Change, shared?: Shared): void {
  const lost = change.set && shared?.lostBy(change.set)
  if (lost !== undefined) throw unreadable(describeKey(lost))
  if (parseChange(change)) return
  const pilot = change.put?.find((one) => !parsePilot(one))
  throw unreadable(pilot ? partOf(pilot) : 'Una parte del cambio')
}

/** Returns the words for a value of the settings, such as `«Precio» (p1)`. */
function describeKey(key: string): string {
  return `«${labelOf(key) ?? 'Ajustes'}» (${shortened(namesIn(key).at(-1) ?? '', 60)})`
}

/** Returns the entry of a log of passages or a backup. Returns undefined if the value is no entry. */
export function readEntry(value: unknown): LogEntry | undefined {
  return hasShape('settlement', value) || hasShape('passage', value) ? value : undefined
}

/** @throws PilotosError which names an entry of the log of passages that a reader would not accept */
export function requireReadableEntries(entries: readonly LogEntry[]): void {
  const bad = entries.find((entry) => !readEntry(entry))
  if (bad) throw unreadable('settles' in bad ? 'El motivo de una incidencia' : `Una lectura de ${bad.gate}`)
}

/**
 * Returns the words for the first part of a pilot that cannot be read, or that breaks the rules of the fields, such as
 * `«Pagos» de Ana Prueba`.
 */
export function partOf(pilot: Pilot): string {
  const { problems } = checkStoredDraft(pilot, isMissing)
  const name = unreadablePart({ ...pilot }) ?? Object.keys(problems)[0] ?? ''
  return `«${partLabels[name] ?? 'Otro dato'}» de ${shortened(fullName(pilot), 60)}`
}

/**
 * Returns the words for what cannot be read in a value of a backup, which should be a pilot, or a change with pilots. Undefined
 * if no pilot with a name is at fault.
 */
export function unreadableIn(value: unknown): string | undefined {
  const { change } = isObject(value) ? value : {}
  const { put = [value] } = isObject(change) ? change : {}
  const pilot = Array.isArray(put) && put.find((one) => isObject(one) && !parsePilot(one))
  return pilot && typeof pilot.name === 'string' && typeof pilot.lastname === 'string'
    ? partOf(pilot)
    : undefined
}

const partLabels: Readonly<Record<string, string>> = {
  ...{ id: 'Código', photo: 'Foto', since: 'Registro', card: 'Credencial impresa', terms: 'Vigencia' },
  ...Object.fromEntries(factValueNames.map((name) => [name, factValues[name].label])),
  ...Object.fromEntries(fieldNames.map((name) => [name, fields[name].label])),
}

function unreadable(what: string): PilotosError {
  return new PilotosError(
    'conflict',
    `No se guardó nada: ${what} no se podría leer al abrir PilotOS otra vez. Si vino de otra mesa o de una copia, ` +
      'corríjalo ahí',
  )
}
