/** The pilots of one page as a table. Its columns hide from the least important on as the screen gets narrower. */
import type { ShownPilot } from '#domain/web/wire'
import { type Order, SortHeader } from './list-order.tsx'
import { PilotRow } from './pilot-row.tsx'
import styles from './pilot-table.module.css'

interface PilotTableProps {
  pilots: readonly ShownPilot[]
  /** The identifiers of the chosen pilots, including those on other pages. */
  chosen: ReadonlySet<string>
  /** True while a phone shows the checkboxes. */
  isChoosing: boolean
  onChoose: (ids: readonly string[], isOn: boolean) => void
  order: Order
  onOrder: (order: Order) => void
}

export function PilotTable({ pilots, chosen, isChoosing, onChoose, order, onOrder }: PilotTableProps) {
  const ids = pilots.map(({ id }) => id)
  const chosenCount = ids.filter((id) => chosen.has(id)).length
  const sorting = { order, onOrder }
  return (
    <table className={styles.table} data-choosing={isChoosing || undefined}>
      <thead>
        <tr>
          <th scope="col" className={styles.check}>
            <input
              type="checkbox"
              aria-label="Elegir a todos los de esta página"
              ref={(box) => {
                if (box) box.indeterminate = chosenCount > 0 && chosenCount < ids.length
              }}
              checked={chosenCount === ids.length}
              onChange={({ target }) => onChoose(ids, target.checked)}
            />
          </th>
          <SortHeader className={styles.number} sorts={{ npiloto: 'N°' }} {...sorting} />
          <SortHeader sorts={{ lastname: 'Nombre Piloto', dni: 'DNI' }} {...sorting} />
          <SortHeader className={styles.email} sorts={{ email: 'Correo Electronico' }} {...sorting} />
          <SortHeader className={styles.licence} sorts={{ nlicencia: 'Numero de Licencia' }} {...sorting} />
          <SortHeader className={styles.modalidad} sorts={{ modalidad: 'Modelo de Moto' }} {...sorting} />
          <SortHeader className={styles.club} sorts={{ club: 'Club' }} {...sorting} />
          <th scope="col" className={styles.qr}>
            QR
          </th>
          <th scope="col" className={styles.opens}>
            Credencial
          </th>
          <th scope="col" className={styles.edit}>
            Editar
          </th>
        </tr>
      </thead>
      <tbody>
        {pilots.map((pilot) => (
          <PilotRow
            key={pilot.id}
            pilot={pilot}
            isChosen={chosen.has(pilot.id)}
            onChoose={(isOn) => onChoose([pilot.id], isOn)}
          />
        ))}
      </tbody>
    </table>
  )
}
