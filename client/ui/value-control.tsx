/** The control of a field on the form of the desk and on the phone of a rider, chosen by the definition of the field. */
import { choicesOf, type FieldTable, type PilotField, tickText } from '#domain/pilots/own/field-table'
import { Checkbox, type ControlProps, keyboards } from './field.tsx'

interface ValueControlProps {
  name: PilotField
  table: FieldTable
  value: string
  control: ControlProps
  options?: readonly string[]
  autoComplete?: string
  /** True for a number that can have letters, such as a document of some countries. */
  hasLetters?: boolean
  /** Translates a text. The values stay Spanish. */
  translate?: (text: string) => string
  onChange: (value: string) => void
  onBlur?: () => void
}

export function ValueControl(props: ValueControlProps) {
  const { name, table, value, control, autoComplete, translate = asItIs, onChange, onBlur } = props
  const { options = choicesOf(table, name) } = props
  const { control: kind } = table.of(name)
  const change = (event: { target: { value: string } }) => onChange(event.target.value)
  const common = { ...control, value, autoComplete, onBlur, onChange: change }
  switch (kind) {
    case 'select':
      return (
        <select
          {...common}
          onChange={(event) => {
            change(event)
            // A chosen option is complete, unlike a typed text.
            onBlur?.()
          }}
        >
          <option value="">{translate('Seleccione…')}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {translate(option)}
            </option>
          ))}
        </select>
      )
    case 'tick': {
      const { className: _className, ...checkbox } = control
      return (
        <Checkbox
          {...checkbox}
          checked={value !== ''}
          onBlur={onBlur}
          onChange={(isChecked) => onChange(isChecked ? tickText : '')}
        >
          {translate(tickText)}
        </Checkbox>
      )
    }
    case 'multiline':
      return <textarea {...common} rows={3} />
    default:
      return <input {...common} type="text" {...(props.hasLetters ? {} : keyboards[kind])} />
  }
}

const asItIs = (text: string) => text
