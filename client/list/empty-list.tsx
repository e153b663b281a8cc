/** The message of a list without rows: it says the reason and offers the next step. */
import { Link } from 'react-router-dom'
import { isFiltered, type ListView } from '#domain/list-query'
import { formPath, screens } from '#domain/web/addresses'
import { readScanned } from '#domain/web/scanned'
import button from '../ui/button.module.css'
import { CodeAnswer } from './code-answer.tsx'
import styles from './list-screen.module.css'

export function EmptyList({ view, onImport }: { view: ListView; onImport: () => void }) {
  if (isFiltered(view)) {
    const id = view.search && readScanned(view.search)
    return (
      <div className={styles.empty}>
        {id ? <CodeAnswer key={id} id={id} /> : <p>{whyNone(view)}</p>}
        <Link className={id ? button.button : button.primary} to={screens.search}>
          Ver todos
        </Link>
      </div>
    )
  }
  return (
    <div className={styles.empty}>
      <p>
        Todavía no hay pilotos. Registre al primero, o traiga los de una planilla: también puede soltarla
        aquí.
      </p>
      <div className={styles.ways}>
        <Link className={button.primary} to={formPath()}>
          Registrar un piloto
        </Link>
        <button type="button" className={button.button} onClick={onImport}>
          Importar una planilla
        </button>
      </div>
    </div>
  )
}

function whyNone({ search, ...kinds }: ListView): string {
  if (!search) return 'Ningún piloto queda con esos filtros.'
  const others = isFiltered(kinds) ? ' entre los de esos filtros' : ''
  return `Ningún piloto tiene todas esas palabras${others}. Pruebe con menos, o con el DNI.`
}
