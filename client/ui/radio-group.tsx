/** A question with one answer of several, one below the other. */
import { type ReactNode, useId } from 'react'
import field from './field.module.css'

export interface RadioGroupProps<Value> {
  legend: string
  options: readonly (readonly [value: Value, label: ReactNode])[]
  value: Value | null | undefined
  onChange: (value: Value) => void
  isDisabled?: boolean
  'aria-describedby'?: string
}

export function RadioGroup<Value extends string | number | boolean>(props: RadioGroupProps<Value>) {
  const { legend, options, value, onChange, isDisabled, ...others } = props
  const name = useId()
  return (
    <fieldset {...others} className={field.choices} disabled={isDisabled}>
      <legend>{legend}</legend>
      {options.map(([one, label]) => (
        <label key={String(one)}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
