/** One field of a form: its label, its control, its message; the one place that ties them together. */
import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

/** What a control needs to be tied to its label and message. */
export interface ControlProps {
  id: string
  name: string
  className?: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

interface FieldProps {
  name: string
  label: string
  /** What is wrong with the value. */
  problem?: ReactNode
  hint?: string
  /** Where a title over the field already says the same. */
  isLabelHidden?: boolean
  children: (control: ControlProps) => ReactNode
}

export function Field({ name, label, problem, hint, isLabelHidden = false, children }: FieldProps) {
  const id = useId()
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={isLabelHidden ? styles.hidden : styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({
        id,
        name,
        className: styles.control,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      <p id={`${id}-problem`} className={styles.problem}>
        {problem}
      </p>
    </div>
  )
}
