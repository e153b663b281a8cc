/** The mark of a rider who is entered in the open event, as the list shows it. */
import { type Entry, lackingChecks, missingText } from '#domain/event/entry'
import { isMinor, type Pilot } from '#domain/pilot/pilot'
import { today } from '#domain/text/date'
import type { EventInfo } from '#domain/web/event-schemas'
import styles from './entries.module.css'

/** Says that a rider is entered, in which modalidad and with which number unless they are his own, and what is missing. */
export function EntryMark({ pilot, event }: { pilot: Pilot; event: EventInfo }) {
  const { entries = [] } = pilot
  if (entries.length === 0) return null
  const isUnder18 = isMinor(pilot, today())
  const lacking = entries.map((entry) => lackingChecks(entry, event.checks, isUnder18))
  const missing = event.checks.filter((name) => lacking.some((names) => names.includes(name)))
  const places = entries.map((entry) => placeText(entry, pilot))
  const isOwn = places.every((place) => place === '')
  return (
    <>
      <span className={styles.mark}>
        Inscrito{!isOwn && `: ${entries.map((entry, index) => places[index] || entry.modalidad).join(', ')}`}
      </span>
      {missing.length > 0 && <span className={styles.missing}>Falta: {missingText(missing)}</span>}
    </>
  )
}

/** Returns the modalidad and the number of an entry, or nothing if both are the rider's own. */
function placeText({ modalidad, number }: Entry, { modalidad: own, npiloto }: Pilot): string {
  if (modalidad === own && number === npiloto) return ''
  return number === undefined ? `${modalidad} sin número` : `${modalidad} ${number}`
}
