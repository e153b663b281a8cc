/** The findings of a diagnosis of a data folder or a database. */
import { count, figure } from '#domain/text/text'

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

export function ok(text: string): Finding {
  return { level: 'ok', text }
}

export function warning(text: string, advice: string): Finding {
  return { level: 'warning', text, advice }
}
