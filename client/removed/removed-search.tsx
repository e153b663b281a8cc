/** The search field of the removed pilots, which searches while the person types. */
import { useEffect, useRef, useState } from 'react'
import { maxSearchLength } from '#domain/pilot/search'
import styles from './removed-screen.module.css'

interface RemovedSearchProps {
  /** The search words in the address. */
  search: string
  onSearch: (words: string) => void
}

/** The debounce of the search while the person types, in milliseconds. */
const debounce = 150

export function RemovedSearch({ search, onSearch }: RemovedSearchProps) {
  const [words, setWords] = useState(search)
  const sent = useRef(search)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Typed text is never overwritten: only an address that this field did not send changes it.
  useEffect(() => {
    if (search !== sent.current) setWords(search)
    sent.current = search
  }, [search])
  useEffect(() => () => clearTimeout(typing.current), [])

  function send(text: string) {
    clearTimeout(typing.current)
    if (text.trim() === sent.current) return
    sent.current = text.trim()
    onSearch(sent.current)
  }

  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send(words)
        }}
      >
        <input
          type="search"
          name="search"
          aria-label="Buscar borrados por nombre, DNI, licencia, club…"
          placeholder="Nombre, DNI, licencia, club…"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxSearchLength}
          value={words}
          onChange={({ target }) => {
            setWords(target.value)
            clearTimeout(typing.current)
            typing.current = setTimeout(() => send(target.value), debounce)
          }}
        />
      </form>
    </search>
  )
}
