/** The modalidad of a rider in the form: those that ride in the open event, and the others behind the last option. */
import { type ComponentProps, useState } from 'react'
import { useCurrentEvents } from '../api/event-list.ts'
import { ValueControl } from '../ui/value-control.tsx'

const others = 'Otra, que no corre en este evento…'

interface ModalidadControlProps extends ComponentProps<typeof ValueControl> {
  /** All modalidades that a rider can have. */
  options: readonly string[]
}

export function ModalidadControl({ options, ...props }: ModalidadControlProps) {
  const { value: events } = useCurrentEvents()
  const [hasAll, showAll] = useState(false)
  const riding = options.filter((one) => one === props.value || events?.open.modalidades.includes(one))
  if (hasAll || !events || riding.length === options.length)
    return <ValueControl {...props} options={options} />
  const change = (text: string) => (text === others ? showAll(true) : props.onChange(text))
  return <ValueControl {...props} options={[...riding, others]} onChange={change} />
}
