/** Counts all pilots that a filter finds before a dialog acts on them, if the list has stopped counting. */
import type { ReactNode } from 'react'
import type { FoundTotal, ListFilter } from '#domain/list-query'
import { staffApi } from '../api/staff-api.ts'
import { useLoad } from '../api/use-load.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/load.tsx'

interface ExactTotalProps {
  /** The title of the dialog for which the pilots are counted. */
  title: string
  filter: ListFilter
  onClose: () => void
  /** Returns the dialog for the exact number of pilots. */
  children: (total: number) => ReactNode
}

/** Shows the dialog of `children`: at once if `found` is exact, and else as soon as all pilots are counted. */
export function WithExactTotal({ found, children, ...props }: ExactTotalProps & { found: FoundTotal }) {
  return found.isTotalCapped ? <Counting {...props}>{children}</Counting> : children(found.total)
}

function Counting({ title, filter, onClose, children }: ExactTotalProps) {
  const { value, error, reload } = useLoad(
    async (signal) => (await staffApi.countedPage(filter, 1, signal)).total,
    JSON.stringify(filter),
  )
  if (value !== undefined) return children(value)
  return (
    <Dialog title={title} onClose={onClose}>
      {error ? <Failure error={error} retry={reload} /> : <p role="status">Contando los pilotos…</p>}
    </Dialog>
  )
}
