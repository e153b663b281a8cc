/** The controls of a gate before and while it is open: the direction, and the numbers of all gates. */
import { type Direction, directions } from '#domain/gate/passage'
import { figure } from '#domain/text/text'
import { LineIcon } from '../ui/images.tsx'
import styles from './gate.module.css'
import { GateNumbers, hasNumbers, usePassageNumbers } from './numbers/gate-numbers.tsx'

const names: Record<Direction, string> = { in: 'Entrada', out: 'Salida' }

const arrows: Record<Direction, string> = {
  in: 'M14 4h6v16h-6M3 12h12M10 7l5 5-5 5',
  out: 'M10 4H4v16h6M9 12h12M16 7l5 5-5 5',
}

interface DirectionSwitchProps {
  direction: Direction
  onChange: (direction: Direction) => void
}

/** The switch between entries and exits. */
export function DirectionSwitch({ direction, onChange }: DirectionSwitchProps) {
  return (
    <fieldset className={styles.switch} aria-label="Sentido">
      {directions.map((value) => (
        <button
          key={value}
          type="button"
          className={styles.side}
          data-direction={value}
          aria-pressed={value === direction}
          onClick={() => onChange(value)}
        >
          <LineIcon className={styles.arrow} d={arrows[value]} />
          {names[value]}
        </button>
      ))}
    </fieldset>
  )
}

/** Tells from afar whether people enter or leave here. */
export function DirectionSign({ direction }: { direction: Direction }) {
  return (
    <p className={styles.sign} data-direction={direction} aria-hidden="true">
      <LineIcon className={styles.arrow} d={arrows[direction]} />
      <span>{names[direction]}</span>
    </p>
  )
}

/** The button with the number of persons inside, which opens the panel. */
export function CountButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const numbers = usePassageNumbers()
  if (!numbers) return null
  return (
    <button type="button" className={styles.count} aria-expanded={isOpen} onClick={onToggle}>
      <b>{figure(numbers.inside)}</b> adentro
    </button>
  )
}

/** Shows nothing before the first passage of the event. */
export function CountPanel() {
  const numbers = usePassageNumbers()
  if (!numbers || !hasNumbers(numbers)) return null
  return (
    <div className={styles.panel}>
      <GateNumbers numbers={numbers} />
    </div>
  )
}
