/** One field of a form. This component alone connects the control with its label, hint and message. */
import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

/** The props that connect a control with its label, hint and message. */
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
  /** The error message about the value. */
  problem?: ReactNode
  hint?: string
  /** True if a title above the field already has the text of the label. */
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
