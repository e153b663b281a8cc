/** The list on the screen: its view in the address, its pilots with their counts, and the chosen ones. */
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { queryOf, searchPath } from '#domain/api/addresses'
import { fromRecord, type ShownPilot } from '#domain/api/wire'
import type { Category } from '#domain/events/categories/category'
import type { PilotCounts } from '#domain/pilots/calls'
import {
  type FoundTotal,
  filterOf,
  type ListView,
  maxListTotal,
  pageSize,
  readListView,
} from '#domain/pilots/search/list-query'
import { call, callForOne } from '../../api/call.ts'
import { useLiveLoad } from '../../api/changes.ts'
import { useFieldTable } from '../../api/field-table.ts'
import type { Loaded } from '../../api/load.ts'
import { isSearchState, type SearchState } from './search-form.tsx'

/** One page of the list, with the view that it answers. */
export interface PilotList extends FoundTotal {
  view: ListView
  pilots: ShownPilot[]
  /** True if no pilot fits the search exactly, and these fit it with one error in a word. */
  isApproximate: boolean
}

/** Returns a page of a list. Its total is exact unless it is capped at `max_total`. */
export async function loadPage(
  view: ListView,
  page: { per_page: number; max_total?: number },
  signal?: AbortSignal,
): Promise<PilotList> {
  const answer = await call('GET /api', { query: { list: 'all', ...queryOf(view), ...page }, signal })
  const {
    data,
    total = data.length,
    total_capped: isTotalCapped,
    approximate: isApproximate = false,
  } = answer
  const pilots = data.flatMap((record) => fromRecord(record) ?? [])
  return { view, pilots, total, isTotalCapped, isApproximate }
}

export interface CountedList extends PilotList {
  counts: PilotCounts
}

/** Loads the list whenever `key` changes, and after every change. The chips of the gates change with passages, too. */
export function usePilotList(view: ListView, key: string): Loaded<CountedList> {
  const load = async (signal: AbortSignal) => {
    const [list, counts] = await Promise.all([
      loadPage(view, { per_page: pageSize, max_total: maxListTotal }, signal),
      callForOne('GET /api/count', { query: queryOf(filterOf(view)), signal }),
    ])
    return { ...list, counts }
  }
  return useLiveLoad(load, key, { passages: view.attendance !== undefined })
}

export interface ListNavigation {
  view: ListView
  /** The address of the view. */
  address: string
  /** Navigates to the changed view, on its first page. */
  show(changes: Partial<ListView>): void
  /** Navigates to a search. The words typed for one search share one history entry. */
  search(words: string, isTyping: boolean): void
  /** Removes the history entry of a code that was typed so slowly that the list searched for it. */
  dropCode(): void
}

/** `categories` are those of the open event, as soon as they are known: a view of another one shows all riders. */
export function useListNavigation(isMissingPage: boolean, categories?: readonly Category[]): ListNavigation {
  const [query] = useSearchParams()
  // The query of a page that does not exist is ignored.
  const view = readListView(isMissingPage ? new URLSearchParams() : query, useFieldTable(), categories)
  const navigate = useNavigate()
  const { state } = useLocation()
  const isTyped = isSearchState(state) && state.isTyping
  return {
    view,
    address: searchPath(view),
    show(changes) {
      navigate(searchPath({ ...view, page: 1, ...changes }))
    },
    search(words, isTyping) {
      navigate(searchPath({ ...view, page: 1, search: words }), {
        replace: isTyped,
        state: { isTyping } satisfies SearchState,
      })
    },
    dropCode() {
      if (isTyped) navigate(searchPath({ ...view, search: undefined, page: 1 }), { replace: true })
    },
  }
}

/** The selection of pilots in the list. It includes pilots on other pages. */
export interface RowSelection {
  /** The identifiers of the chosen pilots. */
  chosen: ReadonlySet<string>
  /** True while a phone shows the checkboxes, and a press on a row ticks it. */
  isChoosing: boolean
  start(): void
  choose(ids: readonly string[], isOn: boolean): void
  /** Empties the selection and hides the checkboxes of a phone. */
  clear(): void
}

export function useRowSelection(): RowSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isChoosing, setChoosing] = useState(false)
  return {
    chosen,
    isChoosing,
    start: () => setChoosing(true),
    choose(ids, isOn) {
      const others = new Set([...chosen].filter((id) => !ids.includes(id)))
      setChosen(isOn ? new Set([...others, ...ids]) : others)
    },
    clear() {
      setChosen(new Set())
      setChoosing(false)
    },
  }
}
