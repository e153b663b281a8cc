/** The search over the list. */
import { useEffect, useRef, useState } from 'react'
import button from './button.module.css'
import styles from './search-form.module.css'

export function SearchForm({ search, onSearch }: { search: string; onSearch: (words: string) => void }) {
  const [words, setWords] = useState(search)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => setWords(search), [search])

  function clear() {
    setWords('')
    onSearch('')
    box.current?.focus()
  }

  return (
    <search className={styles.search}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(words.trim())
        }}
      >
        <input
          ref={box}
          className={styles.words}
          type="search"
          name="search"
          aria-label="Buscar por nombre, DNI, licencia, club…"
          placeholder="Nombre, DNI, licencia, club…"
          autoComplete="off"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <button className={button.primary} type="submit" aria-label="Buscar pilotos">
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path
              fill="none"
              stroke="currentColor"
              strokeWidth="2.5"
              d="M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l6 6"
            />
          </svg>
        </button>
        {search && (
          <button className={button.button} type="button" onClick={clear}>
            Limpiar
          </button>
        )}
      </form>
    </search>
  )
}
