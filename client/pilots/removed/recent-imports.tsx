/** The last imports and merges, each of which can be undone as a whole. */
import { useState } from 'react'
import { type StoredImport, undoneText } from '#domain/import/undo'
import { formatMoment } from '#domain/text/date'
import { count } from '#domain/text/text'
import { callForList, callForOne } from '../../api/call.ts'
import { useLiveLoad } from '../../api/changes.ts'
import button from '../../ui/button.module.css'
import { Confirmation } from '../../ui/dialog.tsx'
import layout from '../../ui/layout.module.css'
import parts from '../../ui/parts.module.css'
import styles from './removed.module.css'

export function RecentImports() {
  const { value: imports = [] } = useLiveLoad(
    (signal) => callForList('GET /api/imports', { signal }),
    'imports',
  )
  const [undoing, setUndoing] = useState<StoredImport>()
  const [done, setDone] = useState<string>()
  if (imports.length === 0) return null
  return (
    <section className={styles.imports}>
      <h2>{imports.some(({ desk }) => desk) ? 'Importaciones y uniones' : 'Importaciones'} recientes</h2>
      <p className={styles.done} role="status">
        {done}
      </p>
      <ul className={parts.rows}>
        {imports.map((one) => (
          <li key={one.change} className={styles.import}>
            <span className={styles.who}>
              <b>{titleOf(one)}</b>
              <span className={layout.hint}>
                {titleOf(one) !== count(one.pilots, 'piloto') && `${count(one.pilots, 'piloto')}, `}
                <time dateTime={one.at}>{formatMoment(one.at)}</time>
                {one.by && <> por {one.by}</>}
              </span>
            </span>
            {one.isUndone ? (
              <span>Deshecha</span>
            ) : (
              <button
                type="button"
                className={button.button}
                aria-label={`Deshacer la ${nameOf(one).toLowerCase()} del ${formatMoment(one.at)}`}
                onClick={() => setUndoing(one)}
              >
                Deshacer
              </button>
            )}
          </li>
        ))}
      </ul>
      {undoing && (
        <Confirmation
          title={`Deshacer ${nameOf(undoing).toLowerCase()}`}
          action={`Deshacer ${nameOf(undoing).toLowerCase()}`}
          confirm={async () => {
            setDone(
              undoneText(
                await callForOne('POST /api/import/undo', { body: { change: undoing.change } }),
                nameOf(undoing),
              ),
            )
            setUndoing(undefined)
          }}
          onClose={() => setUndoing(undefined)}
        >
          {undoing.desk ? (
            <p>
              Se deshace entera la unión con <b>{undoing.desk}</b> del {formatMoment(undoing.at)}: lo que
              trajo se va, y los pilotos que cambió vuelven a estar como antes.
            </p>
          ) : (
            <p>
              Se deshace entera la importación de <b>{count(undoing.pilots, 'piloto')}</b>
              {undoing.file && <> de «{undoing.file}»</>} del {formatMoment(undoing.at)}: los que registró se
              borran, y los que cambió vuelven a estar como antes.
            </p>
          )}
        </Confirmation>
      )}
    </section>
  )
}

function titleOf({ desk, file, pilots }: StoredImport): string {
  return desk ? `Unión con ${desk}` : (file ?? count(pilots, 'piloto'))
}

function nameOf({ desk }: StoredImport): 'Importación' | 'Unión' {
  return desk ? 'Unión' : 'Importación'
}
