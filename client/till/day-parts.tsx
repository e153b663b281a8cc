/** The open drawers and the lent chips at the end of a day. */
import { credentialPath } from '#domain/api/addresses'
import type { ClosedDay, OpenDay } from '#domain/desk/calls'
import { count, enumerate } from '#domain/text/text'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import parts from '../ui/parts.module.css'
import styles from '../ui/settings.module.css'
import { Drawers } from './drawers.tsx'

const drawersOf = ({ tills }: Pick<OpenDay, 'tills'>) => tills.flatMap(({ drawers }) => drawers)

export function OpenTills({ tills, lent }: OpenDay) {
  return (
    <>
      {tills.map(({ title, ...till }) => (
        <div key={till.event} className={parts.tight}>
          <h3>
            Sin cerrar{title && `, de ${title}`}: {count(till.drawers.length, 'caja')}
          </h3>
          <Drawers {...till} />
        </div>
      ))}
      <Lent chips={lent} />
    </>
  )
}

export function openDrawers(day: OpenDay): string | undefined {
  const open = drawersOf(day).length
  return open > 0 ? count(open, 'caja abierta', 'cajas abiertas') : undefined
}

export function LeftTills({ lent, ...day }: ClosedDay) {
  const drawers = drawersOf(day).map(({ drawer }) => drawer)
  return (
    <>
      {drawers.length > 0 && (
        <p className={layout.problem}>Quedó sin cerrar la caja de {enumerate(drawers)}: ciérrela en Caja.</p>
      )}
      <Lent chips={lent} />
    </>
  )
}

/** Says who has not returned a chip. */
function Lent({ chips }: { chips: OpenDay['lent'] }) {
  if (chips.length === 0) return null
  return (
    <div className={parts.tight}>
      <h3>Sin devolver: {count(chips.length, 'chip')}</h3>
      <ul className={`${parts.lines} ${styles.rows}`}>
        {chips.map(({ id, name, chip, label }) => (
          <li key={chip} className={layout.split}>
            <Link className={layout.target} to={credentialPath(id)}>
              {name}
            </Link>
            <span>Chip {label || chip}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
