/** The words for passages, as people read them. */
import type { AgainRule, Direction, Doubt, PassageResult } from './passage.ts'

export const resultTexts: Record<PassageResult, string> = {
  pass: 'PASE',
  again: 'YA ENTRÓ',
  repeat: 'REPETIDA',
  expired: 'VENCIDA',
  suspended: 'SUSPENDIDA',
  revoked: 'ANULADA',
  unknown: 'NO ES UNA CREDENCIAL',
  conflict: 'LEA OTRA VEZ',
}

/** The words of a gate for answers that are no result. */
export const answerTexts = {
  exit: 'SALIDA',
  notListed: 'NO ESTÁ EN LA LISTA',
  notRecorded: 'NO SE REGISTRÓ',
}

export const directionTexts: Record<Direction, string> = { in: 'Entrada', out: 'Salida' }

/** The words for the doubts, which follow a scan that was made offline. */
export const doubtTexts: Record<Doubt, string> = {
  time: 'su equipo dice una hora que no puede ser',
  revoked: 'su credencial se anuló antes de que llegara la lectura',
}

/** The texts for the meanings of a second entry. */
export const againTexts: Record<AgainRule, string> = {
  warn: 'avisa y deja pasar',
  daily: 'una entrada por día',
  'after-exit': 'solo después de una salida',
}
