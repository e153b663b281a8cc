/** A control for a day of the past or of the future. */
import { completedDay } from '#domain/text/date'
import { DateControl } from './date-control.tsx'
import type { ControlProps } from './field.tsx'

interface DayControlProps extends ControlProps {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
}

export function DayControl({ onBlur = () => {}, ...control }: DayControlProps) {
  return <DateControl {...control} autoComplete="off" complete={completedDay} onBlur={onBlur} />
}
