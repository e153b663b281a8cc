/** The search field of the list. It searches while the person types, and on submit. */

import { type Ref, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { readScanned } from '#domain/credential/scanned'
import { maxSearchLength } from '#domain/pilots/search/search'
import { isObject } from '#domain/text/text'
import { isNumber } from '../../scan/key-strokes.ts'
import button from '../../ui/button.module.css'
import { LineIcon } from '../../ui/images.tsx'
import styles from './list.module.css'

interface SearchFormProps {
  ref: Ref<HTMLInputElement>
  /** The search words in the address. */
  search: string
  /** Receives the words while the person types, debounced. */
  onType: (words: string) => void
  onSend: (words: string) => void
  /** Moves the focus from the field to the results. */
  onLeave: () => void
}

/** The history state of an address that this form navigated to. */
export interface SearchState {
  /** True if the words may be incomplete: the next ones replace this history entry. */
  isTyping: boolean
}

/** The debounce of the search while the person types, in milliseconds. */
const debounce = 150

export function SearchForm({ ref, search, onType, onSend, onLeave }: SearchFormProps) {
  const [words, setWords] = useState(search)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ search, onType })
  latest.current = { search, onType }

  // Typed text is never overwritten: the field takes the words of the address only after a navigation that this form
  // did not start, such as a step back.
  const { state } = useLocation()
  const isOwn = useNavigationType() !== 'POP' && isSearchState(state)
  useEffect(() => {
    if (!isOwn) setWords(search)
  }, [isOwn, search])
  useEffect(() => () => clearTimeout(typing.current), [])

  function type(text: string) {
    setWords(text)
    clearTimeout(typing.current)
    typing.current = setTimeout(() => showResults(text), debounce)
  }

  function showResults(text: string) {
    clearTimeout(typing.current)
    typing.current = undefined
    if (text.trim() !== latest.current.search) latest.current.onType(text.trim())
  }

  function send(text: string, box: HTMLInputElement | null) {
    clearTimeout(typing.current)
    typing.current = undefined
    setWords(text)
    onSend(text.trim())
    // The next scan replaces the selected code or number.
    if (readScanned(text) || isNumber(text)) box?.select()
    else box?.focus()
  }

  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send(words, event.currentTarget.querySelector('input'))
        }}
        onReset={(event) => {
          event.preventDefault()
          send('', event.currentTarget.querySelector('input'))
        }}
      >
        <input
          ref={ref}
          type="search"
          name="search"
          aria-label="Buscar por nombre, DNI, licencia, club…"
          placeholder="Nombre, DNI, licencia, club…"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the person asked to search, with a button or a key of another screen
          autoFocus={isObject(state) && state.hasFocus === true}
          spellCheck={false}
          maxLength={maxSearchLength}
          value={words}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            onLeave()
          }}
          onBlur={() => typing.current && showResults(words)}
        />
        {(search || words) && (
          <button type="reset" className={button.icon} aria-label="Limpiar">
            <LineIcon size={20} stroke={2.5} d="M5 5l14 14M19 5L5 19" />
          </button>
        )}
        <button type="submit" className={button.icon} aria-label="Buscar pilotos">
          <LineIcon size={22} stroke={2.5} d="M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l6 6" />
        </button>
      </form>
    </search>
  )
}

export function isSearchState(state: unknown): state is SearchState {
  return isObject(state) && 'isTyping' in state
}
