/** The words for passages, as people read them. */
import type { AgainRule, Direction, PassageResult } from './passage.ts'

export const resultTexts: Record<PassageResult, string> = {
  pass: 'PASE',
  again: 'YA ENTRÓ',
  repeat: 'REPETIDA',
  expired: 'VENCIDA',
  suspended: 'SUSPENDIDA',
  revoked: 'ANULADA',
  unknown: 'NO ES UNA CREDENCIAL',
}

export const directionTexts: Record<Direction, string> = { in: 'Entrada', out: 'Salida' }

/** The texts for the meanings of a second entry. */
export const againTexts: Record<AgainRule, string> = {
  warn: 'avisa y deja pasar',
  daily: 'una entrada por día',
  'after-exit': 'solo después de una salida',
}
