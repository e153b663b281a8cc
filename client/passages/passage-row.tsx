/** One passage: its person, what happened in one sentence, the two times with the device, and its settlement. */
import { describeSettlement } from '#domain/gate/settlement'
import { formatMoment } from '#domain/text/date'
import { credentialPath } from '#domain/web/addresses'
import type { PassageRecord } from '#domain/web/gate-schemas'
import button from '../ui/button.module.css'
import { Link } from '../ui/link.tsx'
import { NumberPlate } from '../ui/number-plate.tsx'
import { passageSentence } from './passage-sentence.ts'
import styles from './passages-screen.module.css'

interface PassageRowProps {
  passage: PassageRecord
  onSettle: () => void
  onReopen: () => void
}

export function PassageRow({ passage, onSettle, onReopen }: PassageRowProps) {
  const { pilot, at, received, by, device, corrected, incident, settled } = passage
  const name = pilot?.name ?? 'Nadie de la lista'
  return (
    <li className={styles.row} data-incident={incident || undefined}>
      {pilot && <NumberPlate number={pilot.npiloto} className={styles.plate} />}
      <div className={styles.what}>
        {pilot ? <Link to={credentialPath(pilot.id)}>{name}</Link> : <b>{name}</b>}
        <p>
          {corrected ? <s>{passageSentence(passage)}</s> : passageSentence(passage)}
          {corrected && ' Se deshizo.'}
        </p>
        {settled && (
          <p className={styles.settled}>
            {`Incidencia ${describeSettlement(settled)} `}
            <time dateTime={settled.at}>({formatMoment(settled.at)})</time>
          </p>
        )}
        {incident && (
          <button
            type="button"
            className={button.button}
            aria-label={`Resolver la incidencia de ${name}`}
            onClick={onSettle}
          >
            Resolver
          </button>
        )}
        {settled && (
          <button
            type="button"
            className={button.button}
            aria-label={`Abrir de nuevo la incidencia de ${name}`}
            onClick={onReopen}
          >
            Abrir de nuevo
          </button>
        )}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Leída</dt>
          <dd>
            <time dateTime={at}>{formatMoment(at)}</time>
          </dd>
        </div>
        <div>
          <dt>Llegó</dt>
          <dd>
            <time dateTime={received}>{formatMoment(received)}</time>
          </dd>
        </div>
        <div>
          <dt>Equipo</dt>
          <dd>{by === device ? device : `${device}, ${by}`}</dd>
        </div>
      </dl>
    </li>
  )
}
