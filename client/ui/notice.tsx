/** A message above a form about an event, with the actions that the person can take. */
import type { ReactNode } from 'react'
import layout from './layout.module.css'

export function Notice({ kind, children }: { kind?: 'good' | 'warning'; children: ReactNode }) {
  return (
    <div className={layout.notice} data-kind={kind}>
      {children}
    </div>
  )
}
