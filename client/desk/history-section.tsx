/** The section *Historial* of *Ajustes*: who changed which price, category, rule or text, when, before and after. */
import { useState } from 'react'
import { authorText } from '#domain/pilots/history/history'
import { formatMoment } from '#domain/text/date'
import { callForList } from '../api/call.ts'
import { changesOfSettings, useLiveLoad } from '../api/changes.ts'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Awaited } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'

/** The number of entries that are shown at first, and with each press. */
const shownAtOnce = 20

/** Loads only once somebody wants to see it: the history of a season is read from the whole log. */
export function HistorySection() {
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <SettingsHistory />
  ) : (
    <>
      <p className={layout.hint}>Quién cambió precios, categorías, reglas o textos, y qué había antes.</p>
      <Button onClick={() => setOpen(true)}>Ver el historial</Button>
    </>
  )
}

function SettingsHistory() {
  const load = useLiveLoad(
    (signal) => callForList('GET /api/settings/history', { signal }),
    'history',
    changesOfSettings,
  )
  const [shown, setShown] = useState(shownAtOnce)
  return (
    <Awaited load={load}>
      {(entries) => (
        <>
          {entries.length === 0 && <p>Nadie cambió todavía los ajustes.</p>}
          <ol className={parts.lines}>
            {entries.slice(0, shown).map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two entries can be alike, and none has a state of its own.
              <li key={index}>
                <p className={layout.soft}>
                  <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
                  {entry.by && ` · ${authorText(entry)}`}
                </p>
                <h3>{entry.what}</h3>
                {entry.changes.map((change) => (
                  <p key={change}>{change}</p>
                ))}
              </li>
            ))}
          </ol>
          {shown < entries.length && <Button onClick={() => setShown(shown + shownAtOnce)}>Ver más</Button>}
        </>
      )}
    </Awaited>
  )
}
