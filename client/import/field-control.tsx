/** The controls of an import: of the value of a field, and of a question about the file. */
import { useEffect, useId, useRef, useState } from 'react'
import type { CorrectableColumn } from '#domain/import/columns'
import { cellChoices, isPilotField } from '#domain/pilots/own/field-table'
import { useFieldTable } from '../api/field-table.ts'
import fieldStyles from '../ui/field.module.css'
import { keyboards, RadioGroup, type RadioGroupProps } from '../ui/field.tsx'
import styles from './import.module.css'

interface FieldControlProps {
  field: CorrectableColumn
  /** The choices of a select. Without them, they are those of the field. */
  options?: readonly string[]
  value: string
  /** The choice of a select that stands for no option. */
  emptyChoice?: string
  /** True if a typed text is also applied after a pause. */
  appliesWhileTyping?: boolean
  onApply: (value: string) => void
  /** Moves the focus from a text that Enter has applied. */
  onEnter?: (control: HTMLInputElement) => void
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

/** The control of a value. Enter, Escape and leaving the control apply a typed text. */
export function FieldControl({
  field,
  options: given,
  emptyChoice = 'Seleccione…',
  ...props
}: FieldControlProps) {
  const table = useFieldTable()
  const options = given ?? (isPilotField(field) ? cellChoices(table, field) : [])
  if (options.length === 0 && isPilotField(field))
    return <TextControl {...props} {...keyboards[table.of(field).control]} />
  const { value, onApply, appliesWhileTyping: _typing, onEnter: _enter, ...select } = props
  return (
    <select
      {...select}
      className={fieldStyles.control}
      value={options.includes(value) ? value : ''}
      onChange={({ target }) => onApply(target.value)}
    >
      <option value="">{emptyChoice}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  )
}

/** The pause after which a typed text is applied, in milliseconds. */
const pause = 600

type TextControlProps = Omit<FieldControlProps, 'field' | 'options' | 'emptyChoice'>

function TextControl({ value, appliesWhileTyping, onApply, onEnter, ...input }: TextControlProps) {
  const [draft, setDraft] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ value, onApply })
  latest.current = { value, onApply }
  useEffect(() => () => clearTimeout(timer.current), [])

  function apply(text: string | undefined) {
    clearTimeout(timer.current)
    if (text === undefined || text === latest.current.value) return
    // Enter applies the text, and so does the blur that follows before the next rendering.
    latest.current.value = text
    latest.current.onApply(text)
  }

  function leave() {
    apply(draft)
    setDraft(undefined)
  }

  return (
    <input
      {...input}
      className={fieldStyles.control}
      type="text"
      autoComplete="off"
      value={draft ?? value}
      onChange={({ target }) => {
        setDraft(target.value)
        clearTimeout(timer.current)
        if (appliesWhileTyping) timer.current = setTimeout(() => apply(target.value), pause)
      }}
      onBlur={leave}
      onKeyDown={({ key, nativeEvent, currentTarget }) => {
        if (nativeEvent.isComposing) return
        // Escape closes the dialog, which asks first if a text has been applied.
        if (key === 'Enter' || key === 'Escape') leave()
        if (key === 'Enter') onEnter?.(currentTarget)
      }}
    />
  )
}

interface QuestionControlProps<Value> extends RadioGroupProps<Value> {
  /** The reason why a person should choose. */
  doubt: string | undefined
}

/** A question about a file with its answers, and why it is asked. */
export function QuestionControl<Value extends string | boolean>({
  doubt,
  ...group
}: QuestionControlProps<Value>) {
  const id = useId()
  return (
    <>
      <RadioGroup {...group} aria-describedby={doubt ? id : undefined} />
      {doubt && (
        <p id={id} className={styles.doubt}>
          {doubt}
        </p>
      )}
    </>
  )
}
