/** The printed list: a table with one line for each rider. It is outside of the page, and only print shows it. */
import { createPortal } from 'react-dom'
import { formatMoment } from '#domain/text/date'
import type { Roster } from './roster.ts'
import styles from './roster-sheet.module.css'

export function RosterSheet({ roster: { rows, title, notes } }: { roster: Roster }) {
  return createPortal(
    <section className={styles.roster} aria-label="Lista para imprimir">
      <header className={styles.head}>
        <h1>{title}</h1>
        <p>PilotOS · {formatMoment(new Date().toISOString())}</p>
        {notes.map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
      </header>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">N°</th>
            <th scope="col">Apellidos y nombres</th>
            <th scope="col">DNI</th>
            <th scope="col">Modalidad</th>
            <th scope="col">Licencia</th>
            <th scope="col">Club</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className={styles.number}>{row.npiloto}</td>
              <td>
                <b>{row.lastname}</b>, {row.name}
              </td>
              <td className={styles.dni}>{row.dni}</td>
              <td>{row.modalidad}</td>
              <td>
                {row.nlicencia} <span className={styles.kind}>{row.licencia}</span>
              </td>
              <td>{row.club}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  )
}
