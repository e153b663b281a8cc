/** Grey rows in the place of the list while it loads for the first time. They appear only if the load takes long. */
import styles from './list-skeleton.module.css'

const rows = Array.from({ length: 12 }, (_, index) => index)

export function ListSkeleton() {
  return (
    <div className={styles.skeleton}>
      <p role="status">Cargando…</p>
      {rows.map((row) => (
        <div key={row} className={styles.row} aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}
