/** The keyboard shortcuts of the list. */
import type { RefObject } from 'react'
import { useNavigate } from 'react-router-dom'
import { formPath } from '#domain/web/addresses'
import { useShortcuts } from '../scan/shortcuts.ts'
import { goToRow } from './rows.ts'

interface ListShortcuts {
  searchBox: RefObject<HTMLInputElement | null>
  /** The element that contains the rows. */
  results: RefObject<HTMLElement | null>
  /** Opens the dialog that explains the keys. */
  onOpenKeys: () => void
}

export function useListShortcuts({ searchBox, results, onOpenKeys }: ListShortcuts): void {
  const navigate = useNavigate()

  function goToSearch() {
    searchBox.current?.focus()
    searchBox.current?.select()
  }

  function move(step: 1 | -1) {
    if (!goToRow(results.current, step)) goToSearch()
  }

  useShortcuts(
    new Map([
      ['/', goToSearch],
      ['?', onOpenKeys],
      ['n', () => navigate(formPath())],
      ['ArrowDown', () => move(1)],
      ['ArrowUp', () => move(-1)],
    ]),
  )
}
