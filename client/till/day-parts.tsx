/** The open drawers and the lent chips in *Fin del día*. */
import { credentialPath } from '#domain/api/addresses'
import { count, enumerate } from '#domain/text/text'
import type { DayProps } from '../api/feature.ts'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import parts from '../ui/parts.module.css'
import styles from '../ui/settings.module.css'
import { Drawers } from './drawers.tsx'

export function OpenTills({ tills, lent, isOver }: DayProps) {
  const drawers = tills.flatMap((till) => till.drawers.map(({ drawer }) => drawer))
  return (
    <>
      {isOver && drawers.length > 0 && (
        <p className={layout.problem}>Quedó sin cerrar la caja de {enumerate(drawers)}: ciérrela en Caja.</p>
      )}
      {!isOver &&
        tills.map(({ title, ...till }) => (
          <div key={till.event} className={parts.tight}>
            <h3>
              Sin cerrar{title && `, de ${title}`}: {count(till.drawers.length, 'caja')}
            </h3>
            <Drawers {...till} />
          </div>
        ))}
      {lent.length > 0 && (
        <div className={parts.tight}>
          <h3>Sin devolver: {count(lent.length, 'chip')}</h3>
          <ul className={`${parts.lines} ${styles.rows}`}>
            {lent.map(({ id, name, chip, label }) => (
              <li key={chip} className={layout.split}>
                <Link className={layout.target} to={credentialPath(id)}>
                  {name}
                </Link>
                <span>Chip {label || chip}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

export function openDrawers({ tills }: DayProps): string | undefined {
  const open = tills.flatMap(({ drawers }) => drawers).length
  return open > 0 ? count(open, 'caja abierta', 'cajas abiertas') : undefined
}
