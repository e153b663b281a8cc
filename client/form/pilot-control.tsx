/** The input control of a pilot's field, chosen by the definition of the field. */
import { type Field, type FieldName, fields } from '#domain/pilot/fields'
import { today } from '#domain/text/date'
import { DateControl } from '../ui/date-control.tsx'
import type { ControlProps } from '../ui/field.tsx'
import { ClubControl } from './club-control.tsx'
import { completedDate } from './typed-date.ts'

interface PilotControlProps {
  name: FieldName
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  /** The clubs that exist. */
  clubs: readonly string[]
  control: ControlProps
}

export function PilotControl({ name, value, onChange, onBlur, clubs, control }: PilotControlProps) {
  const { control: kind, options = [] }: Field = fields[name]
  const common = {
    ...control,
    value,
    onBlur,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (name === 'club') return <ClubControl {...common} clubs={clubs} onChange={onChange} />
  switch (kind) {
    case 'select':
      return (
        <select
          {...common}
          onChange={({ target }) => {
            onChange(target.value)
            // A chosen option is complete, unlike a typed text.
            onBlur()
          }}
        >
          <option value="">Seleccione…</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )
    case 'multiline':
      return <textarea {...common} rows={3} />
    case 'date':
      return <DateControl {...common} max={today()} complete={completedDate} onChange={onChange} />
    default:
      return <input {...common} {...keyboards[kind]} />
  }
}

/** The attributes that select a phone's keyboard. The form and the server validate the values, not the browser. */
const keyboards = {
  text: { type: 'text' },
  email: { type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  number: { type: 'text', inputMode: 'numeric' },
  telephone: { type: 'text', inputMode: 'tel' },
} as const
