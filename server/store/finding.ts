/** The findings of a diagnosis of a data folder or a database. */

export interface Finding {
  level: 'ok' | 'warning' | 'problem'
  /** In Spanish. */
  text: string
  /** The action that the person should take, in Spanish. */
  advice?: string
}

export function ok(text: string): Finding {
  return { level: 'ok', text }
}

export function warning(text: string, advice: string): Finding {
  return { level: 'warning', text, advice }
}
