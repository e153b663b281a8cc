/** The keyboard of the list: its shortcuts, and the scans of a hand scanner. */
import type { RefObject } from 'react'
import { useNavigate } from 'react-router-dom'
import { formPath } from '#domain/web/addresses'
import { useKeyStrokes } from './key-strokes.ts'
import { goToRow } from './rows.ts'

interface ListShortcuts {
  searchBox: RefObject<HTMLInputElement | null>
  /** The element that contains the rows. */
  results: RefObject<HTMLElement | null>
  onScan: (text: string) => void
  /** Opens the dialog that explains the keys. */
  onOpenKeys: () => void
}

export function useListShortcuts({ searchBox, results, onScan, onOpenKeys }: ListShortcuts): void {
  const navigate = useNavigate()

  function goToSearch() {
    searchBox.current?.focus()
    searchBox.current?.select()
  }

  function move(step: 1 | -1) {
    if (!goToRow(results.current, step)) goToSearch()
  }

  useKeyStrokes({
    onScan,
    keys: new Map([
      ['/', goToSearch],
      ['?', onOpenKeys],
      ['n', () => navigate(formPath())],
      ['ArrowDown', () => move(1)],
      ['ArrowUp', () => move(-1)],
    ]),
  })
}
