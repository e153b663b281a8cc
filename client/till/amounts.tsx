/** Amounts with their words: one in a row of a list, and one that is read from afar. */
import type { ReactNode } from 'react'
import button from '../ui/button.module.css'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import styles from './charging.module.css'

interface LineProps {
  text: ReactNode
  detail?: readonly (string | undefined)[]
  amount?: string
  /** The buttons of what can be done about it. */
  children?: ReactNode
}

export function Line({ text, detail = [], amount, children }: LineProps) {
  return (
    <li className={layout.split}>
      <p>
        {text} <span className={layout.hint}>{detail.filter(Boolean).join(' · ')}</span>
      </p>
      {amount && (
        <span className={`${layout.row} ${styles.end}`}>
          {children}
          <b>{amount}</b>
        </span>
      )}
    </li>
  )
}

/** A button in a row, for what the row is `of`. */
export function Act({ name, of, onPress }: { name: string; of?: string; onPress: () => void }) {
  return (
    <Button className={button.bare} aria-label={of && `${name} ${of}`} onClick={onPress}>
      {name}
    </Button>
  )
}

interface FigureProps {
  words: string
  amount?: string
  className?: string
}

export function Figure({ words, amount, className = layout.well }: FigureProps) {
  return (
    <p className={`${layout.split} ${styles.figure} ${className}`} role="status">
      {words} {amount && <b>{amount}</b>}
    </p>
  )
}
