/** The mark of a rider who is entered in the open event, as the list shows it. */

import type { EventInfo } from '#domain/events/calls'
import { type Entry, lackingChecks, missingText } from '#domain/events/entry'
import { isMinor, type Pilot } from '#domain/pilots/pilot'
import { today } from '#domain/text/date'
import styles from './entries.module.css'

/**
 * Says that a rider is entered and what is missing, and in which modalidades and with which numbers unless these are the
 * rider's own.
 */
export function EntryMark({ pilot, event }: { pilot: Pilot; event: EventInfo }) {
  const { entries = [] } = pilot
  if (entries.length === 0) return null
  const isUnder18 = isMinor(pilot, today())
  const lacking = entries.flatMap((entry) => lackingChecks(entry, event.checks, isUnder18))
  const missing = event.checks.filter((name) => lacking.includes(name))
  const isOwn = entries.every((entry) => isOwnEntry(entry, pilot))
  const places = isOwn ? 'Inscrito' : entries.map(placeText).join(', ')
  return (
    <>
      {!(isOwn && missing.length > 0) && <span className={styles.mark}>{places}</span>}
      {missing.length > 0 && <span className={styles.missing}>Falta: {missingText(missing)}</span>}
    </>
  )
}

function isOwnEntry({ modalidad, number }: Entry, pilot: Pilot): boolean {
  return modalidad === pilot.modalidad && number === pilot.npiloto
}

function placeText({ modalidad, number }: Entry): string {
  return number === undefined ? `${modalidad} sin número` : `${modalidad} ${number}`
}
