/** The number of a rider as a yellow plate, which screen readers announce as a number. */
import styles from './number-plate.module.css'

interface NumberPlateProps {
  number: string
  /** The class that places the plate in its row. */
  className?: string
}

export function NumberPlate({ number, className = '' }: NumberPlateProps) {
  return (
    <b className={`${styles.plate} ${className}`}>
      <span className={styles.hidden}>Número </span>
      {number}
    </b>
  )
}
