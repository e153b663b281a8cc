/** Describes the scans and signatures that a gate has not sent, in Spanish. */
import { count, enumerate } from '#domain/text/text'
import type { Unsent } from '../../api/session.ts'

/** Returns a text such as `2 lecturas y 1 firma`, or an empty one. */
export function unsentText({ scans, signatures }: Unsent): string {
  return enumerate([
    ...(scans > 0 ? [count(scans, 'lectura')] : []),
    ...(signatures > 0 ? [count(signatures, 'firma')] : []),
  ])
}
