/** The persons of each hour of today as small bars, and as a table for screen readers. */
import { figure } from '#domain/text/text'
import type { PassageNumbers } from '#domain/web/gate-schemas'
import styles from './gate-numbers.module.css'

type Hours = PassageNumbers['hours']

export function HourBars({ hours }: { hours: Hours }) {
  const shown = allHours(hours)
  const most = Math.max(...shown.map((one) => Math.max(one.in, one.out)))
  return (
    <figure className={styles.hours}>
      <figcaption>
        Por hora{' '}
        <span className={styles.key} data-direction="in">
          Entradas
        </span>{' '}
        <span className={styles.key} data-direction="out">
          Salidas
        </span>
      </figcaption>
      <div className={styles.bars} aria-hidden="true">
        {shown.map((one) => (
          <div key={one.hour} className={styles.hour}>
            <span className={styles.most}>{one.in > 0 && figure(one.in)}</span>
            <div className={styles.pair}>
              {(['in', 'out'] as const).map((direction) => (
                <i
                  key={direction}
                  data-direction={direction}
                  data-empty={one[direction] === 0 || undefined}
                  style={{ height: `${(100 * one[direction]) / most}%` }}
                />
              ))}
            </div>
            <span>{one.hour}</span>
          </div>
        ))}
      </div>
      <table className={styles.hidden}>
        <caption>Personas por hora, hoy</caption>
        <thead>
          <tr>
            <th scope="col">Hora</th>
            <th scope="col">Entradas</th>
            <th scope="col">Salidas</th>
          </tr>
        </thead>
        <tbody>
          {hours.map((one) => (
            <tr key={one.hour}>
              <th scope="row">{`de ${one.hour} a ${one.hour + 1}`}</th>
              <td>{figure(one.in)}</td>
              <td>{figure(one.out)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

/** Returns all hours from the first to the last one with passages, so that the distances between bars are true. */
function allHours(hours: Hours): Hours {
  const [first, last] = [hours[0]?.hour ?? 0, hours.at(-1)?.hour ?? 0]
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const hour = first + index
    return hours.find((one) => one.hour === hour) ?? { hour, in: 0, out: 0 }
  })
}
