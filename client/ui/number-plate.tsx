/** The number of a rider as a yellow plate, which screen readers announce as a number. */
import layout from './layout.module.css'
import parts from './parts.module.css'

interface NumberPlateProps {
  number: string
  /** The class that places the plate in its row. */
  className?: string
}

export function NumberPlate({ number, className = '' }: NumberPlateProps) {
  return (
    <b className={`${parts.number} ${className}`}>
      <span className={layout.hidden}>Número </span>
      {number}
    </b>
  )
}
