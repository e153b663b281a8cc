/** The dialog that reserves the first numbers of a category for the last season's podium, in one step. */
import { useState } from 'react'
import type { EventInfo, ListedReserved } from '#domain/events/calls'
import { rangesOf } from '#domain/events/categories/category'
import { nextInRanges } from '#domain/events/categories/ranges'
import { groupOf } from '#domain/events/numbers'
import { maxReservedFor } from '#domain/events/reserved/reserved'
import { formatDate, today } from '#domain/text/date'
import { numberKey } from '#domain/text/names'
import { count } from '#domain/text/text'
import { eventItemCalls } from '../../api/event-list.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { DayField, SelectField, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { fieldOf, type Place, placesOf, reservedOf, until } from './reserved-places.ts'

const steps = ['first', 'second', 'third'] as const
const stepTexts = { first: 'Primero', second: 'Segundo', third: 'Tercero' }

interface PodiumDialogProps {
  /** The open event, and its reserved numbers. */
  event: EventInfo
  items: readonly ListedReserved[]
  take: (items: readonly ListedReserved[]) => void
  onSaved: (items: readonly ListedReserved[], text: string) => void
  onClose: () => void
}

export function PodiumDialog({ event, items: reserved, take, onSaved, onClose }: PodiumDialogProps) {
  const places = placesOf(event, reserved)
  const [key, setKey] = useState(places[0]?.key ?? '')
  const place = places.find((one) => one.key === key)
  const all = stepsOf(place, reserved)
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
      const given = all.map((one) => {
        const next = reservedOf({ place: key, number: one.number, for: typed[one.step], until: day }, places)
        return { ...one, next, isTyped: next.for.trim() !== '' }
      })
      const chosen = given.filter(({ isTyped }) => isTyped)
      const added = chosen.filter(({ seen }) => !seen)
      const callsOf = (steps: typeof given) =>
        eventItemCalls('reserved', event.id, (name) => {
          const [, row = '0', part = name] = name.split('.')
          return part === 'for' || part === 'number' ? (steps[Number(row)]?.step ?? part) : fieldOf(part)
        })
      let stored = reserved
      if (added.length > 0) stored = await callsOf(added).addAll({ rows: added.map(({ next }) => next) })
      for (const one of given) {
        // A second attempt begins with what the first one has stored.
        take(stored)
        const calls = callsOf([one])
        // Those of these numbers are replaced, since they are shown.
        if (one.seen) stored = await (one.isTyped ? calls.change(one.seen, one.next) : calls.leave(one.seen))
      }
      onSaved(stored, `${count(chosen.length, 'número reservado', 'números reservados')} en ${place?.label}.`)
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
function stepsOf(place: Place | undefined, reserved: readonly ListedReserved[]) {
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
