/** The view of the list in the address, and the navigation to other views. */
import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { type ListView, lastPageOf, readListView } from '#domain/list-query'
import { searchPath } from '#domain/web/addresses'
import type { PilotList } from '../api/staff-api.ts'
import type { Loaded } from '../api/use-load.ts'
import { isSearchState, type SearchState } from './search-form.tsx'

export interface ListNavigation {
  view: ListView
  /** The address of the view. */
  address: string
  /** Navigates to the changed view, on its first page. */
  show(changes: Partial<ListView>): void
  /** Navigates to a search. The words typed for one search share one history entry. */
  search(words: string, isTyping: boolean): void
  /** Removes the history entry of a code that was typed so slowly that the list searched for it. */
  forgetCode(): void
}

export function useListNavigation(isMissingPage: boolean): ListNavigation {
  const [query] = useSearchParams()
  // The query of a page that does not exist is ignored.
  const view = readListView(isMissingPage ? new URLSearchParams() : query)
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
    forgetCode() {
      if (isTyped) navigate(searchPath({ ...view, search: undefined, page: 1 }), { replace: true })
    },
  }
}

/** Redirects to the last page if the address names a later page. */
export function useLastPageRedirect({ value, isLoading }: Loaded<PilotList>, { page = 1 }: ListView): void {
  const navigate = useNavigate()
  const lastPage = lastPageOf(value ?? { total: 0 })
  useEffect(() => {
    if (value && !isLoading && page > lastPage)
      navigate(searchPath({ ...value.view, page: lastPage }), { replace: true })
  }, [value, isLoading, page, lastPage, navigate])
}
