/** The dialog that reserves a number, or changes a reserved one. */
import type { EventInfo } from '#domain/events/calls'
import { groupOf, numberPlaceOf } from '#domain/events/numbers'
import { describeReserved, maxReservedFor, type ReservedNumber } from '#domain/events/reserved/reserved'
import { maxEntryNumber } from '#domain/stored/limits'
import { formatDate, readDay, today } from '#domain/text/date'
import { loadEvents } from '../../api/event-list.ts'
import { TheirVersion, useTheirs } from '../../ui/definition-list.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { DayField, SelectField, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { atFields, changeOpenEvent, requireSame, withItem } from '../change-event.ts'
import { nameOfReserved, placesOf } from './reserved-places.ts'

interface ReservedDialogProps {
  /** The open event. */
  event: EventInfo
  /** The reserved number that is changed; absent for a new one. */
  stored?: ReservedNumber
  onSaved: (event: EventInfo, text: string) => void
  onClose: () => void
}

export function ReservedDialog({ event, stored, onSaved, onClose }: ReservedDialogProps) {
  const places = placesOf(event)
  const nameOf = (one: ReservedNumber) => `el ${nameOfReserved(event, one)}`
  const { theirs, change } = useTheirs(stored, async () =>
    (await loadEvents()).open.reserved.find((one) => stored && numberPlaceOf(one) === numberPlaceOf(stored)),
  )
  const form = useForm({
    stored: {
      place: stored ? groupOf(stored) : (places[0]?.key ?? ''),
      number: stored?.number ?? '',
      for: stored?.for ?? '',
      until: formatDate(stored?.until ?? ''),
    },
    check: ({ until }) => ({ until: dayProblem(until) }),
    async send(typed) {
      const next = reservedOf(typed, places)
      let index = 0
      const sending = change((seen) =>
        changeOpenEvent(({ reserved }) => {
          const replaced = seen && requireSame(reserved, seen, numberPlaceOf, nameOf(seen))
          index = replaced ? reserved.indexOf(replaced) : reserved.length
          return { reserved: withItem(reserved, next, replaced) }
        }),
      )
      const changed = await sending.catch((error) => {
        throw atFields(error, 'reserved', (at, part) =>
          at === index ? (partFields[part] ?? part) : undefined,
        )
      })
      onSaved(changed, `El ${nameOfReserved(changed, next)} está reservado ${describeReserved(next)}.`)
    },
  })
  const { field } = form
  return (
    <FormDialog
      title={stored ? `Editar la reserva del ${nameOfReserved(event, stored)}` : 'Reservar un número'}
      action={stored ? 'Guardar' : 'Reservar'}
      form={form}
      onClose={onClose}
    >
      <PlaceField {...field('place')} event={event} />
      <TextField
        {...field('number')}
        label="Número"
        hint="Como va en la placa: 07 y 7 son el mismo."
        isRequired
        maxLength={maxEntryNumber}
      />
      <TextField
        {...field('for')}
        label="Para quién"
        hint="El nombre completo o el documento."
        isRequired
        maxLength={maxReservedFor}
      />
      <UntilField {...field('until')} />
      {theirs && <TheirVersion pronoun="lo" text={`${theirs.number}, ${describeReserved(theirs)}`} />}
    </FormDialog>
  )
}

/** The fields of the parts with another name. */
const partFields: Readonly<Record<string, string>> = { category: 'place', modalidad: 'place' }

interface PlaceFieldProps {
  name: string
  value: string
  problem?: string
  event: EventInfo
  onChange: (place: string) => void
}

export function PlaceField({ event, ...place }: PlaceFieldProps) {
  const options = placesOf(event).map(({ key, label }) => [key, label] as const)
  return <SelectField {...place} label="Categoría" options={options} />
}

export function UntilField(day: Omit<PlaceFieldProps, 'event'>) {
  return (
    <DayField
      {...day}
      label="Hasta"
      hint="Vacío: solo en este evento. Con un día, también en los próximos."
    />
  )
}

export function dayProblem(until: string): string | undefined {
  if (until.trim() === '') return undefined
  const day = readDay(until)
  if (!day) return 'Escriba un día del calendario, o déjelo vacío'
  return day < today() ? 'Ese día ya pasó: escriba otro, o déjelo vacío' : undefined
}

/** Reads what a person has typed, without problems. */
export function reservedOf(
  typed: { place: string; number: string; for: string; until: string },
  places: ReturnType<typeof placesOf>,
): ReservedNumber {
  const { modalidad = '', category } = places.find(({ key }) => key === typed.place) ?? {}
  const until = readDay(typed.until)
  return {
    ...{ number: typed.number, modalidad, for: typed.for },
    ...(category && { category: category.id }),
    ...(until && { until }),
  }
}
