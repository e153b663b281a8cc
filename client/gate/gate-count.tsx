/** The numbers of the gates on the page of a gate: a button with the persons inside, and the panel that it opens. */
import { figure } from '#domain/text/text'
import { usePassageNumbers } from '../api/passage-numbers.ts'
import { GateNumbers, hasNumbers } from '../gate-numbers/gate-numbers.tsx'
import styles from './gate-count.module.css'

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
