/** The reserved numbers of the open event in *Ajustes*. */
import { useState } from 'react'
import type { ListedReserved } from '#domain/events/calls'
import { groupOf } from '#domain/events/numbers'
import { describeReserved, maxReservedFor, type ReservedNumber } from '#domain/events/reserved/reserved'
import { maxEntryNumber } from '#domain/stored/limits'
import { formatDate, today } from '#domain/text/date'
import { type EventItems, eventItemCalls, titleOf, useEventItems } from '../../api/event-list.ts'
import { type ListDescription, ListEditor } from '../../collections/list-editor.tsx'
import { Button } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Failure, Loading } from '../../ui/notice.tsx'
import { PodiumDialog } from './podium-dialog.tsx'
import {
  fieldOf,
  nameOfReserved,
  placesOf,
  reservedOf,
  type TypedReserved,
  until,
} from './reserved-places.ts'

/** Describes the reserved numbers of an event. */
function reservedList({
  event,
  items,
}: EventItems<'reserved'>): ListDescription<ListedReserved, TypedReserved, readonly ListedReserved[]> {
  const calls = eventItemCalls('reserved', event.id, fieldOf)
  const places = placesOf(event, items)
  const nameOf = (one: ReservedNumber) => nameOfReserved(places, one)
  return {
    ...{ ...calls, move: undefined },
    add: (typed) => calls.add(reservedOf(typed, places)),
    addAll: (all) => calls.addAll({ rows: all.map((typed) => reservedOf(typed, places)) }),
    change: (seen, typed) => calls.change(seen, reservedOf(typed, places)),

    keyOf: ({ id }) => id,
    nameOf,
    oneOf: (one) => `la reserva del ${nameOf(one)}`,
    describe: (one) => (
      <span className={`${layout.hint} ${layout.block}`}>
        {describeReserved(one)}
        {one.until !== undefined && one.until < today() && ', que ya pasó'}
      </span>
    ),
    leaveWord: 'Quitar',
    addTitle: () => 'Reservar un número',
    addWord: 'Reservar',
    pronoun: 'lo',
    versionOf: (one) => `${one.number}, ${describeReserved(one)}`,
    saved(typed) {
      const next = reservedOf(typed, places)
      return `El ${nameOf(next)} está reservado ${describeReserved(next)}.`
    },
    left: (one) => `El ${nameOf(one)} ya no está reservado.`,
    effectOf: (one) => `Está ${describeReserved(one)}. Después lo puede tener cualquiera.`,

    typedOf: (stored) => ({
      place: stored ? groupOf(stored) : (places[0]?.key ?? ''),
      number: stored?.number ?? '',
      for: stored?.for ?? '',
      until: formatDate(stored?.until ?? ''),
    }),
    check: (typed) => ({ until: until.problemOf(typed.until) }),
    parts: [
      {
        ...{ name: 'place', label: 'Categoría', kind: 'select' },
        options: places.map(({ key, label }) => [key, label]),
      },
      {
        ...{ name: 'number', label: 'Número', kind: 'text', maxLength: maxEntryNumber },
        ...{ required: 'Escriba el número, como 7 o 07', hint: 'Como va en la placa: 07 y 7 son el mismo.' },
      },
      {
        ...{ name: 'for', label: 'Para quién', kind: 'text', maxLength: maxReservedFor },
        ...{ required: 'Escriba para quién es', hint: 'El nombre completo o el documento.' },
      },
      { ...until.words, name: 'until', kind: 'day' },
    ],
  }
}

export function ReservedSection() {
  const { value, error, reload, take } = useEventItems('reserved')
  const [isPodium, setPodium] = useState(false)
  if (!value) return error ? <Failure error={error} retry={reload} /> : <Loading />
  const { event } = value
  const takeItems = (all: readonly ListedReserved[]) => take({ event, items: all })
  const places = placesOf(event, value.items).map(({ key }) => key)
  const order = (one: ReservedNumber) => places.indexOf(groupOf(one))
  const items = [...value.items].sort((one, other) => order(one) - order(other))
  return (
    <>
      {error && <Failure hasUnsavedData error={error} retry={reload} />}
      <p>
        Un número reservado en {titleOf(event)} es solo de esa persona: a los demás no se les ofrece, y quien
        lo escribe ve para quién es.
      </p>
      <ListEditor
        list={reservedList(value)}
        take={takeItems}
        groups={[{ label: 'Números reservados', items }]}
      >
        {({ open, paste, show }) => (
          <>
            {event.name ? (
              <div className={layout.row}>
                <Button onClick={open}>Reservar un número</Button>
                {paste}
                <Button onClick={() => setPodium(true)}>Reservar el podio</Button>
              </div>
            ) : (
              <p className={layout.hint}>
                Para reservar números, primero póngale nombre al evento en «Evento».
              </p>
            )}
            {isPodium && (
              <PodiumDialog
                {...value}
                take={takeItems}
                onSaved={(changed, text) => {
                  setPodium(false)
                  show(changed, text)
                }}
                onClose={() => setPodium(false)}
              />
            )}
          </>
        )}
      </ListEditor>
    </>
  )
}
