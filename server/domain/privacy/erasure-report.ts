/** The report of an erasure in words. */
import { count, enumerate } from '../text/text.ts'
import type { ErasureReport } from './calls.ts'

export const nothingErased: ErasureReport = {
  persons: 0,
  photos: 0,
  passages: 0,
  backups: 0,
  unread: [],
  removed: [],
}

/** Says what was erased: `Se borró para siempre a 1 persona: 1 foto, 3 lecturas sin nombre y 2 copias sin la persona`. */
export function erasureText({ persons, photos, passages, backups }: ErasureReport): string {
  const parts = [
    photos > 0 && count(photos, 'foto'),
    passages > 0 && `${count(passages, 'lectura')} sin nombre`,
    backups > 0 && `${count(backups, 'copia')} sin la persona`,
  ].filter((part) => part !== false)
  const what = `Se borró para siempre a ${count(persons, 'persona')}`
  return parts.length > 0 ? `${what}: ${enumerate(parts)}` : what
}

/** Says what a person has to do by hand after an erasure. */
export function leftTexts({ unread, removed }: ErasureReport): string[] {
  return [
    ...(removed.length > 0
      ? [`También se quitó lo que estaba apartado por dañado: ${removed.join(', ')}`]
      : []),
    ...(unread.length > 0
      ? [`No se pudo leer, y puede tener a la persona; bórrelo usted, en backups: ${unread.join(', ')}`]
      : []),
    'Las copias, planillas y PDF que estén en otro lugar, como un USB, no se tocaron: bórrelos usted',
  ]
}
