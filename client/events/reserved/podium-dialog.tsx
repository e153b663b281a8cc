/** The dialog that reserves the first numbers of a category for the last season's podium, in one step. */
import { useState } from 'react'
import type { EventInfo } from '#domain/events/calls'
import { rangesOf } from '#domain/events/categories/category'
import { nextInRanges } from '#domain/events/categories/ranges'
import { groupOf, numberPlaceOf } from '#domain/events/numbers'
import { maxReservedFor, type ReservedNumber } from '#domain/events/reserved/reserved'
import { formatDate, today } from '#domain/text/date'
import { numberKey } from '#domain/text/names'
import { count } from '#domain/text/text'
import { FormDialog } from '../../ui/dialog.tsx'
import { DayField, SelectField, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { atFields, changeOpenEvent, requireSame } from '../change-event.ts'
import { type Place, placesOf, reservedOf, until } from './reserved-places.ts'

const steps = ['first', 'second', 'third'] as const
const stepTexts = { first: 'Primero', second: 'Segundo', third: 'Tercero' }

interface PodiumDialogProps {
  /** The open event. */
  event: EventInfo
  onSaved: (event: EventInfo, text: string) => void
  onClose: () => void
}

export function PodiumDialog({ event, onSaved, onClose }: PodiumDialogProps) {
  const places = placesOf(event)
  const [key, setKey] = useState(places[0]?.key ?? '')
  const place = places.find((one) => one.key === key)
  const all = stepsOf(place, event.reserved)
  const form = useForm({
    stored: {
      ...{ first: '', second: '', third: '' },
      ...Object.fromEntries(all.map(({ step, seen }) => [step, seen?.for ?? ''])),
      until: formatDate(`${[event.first, today()].toSorted().at(-1)?.slice(0, 4)}-12-31`),
    },
    check: ({ first, second, third, until: day }) => ({
      first: [first, second, third].join('').trim() === '' ? 'Escriba quién es' : undefined,
      until: until.problemOf(day),
    }),
    async send({ until: day, ...typed }) {
      const chosen = all.filter(({ step }) => typed[step].trim() !== '')
      const next = chosen.map(({ step, number }) =>
        reservedOf({ place: key, number, for: typed[step], until: day }, places),
      )
      let kept = 0
      const sending = changeOpenEvent(({ reserved }) => {
        // Those of these numbers are replaced, since they are shown.
        const gone = all.map(
          ({ seen }) => seen && requireSame(reserved, seen, numberPlaceOf, `el ${seen.number}`),
        )
        const others = reserved.filter((one) => !gone.includes(one))
        kept = others.length
        return { reserved: [...others, ...next] }
      })
      const changed = await sending.catch((error) => {
        throw atFields(error, 'reserved', (at, part) =>
          part === 'for' || part === 'number' ? chosen[at - kept]?.step : part,
        )
      })
      onSaved(changed, `${count(next.length, 'número reservado', 'números reservados')} en ${place?.label}.`)
    },
  })
  return (
    <FormDialog title="Reservar el podio" action="Reservar" form={form} onClose={onClose}>
      <SelectField
        name="place"
        label="Categoría"
        options={places.map((one) => [one.key, one.label])}
        value={key}
        onChange={setKey}
      />
      {all.map(({ step, number }, index) => (
        <TextField
          key={step}
          {...form.field(step)}
          label={`${stepTexts[step]}, con el ${number}`}
          hint={index === 0 ? 'El nombre completo o el documento.' : undefined}
          maxLength={maxReservedFor}
        />
      ))}
      <DayField {...form.field('until')} {...until.words} />
    </FormDialog>
  )
}

/** Returns the steps of the podium, with the first numbers of a place: 1, 2 and 3, if it has these. */
function stepsOf(place: Place | undefined, reserved: readonly ReservedNumber[]) {
  const ranges = rangesOf(place?.category)
  let last: number | undefined = 0
  return steps.flatMap((step) => {
    last = last === undefined ? last : nextInRanges(ranges, last, 1)
    if (last === undefined) return []
    const number = String(last)
    const seen = reserved.find((one) => groupOf(one) === place?.key && numberKey(one.number) === number)
    return { step, number: seen?.number ?? number, seen }
  })
}
