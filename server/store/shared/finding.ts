/** The findings of a diagnosis of a data folder or a database. */
import { fields, fieldText, noneOf } from '#domain/pilot/fields'
import type { InventedValue } from '#domain/pilot/invented'
import { count, enumerate, figure } from '#domain/text/text'

export interface Finding {
  level: 'ok' | 'warning' | 'problem'
  /** In Spanish. */
  text: string
  /** The action that the person should take, in Spanish. */
  advice?: string
}

/** Counts the passages of a log, and warns of those that are missing in it. */
export function countPassages({ size, missing }: { size: number; missing: number }): Finding[] {
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

/** The number of invented values that a diagnosis names. */
const maxInvented = 10

/** Names the most frequent invented values, and says how to find and replace them. `values` are those of `findInvented`. */
export function describeInvented(values: readonly InventedValue[]): Finding[] {
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

export function ok(text: string): Finding {
  return { level: 'ok', text }
}

export function warning(text: string, advice: string): Finding {
  return { level: 'warning', text, advice }
}
