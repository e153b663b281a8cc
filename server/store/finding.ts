/** What a diagnosis of a data folder or a database finds. */

export interface Finding {
  level: 'ok' | 'warning' | 'problem'
  text: string
  /** What to do. */
  advice?: string
}

export function ok(text: string): Finding {
  return { level: 'ok', text }
}

export function warning(text: string, advice: string): Finding {
  return { level: 'warning', text, advice }
}
