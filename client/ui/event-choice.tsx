/** The choice of an event, the open one first, where what a screen shows is that of one event. */
import { type ReactNode, useId } from 'react'
import { titleOf, useEvents } from '../api/event-list.ts'
import field from './field.module.css'
import layout from './layout.module.css'

interface EventChoiceProps {
  /** The identifier of an event. Without it, the open one. */
  event?: string
  onChange: (event?: string) => void
  /** Options beside the events. */
  children?: ReactNode
}

/** Shows nothing if there is only one event. */
export function EventChoice({ event, onChange, children }: EventChoiceProps) {
  const id = useId()
  const { events: [open, ...earlier] = [] } = useEvents()
  if (!open || earlier.length === 0) return null
  return (
    <div className={layout.inline}>
      <label className={field.label} htmlFor={id}>
        Evento
      </label>
      <select
        id={id}
        className={field.control}
        value={event === open.id ? '' : event}
        onChange={({ target }) => onChange(target.value || undefined)}
      >
        <option value="">{`${titleOf(open)} (abierto)`}</option>
        {earlier.map((one) => (
          <option key={one.id} value={one.id}>
            {titleOf(one)}
          </option>
        ))}
        {children}
      </select>
    </div>
  )
}
