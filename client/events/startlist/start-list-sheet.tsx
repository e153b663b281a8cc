/** A start list as it is on paper, with what a person should look at. */
import type { StartListInfo } from '#domain/events/startlist/calls'
import { issueText, startClass, startListTitle } from '#domain/events/startlist/sheet'
import layout from '../../ui/layout.module.css'
import styles from './start-list.module.css'

interface SheetProps {
  list: StartListInfo
  /** True for two columns. */
  grid: boolean
  /** True for the starter, who gets number, name and category. */
  starter: boolean
  isBusy: boolean
}

export function Sheet({ list, grid, starter, isBusy }: SheetProps) {
  const { title, heats, notes, order } = list
  return (
    <section className={styles.sheet} aria-label={startListTitle} aria-busy={isBusy}>
      <h2>{title}</h2>
      <p className={layout.note}>
        {issueText(list)}
        {!starter && ` · ${order}`}
      </p>
      {notes.length > 0 && (
        <ul className={`${layout.bullets} ${starter ? layout.screenOnly : ''}`}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {heats.map(({ title, riders }) => (
        <div key={title}>
          <h3>{title}</h3>
          <ol className={styles.heat} data-grid={grid || undefined}>
            {riders.map((rider) => {
              const { number, name, club, lacks, time } = rider
              const Text = lacks === '' ? 'span' : 's'
              const facts = starter ? [startClass(rider, list)] : [club, lacks && `falta ${lacks}`]
              return (
                <li key={`${number} ${name}`} className={styles.rider}>
                  <b>
                    <Text>{number || '–'}</Text>
                  </b>
                  <span>
                    {time && <strong>{time} </strong>}
                    <Text>{name}</Text>
                  </span>
                  <span className={layout.soft}>{facts.filter(Boolean).join(' · ')}</span>
                </li>
              )
            })}
          </ol>
        </div>
      ))}
    </section>
  )
}
