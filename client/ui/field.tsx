/** The fields of forms: each control with its label, hint and message. */
import { type ComponentProps, type ReactNode, useId, useRef } from 'react'
import type { Field as FieldDefinition } from '#domain/pilots/field'
import { maxReasonLength } from '#domain/stored/limits'
import { completedDay, formatDate, parseDate } from '#domain/text/date'
import { shortened } from '#domain/text/text'
import button from './button.module.css'
import styles from './field.module.css'
import { Button } from './form.tsx'
import { LineIcon } from './images.tsx'
import layout from './layout.module.css'
import { LongText } from './marks.tsx'
import parts from './parts.module.css'

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
  /** A remark on the value that is no warning, which is displayed if there is no error. */
  note?: ReactNode
  /** A warning about the value, which is displayed if there is neither an error nor a remark. */
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
  const note = problem ? undefined : props.note
  const warning = problem || note ? undefined : props.warning
  const described = [
    problem && `${id}-problem`,
    warning && `${id}-warning`,
    note && `${id}-note`,
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
        {note && (
          <p id={`${id}-note`} className={layout.hint}>
            {note}
          </p>
        )}
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

interface SelectFieldProps<Value> extends Omit<FieldProps, 'children'> {
  options: readonly (readonly [value: Value, label: string])[]
  value?: Value
  isDisabled?: boolean
  /** Replaces the style of a control that is as wide as its field. */
  className?: string
  onChange: (value: Value) => void
  /** The controls below the select. */
  children?: ReactNode
}

/** A field for one of several options. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { options, value, isDisabled, className, onChange, children, ...field } = props
  return (
    <Field {...field}>
      {(control) => (
        <>
          <select
            {...control}
            className={className ?? control.className}
            disabled={isDisabled}
            value={value}
            onChange={({ target }) => onChange(target.value as Value)}
          >
            {options.map(([one, label]) => (
              <option key={one} value={one}>
                {label}
              </option>
            ))}
          </select>
          {children}
        </>
      )}
    </Field>
  )
}

/** The attributes that select a phone's keyboard. The form and the server validate the values, not the browser. */
export const keyboards: Partial<Record<FieldDefinition['control'], object>> = {
  email: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  number: { inputMode: 'numeric' },
  decimal: { inputMode: 'decimal' },
  telephone: { inputMode: 'tel' },
  date: { inputMode: 'numeric', placeholder: 'dd/mm/aaaa' },
}

export interface RadioGroupProps<Value> {
  /** The name by which a form focuses the group. */
  name?: string
  legend: string
  options: readonly (readonly [value: Value, label: ReactNode])[]
  value: Value | null | undefined
  onChange: (value: Value) => void
  isDisabled?: boolean
  /** True if the answers are side by side, each as large as a button. */
  isRow?: boolean
  'aria-describedby'?: string
}

/** A question with one answer of several, one below the other unless they are short. */
export function RadioGroup<Value extends string | number | boolean>(props: RadioGroupProps<Value>) {
  const id = useId()
  const { name = id, legend, options, value, onChange, isDisabled, isRow, ...others } = props
  const [look, answer] = isRow ? [layout.wrap, `${layout.box} ${layout.target} ${styles.tile}`] : []
  return (
    <fieldset {...others} className={`${styles.choices} ${look ?? ''}`} disabled={isDisabled}>
      <legend>{legend}</legend>
      {options.map(([one, label]) => (
        <label key={String(one)} className={answer}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

interface DateControlProps extends ControlProps {
  value: string
  autoComplete: string
  /** The last day that the calendar offers, as `YYYY-MM-DD`. */
  max?: string
  /** Writes a typed date in full. Returns any other text unchanged. */
  complete: (text: string) => string
  onChange: (value: string) => void
  onBlur: () => void
}

interface DayFieldProps extends Omit<ComponentProps<typeof Field>, 'children'> {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
}

/** A field for a day of the past or of the future. */
export function DayField({ value, onChange, onBlur = () => {}, ...field }: DayFieldProps) {
  const day = { value, onChange, onBlur, autoComplete: 'off', complete: completedDay }
  return <Field {...field}>{(control) => <DateControl {...control} {...day} />}</Field>
}

/** The kinds of input that bring a whole text, unlike typing. */
const insertedWhole = ['insertFromPaste', 'insertFromDrop']

/**
 * A date typed as DD/MM/YYYY or picked from the browser's calendar. A bare `<input type="date">` would show
 * the order of the browser's own language, in which 02/03 means another day.
 */
export function DateControl({ value, max, complete, onChange, onBlur, ...control }: DateControlProps) {
  const picker = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLButtonElement>(null)
  const iso = parseDate(value.trim())

  function leave() {
    const completed = complete(value)
    if (completed !== value) onChange(completed)
    onBlur()
  }

  /** Opens the calendar. Does nothing in a browser without `showPicker`, where the date must be typed. */
  function openCalendar() {
    picker.current?.showPicker?.()
  }

  return (
    <div className={styles.date}>
      <input
        {...control}
        type="text"
        inputMode="numeric"
        placeholder="dd/mm/aaaa"
        value={value}
        onChange={({ target, nativeEvent }) => {
          const { inputType } = nativeEvent as InputEvent
          onChange(insertedWhole.includes(inputType) ? complete(target.value) : target.value)
        }}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget !== calendar.current) leave()
        }}
      />
      <Button
        ref={calendar}
        className={button.square}
        // Tab goes from field to field; a date can be typed.
        tabIndex={-1}
        aria-label="Abrir el calendario"
        onClick={openCalendar}
      >
        <LineIcon size={22} stroke={2} d="M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 14h2M14 14h2M8 17h2" />
      </Button>
      <input
        ref={picker}
        className={styles.picker}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        max={max}
        value={iso ?? ''}
        onChange={(event) => onChange(formatDate(event.target.value))}
      />
    </div>
  )
}

/** The version of this page (`mine`), or the version that another person has stored meanwhile (`theirs`). */
export type Side = 'mine' | 'theirs'

/** Returns the side that made a change; undefined if both made one. */
export function soleChanger(isMine: boolean, isTheirs: boolean): Side | undefined {
  return isMine && isTheirs ? undefined : isMine ? 'mine' : 'theirs'
}

/** Returns the problems of a form of two versions: the fields of which no side is chosen. */
export function problemsOfSides(sides: Readonly<Record<string, Side | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.keys(sides).map((name) => [name, sides[name] ? '' : missing]))
}

interface VersionFieldProps {
  name: string
  label: string
  /** The labels of both sides. */
  labels?: Record<Side, string>
  versions: Record<Side, ReactNode>
  value?: Side
  problem?: string
  onChange: (side: Side) => void
}

const missing = 'Los dos lo cambiaron: elija una'

const sideLabels = { mine: 'La suya', theirs: 'La de la otra persona' } as const

/** One field of two versions, of which a person chooses one. */
export function VersionField(props: VersionFieldProps) {
  const { name, label, labels = sideLabels, versions, value, problem, onChange } = props
  const id = useId()
  return (
    <fieldset className={`${styles.choices} ${parts.sides}`}>
      <legend>{label}</legend>
      {problem && (
        <p id={`${id}-missing`} className={styles.missing} role="alert">
          {problem}
        </p>
      )}
      {(['mine', 'theirs'] as const).map((one) => (
        <div
          key={one}
          className={`${parts.side} ${styles.side}`}
          data-chosen={one === value || undefined}
          data-missing={problem ? true : undefined}
        >
          <label className={layout.soft}>
            <input
              type="radio"
              name={name}
              checked={one === value}
              aria-describedby={problem ? `${id}-missing ${id}-${one}` : `${id}-${one}`}
              onChange={() => onChange(one)}
            />
            {labels[one]}
          </label>
          <div id={`${id}-${one}`} className={styles.value}>
            {versions[one]}
          </div>
        </div>
      ))}
    </fieldset>
  )
}

/** The number of characters of a value that are displayed at first. */
const excerptLength = 160

/** A value, shortened until a person asks for the whole, or the word for none. */
export function VersionValue({ text }: { text: string }) {
  return text ? <LongText short={shortened(text, excerptLength)} whole={text} /> : <em>vacío</em>
}
