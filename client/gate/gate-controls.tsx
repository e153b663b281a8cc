/** The switch between entries and exits. */
import type { Direction } from '#domain/gate/passage'
import { figure } from '#domain/text/text'
import { usePassageNumbers } from '../api/passage-numbers.ts'
import { GateNumbers, hasNumbers } from '../gate-numbers/gate-numbers.tsx'
import styles from './gate.module.css'

const names: Record<Direction, string> = { in: 'Entrada', out: 'Salida' }

interface DirectionSwitchProps {
  direction: Direction
  onChange: (direction: Direction) => void
}

export function DirectionSwitch({ direction, onChange }: DirectionSwitchProps) {
  return (
    <fieldset className={styles.switch} aria-label="Sentido">
      {(['in', 'out'] as const).map((value) => (
        <button
          key={value}
          type="button"
          className={styles.side}
          data-direction={value}
          aria-pressed={value === direction}
          onClick={() => onChange(value)}
        >
          <svg className={styles.arrow} viewBox="0 0 24 24" aria-hidden="true">
            <path
              fill="none"
              stroke="currentColor"
              strokeWidth="3"
              d={value === 'in' ? 'M14 4h6v16h-6M3 12h12M10 7l5 5-5 5' : 'M10 4H4v16h6M9 12h12M16 7l5 5-5 5'}
            />
          </svg>
          {names[value]}
        </button>
      ))}
    </fieldset>
  )
}

/** The numbers of the gates on the page of a gate: a button with the persons inside, and the panel that it opens. */
interface CountButtonProps {
  isOpen: boolean
  onToggle: () => void
}

export function CountButton({ isOpen, onToggle }: CountButtonProps) {
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
