/** One passage: its person, what happened in one sentence, and the two times with the device. */
import { formatMoment } from '#domain/text/date'
import { credentialPath } from '#domain/web/addresses'
import type { PassageRecord } from '#domain/web/gate-schemas'
import { Link } from '../ui/link.tsx'
import { NumberPlate } from '../ui/number-plate.tsx'
import { passageSentence } from './passage-sentence.ts'
import styles from './passages-screen.module.css'

export function PassageRow({ passage }: { passage: PassageRecord }) {
  const { pilot, at, received, by, device, corrected, incident } = passage
  return (
    <li className={styles.row} data-incident={incident || undefined}>
      {pilot && <NumberPlate number={pilot.npiloto} className={styles.plate} />}
      <div className={styles.what}>
        {pilot ? <Link to={credentialPath(pilot.id)}>{pilot.name}</Link> : <b>Nadie de la lista</b>}
        <p>
          {corrected ? <s>{passageSentence(passage)}</s> : passageSentence(passage)}
          {corrected && ' Se deshizo.'}
        </p>
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
