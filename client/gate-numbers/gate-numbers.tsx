/** The numbers of the gates: the persons inside, those who entered today, and the passages by gate and by hour. */
import { type ReactNode, useId } from 'react'
import type { AttendanceKind } from '#domain/gate/attendance'
import { figure } from '#domain/text/text'
import type { PassageNumbers } from '#domain/web/gate-schemas'
import styles from './gate-numbers.module.css'
import { HourBars } from './hour-bars.tsx'

interface GateNumbersProps {
  numbers: PassageNumbers
  /** Makes each figure a button that lists its pilots. */
  filter?: { current?: AttendanceKind; onChoose: (kind?: AttendanceKind) => void }
  /** Is shown as the last figure. */
  children?: ReactNode
}

export function GateNumbers({ numbers, filter, children }: GateNumbersProps) {
  const { inside, entered_today: entered, missing, gates, hours } = numbers
  const id = useId()
  const figures: [AttendanceKind, string, number][] = [
    ['inside', 'Adentro', inside],
    ['entered', 'Entraron hoy', entered],
    ['missing', 'Faltan', missing],
  ]
  return (
    <section className={styles.numbers} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        Puertas
      </h2>
      <ul className={styles.figures}>
        {figures.map(([kind, label, number]) => (
          <li key={kind}>
            {filter ? (
              <button
                type="button"
                className={styles.figure}
                aria-pressed={filter.current === kind}
                onClick={() => filter.onChoose(filter.current === kind ? undefined : kind)}
              >
                <Figure label={label} number={number} />
              </button>
            ) : (
              <p className={styles.figure}>
                <Figure label={label} number={number} />
              </p>
            )}
          </li>
        ))}
        {children && <li>{children}</li>}
      </ul>
      {gates.length > 0 && <GateTable gates={gates} />}
      {hours.length > 0 && <HourBars hours={hours} />}
    </section>
  )
}

/** Returns true if there is something to show: a passage of today, somebody inside, or an incident. */
export function hasNumbers({ inside, gates, incidents }: PassageNumbers): boolean {
  return inside > 0 || gates.length > 0 || incidents > 0
}

function Figure({ label, number }: { label: string; number: number }) {
  return (
    <>
      <b>{figure(number)}</b> <span>{label}</span>
    </>
  )
}

function GateTable({ gates }: Pick<PassageNumbers, 'gates'>) {
  return (
    <table className={styles.gates}>
      <caption className={styles.hidden}>Personas por puerta, hoy</caption>
      <thead>
        <tr>
          <th scope="col">Por puerta</th>
          <th scope="col">Entradas</th>
          <th scope="col">Salidas</th>
        </tr>
      </thead>
      <tbody>
        {gates.map((gate) => (
          <tr key={gate.gate}>
            <th scope="row">{gate.gate}</th>
            <td>{figure(gate.in)}</td>
            <td>{figure(gate.out)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
