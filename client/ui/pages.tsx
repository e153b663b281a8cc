/**
 * The links to the pages of a list, and a select that leads to any of them. A phone shows the arrows and the select.
 */
import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { screens } from '#domain/api/addresses'
import { ApiError } from '../api/call.ts'
import type { Loaded } from '../api/load.ts'
import button from './button.module.css'
import field from './field.module.css'
import layout from './layout.module.css'
import { Link } from './link.tsx'

interface PagesProps {
  page: number
  /** The number of the last page that is known. */
  last: number
  /** True if there may be pages after `last`. */
  hasMore?: boolean
  addressOf: (page: number) => string
  /** Is called when a person goes to another page. */
  onTurn: () => void
}

export function Pages({ page, last, hasMore = false, addressOf, onTurn }: PagesProps) {
  const navigate = useNavigate()
  if (last < 2) return null
  return (
    <nav className={field.pages} aria-label="Páginas">
      {page > 1 && (
        <Link className={button.bare} to={addressOf(page - 1)} rel="prev" onClick={onTurn}>
          ← <span>Anterior</span>
        </Link>
      )}
      <ol>
        {[...shownPages(page, last), ...(hasMore ? [undefined] : [])].map((number, index) =>
          number === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other identity
            <li key={`gap ${index}`}>…</li>
          ) : (
            <li key={number}>
              <Link
                className={button.bare}
                to={addressOf(number)}
                aria-label={`Página ${number}`}
                aria-current={number === page ? 'page' : undefined}
                onClick={onTurn}
              >
                {number}
              </Link>
            </li>
          ),
        )}
      </ol>
      <label className={field.jump}>
        <span className={layout.hiddenOnTablet}>Ir a la página</span>
        <select
          className={field.select}
          value={page}
          onChange={({ target }) => {
            navigate(addressOf(Number(target.value)))
            window.scrollTo(0, 0)
          }}
        >
          {offeredPages(page, last).map((number) => (
            <option key={number} value={number}>
              {hasMore ? number : `${number} de ${last}`}
            </option>
          ))}
        </select>
      </label>
      {page < last && (
        <Link className={button.bare} to={addressOf(page + 1)} rel="next" onClick={onTurn}>
          <span>Siguiente</span> →
        </Link>
      )}
    </nav>
  )
}

/**
 * Redirects to the last page if the address names a later one. Returns the redirect to the sign-in, to be shown instead
 * of the list, if the session has ended: a list has no unsaved input.
 */
export function usePageRedirects(
  { value, error, isLoading }: Loaded<unknown>,
  { page, last, addressOf }: Pick<PagesProps, 'page' | 'last' | 'addressOf'>,
): ReactNode {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const target = value !== undefined && !isLoading && page > last ? addressOf(last) : undefined
  useEffect(() => {
    if (target !== undefined) navigate(target, { replace: true })
  }, [target, navigate])
  if (!(error instanceof ApiError) || error.status !== 401) return null
  return <Navigate to={screens.login} replace state={{ goingTo: pathname + search }} />
}

/** Returns the first and the last page and those around the current one, with undefined in place of the others. */
function shownPages(page: number, last: number): (number | undefined)[] {
  const around = [1, page - 1, page, page + 1, last]
  const numbers = [...new Set(around)].filter((number) => number >= 1 && number <= last)
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1] ?? 0
    // A gap of one page shows that page.
    if (number - before === 2) return [number - 1, number]
    return number - before > 2 ? [undefined, number] : [number]
  })
}

/** The largest number of pages that the select offers one by one. */
const mostOffered = 200

/** Returns the pages that the select offers: of a long list those around the current page, and others at equal steps. */
function offeredPages(page: number, last: number): number[] {
  const all = Array.from({ length: last }, (_, index) => index + 1)
  if (last <= mostOffered) return all
  const step = Math.ceil(last / 100)
  return all.filter(
    (number) => number === 1 || number === last || number % step === 0 || Math.abs(number - page) <= 10,
  )
}
