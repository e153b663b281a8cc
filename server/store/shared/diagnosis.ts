/** The diagnosis of a data folder or a database, in lines for a person. */
import { clockAdvice, clockProblem, clockText, isAhead } from '#domain/clock'
import { eventTitle, type StoredEvents } from '#domain/events/event'
import { eventsOf } from '#domain/events/events'
import type { PassageLog } from '#domain/gate/passage-log'
import { momentsOf } from '#domain/moments'
import type { InventedValue } from '#domain/pilots/checks/unlikely'
import { fields, fieldText, noneOf } from '#domain/pilots/fields'
import type { LoggedChange } from '#domain/pilots/history/history'
import type { Pilot } from '#domain/pilots/pilot'
import { formatMoment } from '#domain/text/date'
import { count, enumerate, figure } from '#domain/text/text'

export interface Diagnosis {
  level: 'ok' | 'warning' | 'problem'
  /** In Spanish. */
  text: string
  /** The action that the person should take, in Spanish. */
  advice?: string
}

/** Counts the passages of a log, and warns of those that are missing in it. */
export function countPassages({ size, missing }: { size: number; missing: number }): Diagnosis[] {
  const found = ok(count(size, 'lectura'))
  if (missing === 0) return [found]
  return [
    found,
    warning(
      `${missing === 1 ? 'Falta' : 'Faltan'} ${count(missing, 'lectura')} entre las ${figure(size + missing)} que se guardaron`,
      'si tiene una copia de antes del daño, compárela; lo que se apartó está en los archivos .corrupt-',
    ),
  ]
}

/** The number of invented values that are named. */
const maxInvented = 10

/** Names the most frequent invented values, and says how to find and replace them. `values` are those of `findInvented`. */
export function describeInvented(values: readonly InventedValue[]): Diagnosis[] {
  const [named, others] = [values.slice(0, maxInvented), values.length - maxInvented]
  const texts = named.map(
    ({ field, value, pilots }) =>
      `${count(pilots, 'piloto tiene', 'pilotos tienen')} «${fieldText(field, value)}» en ${fields[field].label}`,
  )
  if (others > 0) texts.push(`Hay ${count(others, 'dato')} más por revisar`)
  const words = new Set(values.flatMap(({ field }) => noneOf(field) ?? []))
  const instead = enumerate(
    Array.from(words, (word) => `«${word}»`),
    'o',
  )
  const advice = `véalos en la lista: Resumen, «Datos por revisar». Ponga el dato de cada piloto o, si no hay, ${instead}`
  return texts.map((text, index) => ({
    level: 'warning',
    text,
    ...(index === texts.length - 1 && { advice }),
  }))
}

/** Names the photos of pilots that are not stored. */
export function describeMissingPhotos(pilots: readonly Pilot[], stored: ReadonlySet<unknown>): Diagnosis[] {
  const ids = pilots.filter(({ photo }) => photo && !stored.has(photo)).map(({ id }) => id)
  if (ids.length === 0) return []
  return [
    warning(
      `${count(ids.length, 'piloto nombra', 'pilotos nombran')} una foto que no está: ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? '…' : ''}`,
      'ponga la foto otra vez en el formulario, o con pilotos import --photos',
    ),
  ]
}

interface ClockCase {
  pilots: readonly Pilot[]
  passages: PassageLog
  events?: StoredEvents
  /** The moment of the last change. */
  lastAt?: string
  changes: readonly Pick<LoggedChange, 'number' | 'at'>[]
}

/**
 * Warns of a clock that stands before what is stored, and names the events and changes of the future. Every moment counts,
 * also one that cannot be right: only a person who reads this can tell.
 */
export function describeClock({ pilots, passages, events, lastAt, changes }: ClockCase): Diagnosis[] {
  const now = new Date()
  const entries = passages.after(0, Number.POSITIVE_INFINITY)
  const moments = momentsOf({ pilots, entries, events, lastAt })
  const newest = moments.reduce((last, moment) => (moment > last ? moment : last), '')
  const problem = clockProblem(newest || undefined, now)
  const ahead = eventsOf(events)
    .filter(({ openedAt }) => openedAt !== '' && isAhead(openedAt, now))
    .map((event) =>
      warning(
        `${eventTitle(event)} dice que se abrió el ${formatMoment(event.openedAt)}, que todavía no llega`,
        'si el reloj está bien, se abrió con uno adelantado: sus inscripciones y lecturas cuentan igual. Si fue un error, quítelo en Ajustes, Evento',
      ),
    )
  const late = changes.filter(({ at }) => isAhead(at, now))
  const numbers = late.map(({ number }) => number).sort((one, other) => one - other)
  const [first, last] = [numbers[0], numbers.at(-1)]
  const which = first === last ? `el ${first}` : `entre el ${first} y el ${last}`
  const [latest = ''] = late
    .map(({ at }) => at)
    .sort()
    .reverse()
  return [
    ...(problem ? [warning(clockText(problem, 'esta máquina'), clockAdvice)] : []),
    ...ahead,
    ...(late.length > 0
      ? [
          warning(
            `${count(late.length, 'cambio dice', 'cambios dicen')} una hora que todavía no llega, hasta el ${formatMoment(latest)}: ${which}`,
            'si el reloj está bien, se guardaron con uno adelantado: los datos valen, y su historial tiene esas horas',
          ),
        ]
      : []),
  ]
}

export function ok(text: string): Diagnosis {
  return { level: 'ok', text }
}

export function warning(text: string, advice: string): Diagnosis {
  return { level: 'warning', text, advice }
}

/** Names the files or rows that were set aside because of damage. */
export function describeAside(names: readonly string[]): Diagnosis {
  return warning(
    `Hay datos apartados tras un daño: ${names.join(', ')}`,
    'guárdelos hasta estar seguro de que no falta nadie; después puede borrarlos',
  )
}
