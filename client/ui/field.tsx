/** One field of a form: `Field` alone connects a control with its label, hint and message. */
import { type ComponentProps, type ReactNode, useId } from 'react'
import { maxReasonLength } from '#domain/credential/terms'
import type { Field as FieldDefinition } from '#domain/pilots/field'
import styles from './field.module.css'
import layout from './layout.module.css'

/** The props that connect a control with its label, hint and message. */
export interface ControlProps {
  id: string
  name: string
  className?: string
  'aria-invalid'?: true
  'aria-required'?: true
  'aria-describedby'?: string
}

interface FieldProps {
  name: string
  label: string
  /** The error message about the value. */
  problem?: ReactNode
  /** A warning about the value, which is displayed if there is no error. */
  warning?: ReactNode
  /** The value that Enter takes, which is displayed while the control has the focus. */
  completion?: string
  /** The beginning of a value that the key `+` writes, which is displayed while the control has the focus. */
  prefix?: string
  hint?: string
  /** True if a title above the field already has the text of the label. */
  isLabelHidden?: boolean
  isRequired?: boolean
  children: (control: ControlProps) => ReactNode
}

export function Field(props: FieldProps) {
  const { name, label, problem, completion, prefix, hint, isLabelHidden, isRequired, children } = props
  const id = useId()
  const warning = problem ? undefined : props.warning
  const described = [
    problem && `${id}-problem`,
    warning && `${id}-warning`,
    completion && `${id}-completion`,
    hint && `${id}-hint`,
  ]
  return (
    <div className={styles.field}>
      <label className={isLabelHidden ? layout.hidden : styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={layout.hint}>
          {hint}
        </p>
      )}
      {children({
        id,
        name,
        className: styles.control,
        'aria-invalid': problem ? true : undefined,
        'aria-required': isRequired || undefined,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
      })}
      <div className={styles.messages}>
        <p id={`${id}-problem`} className={layout.problem}>
          {problem}
        </p>
        <p id={`${id}-warning`} className={styles.warning} role="status">
          {warning}
        </p>
        {completion && (
          <p id={`${id}-completion`} className={styles.completion}>
            <kbd>Enter</kbd> {completion}
          </p>
        )}
        {prefix && (
          <p className={styles.completion}>
            <kbd>+</kbd> {prefix}
          </p>
        )}
      </div>
    </div>
  )
}

interface TextFieldProps
  extends Omit<FieldProps, 'children' | 'prefix'>,
    Omit<ComponentProps<'input'>, 'name' | 'prefix' | 'value' | 'onChange'> {
  value: string
  /** The height in lines of a text that may have several, so that Enter begins one. */
  rows?: number
  onChange: (value: string) => void
}

/** A field for a text. The other props are those of its control. */
export function TextField(props: TextFieldProps) {
  const { name, label, problem, hint, isLabelHidden, isRequired, rows, onChange, ...text } = props
  const change = ({ target }: { target: { value: string } }) => onChange(target.value)
  return (
    <Field {...{ name, label, problem, hint, isLabelHidden, isRequired }}>
      {(control) =>
        rows ? (
          <textarea
            {...control}
            rows={rows}
            maxLength={text.maxLength}
            value={text.value}
            onChange={change}
          />
        ) : (
          <input {...control} type="text" autoComplete="off" {...text} onChange={change} />
        )
      }
    </Field>
  )
}

/** The reason that a person gives in a dialog. */
export function ReasonField(props: Omit<TextFieldProps, 'name' | 'label'>) {
  return <TextField name="reason" label="Motivo" isRequired maxLength={maxReasonLength} {...props} />
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  onChange: (isChecked: boolean) => void
}

/** A choice of yes or no, with its text. The other props are those of its control. */
export function Checkbox({ className = styles.choice, onChange, children, ...control }: CheckboxProps) {
  return (
    <label className={className}>
      <input type="checkbox" {...control} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  )
}

/** The attributes that select a phone's keyboard. The form and the server validate the values, not the browser. */
export const keyboards: Partial<Record<FieldDefinition['control'], object>> = {
  email: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  number: { inputMode: 'numeric' },
  telephone: { inputMode: 'tel' },
  date: { placeholder: 'dd/mm/aaaa' },
}
