/** The switch between entries and exits. */
import type { Direction } from '#domain/gate/passage'
import styles from './direction-switch.module.css'

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
