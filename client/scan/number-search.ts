/** Searches for a number that was scanned, or typed while no field had the focus, on the list. */
import { type RefObject, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router-dom'
import { searchPath } from '#domain/web/addresses'
import { setValue } from './focused-field.ts'

interface NumberSearch {
  /** Returns the digits that were typed and not yet passed on. */
  takeNumber: () => string
  /** Calls `go` once this screen may be left. */
  leave: (go: () => void) => void
}

/** Returns the function that searches. `isComplete` is true if an Enter ended the number. */
export function useNumberSearch({ takeNumber, leave }: NumberSearch) {
  const navigate = useNavigate()
  const { key } = useLocation()
  /** The number that the search of the list receives when the list appears. */
  const waiting = useRef<{ text: string; isComplete: boolean }>(undefined)
  useArrival(key, waiting, takeNumber)

  return function searchNumber(text: string, isComplete: boolean) {
    const box = searchBox()
    if (box) return type(box, text, isComplete)
    if (waiting.current) {
      waiting.current = { text: waiting.current.text + text, isComplete }
      return
    }
    leave(() => {
      waiting.current = { text, isComplete }
      // The list replaces this address while the person types on: see its `SearchState`.
      navigate(searchPath({ search: text }), { state: { isTyping: !isComplete } })
    })
  }
}

/** Moves the focus to the search when the list appears, with all digits that were typed in the meantime. */
function useArrival(
  key: string,
  waiting: RefObject<{ text: string; isComplete: boolean } | undefined>,
  takeNumber: () => string,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the address changes
  useEffect(() => {
    const number = waiting.current
    const box = searchBox()
    waiting.current = undefined
    if (!number || !box) return
    const text = number.text + takeNumber()
    box.focus()
    if (box.value !== text) setValue(box, text)
    select(box, number.isComplete)
  }, [key])
}

/** Replaces the words in the search. A complete number is searched at once. */
function type(box: HTMLInputElement, text: string, isComplete: boolean): void {
  box.focus()
  flushSync(() => setValue(box, text))
  if (isComplete) box.form?.requestSubmit()
  select(box, isComplete)
}

/** Selects a complete number, so that the next one replaces it, or lets the person type on after an incomplete one. */
function select(box: HTMLInputElement, isComplete: boolean): void {
  if (isComplete) box.select()
  else box.setSelectionRange(box.value.length, box.value.length)
}

function searchBox(): HTMLInputElement | null {
  return document.querySelector('input[type="search"][name="search"]')
}
