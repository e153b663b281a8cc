/** What has happened, over a form, with what can be done about it. */
import type { ReactNode } from 'react'
import styles from './notice.module.css'

export function Notice({ kind, children }: { kind?: 'good' | 'warning'; children: ReactNode }) {
  return (
    <div className={styles.notice} data-kind={kind}>
      {children}
    </div>
  )
}
