/** The last imports, each of which can be undone as a whole. */
import { useState } from 'react'
import { type StoredImport, undoneText } from '#domain/import/undo'
import { formatMoment } from '#domain/text/date'
import { count } from '#domain/text/text'
import { staffApi } from '../api/staff-api.ts'
import { useLoad } from '../api/use-load.ts'
import button from '../ui/button.module.css'
import { Confirmation } from '../ui/question.tsx'
import { useReloadOnChange } from './change-reload.ts'
import styles from './removed-screen.module.css'

export function RecentImports() {
  const { value: imports = [], reload } = useLoad((signal) => staffApi.imports(signal), 'imports')
  const [asked, setAsked] = useState<StoredImport>()
  const [done, setDone] = useState<string>()
  useReloadOnChange(reload)
  if (imports.length === 0) return null
  return (
    <section className={styles.imports}>
      <h2>Importaciones recientes</h2>
      <p className={styles.done} role="status">
        {done}
      </p>
      <ul className={styles.rows}>
        {imports.map((one) => (
          <li key={one.change} className={styles.import}>
            <span className={styles.who}>
              <b>{count(one.pilots, 'piloto')}</b>
              <span>
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
                aria-label={`Deshacer la importación del ${formatMoment(one.at)}`}
                onClick={() => setAsked(one)}
              >
                Deshacer
              </button>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <Confirmation
          title="Deshacer importación"
          action="Deshacer importación"
          confirm={async () => {
            setDone(undoneText(await staffApi.undoImport(asked.change)))
            setAsked(undefined)
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>
            Se deshace entera la importación de <b>{count(asked.pilots, 'piloto')}</b> del{' '}
            {formatMoment(asked.at)}: los que registró se borran, y los que cambió vuelven a estar como antes.
          </p>
        </Confirmation>
      )}
    </section>
  )
}
