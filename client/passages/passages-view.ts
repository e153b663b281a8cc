/** The filter and the page of the screen of incidents, which its address holds. */
import { useSearchParams } from 'react-router-dom'
import { isCalendarDay } from '#domain/text/date'
import type { IncidentsView, PassageView } from '#domain/web/addresses'

/** Returns the filter and the page of a view, as the server understands them. */
export function passageView({ kind, gate, day, page }: IncidentsView): PassageView {
  return {
    incidents: kind === undefined,
    settled: kind === 'settled',
    gate,
    from: day,
    to: day,
    page,
  }
}

export function usePassagesView(): IncidentsView {
  const [query] = useSearchParams()
  const { all, settled, gate, day, page: number } = Object.fromEntries(query)
  const page = Number(number ?? 1)
  return {
    kind: all === '1' ? 'all' : settled === '1' ? 'settled' : undefined,
    gate: gate || undefined,
    day: isCalendarDay(day) ? day : undefined,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}
