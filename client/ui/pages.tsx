/** The links to the previous and the next page of a list. */
import { Link } from 'react-router-dom'
import button from './button.module.css'
import styles from './pages.module.css'

interface PagesProps {
  page: number
  last: number
  addressOf: (page: number) => string
  onTurn: () => void
}

export function Pages({ page, last, addressOf, onTurn }: PagesProps) {
  return (
    <nav className={styles.pages} aria-label="Páginas">
      {page > 1 ? (
        <Link className={button.button} to={addressOf(page - 1)} rel="prev" onClick={onTurn}>
          ← Anterior
        </Link>
      ) : (
        <span />
      )}
      <span>
        Página {page} de {last}
      </span>
      {page < last ? (
        <Link className={button.button} to={addressOf(page + 1)} rel="next" onClick={onTurn}>
          Siguiente →
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}
