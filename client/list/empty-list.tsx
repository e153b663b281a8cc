/** The message of a list without rows: it says the reason and offers the next step. */
import { isFiltered, type ListView } from '#domain/list-query'
import { statusTexts } from '#domain/validity/status'
import { formPath, screens } from '#domain/web/addresses'
import { readScanned } from '#domain/web/scanned'
import button from '../ui/button.module.css'
import empty from '../ui/empty.module.css'
import { Link } from '../ui/link.tsx'
import { CodeAnswer } from './code-answer.tsx'
import styles from './list-screen.module.css'

export function EmptyList({ view, onImport }: { view: ListView; onImport: () => void }) {
  if (isFiltered(view)) {
    const id = view.search && readScanned(view.search)
    return (
      <div className={empty.empty}>
        {id ? <CodeAnswer key={id} id={id} /> : <WhyNone view={view} />}
        <div className={styles.ways}>
          <Link className={id ? button.button : button.primary} to={screens.search}>
            Ver todos
          </Link>
          <Link className={button.button} to={formPath()}>
            Registrar un piloto
          </Link>
        </div>
      </div>
    )
  }
  return (
    <div className={empty.empty}>
      <h2>Todavía no hay pilotos.</h2>
      <p>Registre al primero, o traiga los de una planilla: también puede soltarla aquí.</p>
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

function WhyNone({ view: { search, ...kinds } }: { view: ListView }) {
  if (!search) {
    const { status, ...others } = kinds
    if (status && !isFiltered(others)) {
      return (
        <>
          <h2>Ninguna credencial está {statusTexts[status].toLowerCase()}.</h2>
          <p>Quite el filtro en Resumen, o vea a todos.</p>
        </>
      )
    }
    return (
      <>
        <h2>Ningún piloto queda con esos filtros.</h2>
        <p>Quite alguno en Resumen, o vea a todos.</p>
      </>
    )
  }
  const others = isFiltered(kinds) ? ' entre los de esos filtros' : ''
  return (
    <>
      <h2>Ningún piloto tiene todas esas palabras{others}.</h2>
      <p>Pruebe con menos, o con el DNI. Si es nuevo, regístrelo.</p>
    </>
  )
}
