/** The links to the screen of incidents, which show how many there are. */
import { figure } from '#domain/text/text'
import { screens } from '#domain/web/addresses'
import { usePassageNumbers } from '../api/passage-numbers.ts'
import { Link } from '../ui/link.tsx'
import numbers from './gate-numbers.module.css'
import styles from './incidents-link.module.css'

/** The entry of the menu, which is there only when there are incidents. A phone has no room for it. */
export function IncidentsEntry({ isCurrent }: { isCurrent: boolean }) {
  const incidents = usePassageNumbers()?.incidents ?? 0
  if (incidents === 0) return null
  return (
    <Link className={styles.entry} to={screens.incidents} aria-current={isCurrent ? 'page' : undefined}>
      <span>Incidencias</span> <b>{figure(incidents)}</b>
    </Link>
  )
}

/** The incidents as a figure beside the numbers of the gates. */
export function IncidentsFigure({ incidents }: { incidents: number }) {
  return (
    <Link className={numbers.figure} to={screens.incidents} data-alert={incidents > 0 || undefined}>
      <b>{figure(incidents)}</b> <span>{incidents === 1 ? 'Incidencia' : 'Incidencias'}</span>
    </Link>
  )
}
