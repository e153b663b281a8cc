/** The reserved numbers of the open event in *Ajustes*. */
import { useState } from 'react'
import type { EventInfo } from '#domain/events/calls'
import { groupOf, numberPlaceOf } from '#domain/events/numbers'
import { describeReserved, type ReservedNumber } from '#domain/events/reserved/reserved'
import { today } from '#domain/text/date'
import { titleOf, useEvents } from '../../api/event-list.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { Confirmation } from '../../ui/dialog.tsx'
import { Button, Done } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Failure, Loading } from '../../ui/notice.tsx'
import { changeOpenEvent, requireSame } from '../change-event.ts'
import { PodiumDialog } from './podium-dialog.tsx'
import { ReservedDialog } from './reserved-dialog.tsx'
import { nameOfReserved, placesOf } from './reserved-places.ts'

export function ReservedSection() {
  const { events, error, reload, replace } = useEvents()
  const [dialog, setDialog] = useState<'podium' | { stored?: ReservedNumber }>()
  const [leaving, setLeaving] = useState<ReservedNumber>()
  const [done, setDone] = useState('')

  function close() {
    setDialog(undefined)
    setLeaving(undefined)
  }

  function show(event: EventInfo, text: string) {
    replace(event)
    close()
    setDone(text)
  }

  const [event] = events ?? []
  if (!event) return error ? <Failure error={error} retry={reload} /> : <Loading />
  const nameOf = (one: ReservedNumber) => nameOfReserved(event, one)
  const places = placesOf(event).map(({ key }) => key)
  const order = (one: ReservedNumber) => places.indexOf(groupOf(one))
  return (
    <>
      {error && <Failure hasUnsavedData error={error} retry={reload} />}
      <p>
        Un número reservado en {titleOf(event)} es solo de esa persona: a los demás no se les ofrece, y quien
        lo escribe ve para quién es.
      </p>
      <Done>{done}</Done>
      <DefinitionList
        label="Números reservados"
        items={[...event.reserved].sort((one, other) => order(one) - order(other))}
        keyOf={(one) => numberPlaceOf(one) ?? ''}
        nameOf={nameOf}
        describe={(one) => (
          <span className={`${layout.hint} ${layout.block}`}>
            {describeReserved(one)}
            {one.until !== undefined && one.until < today() && ', que ya pasó'}
          </span>
        )}
        onEdit={(stored) => setDialog({ stored })}
        leaveWord="Quitar"
        onLeave={setLeaving}
      />
      {event.name ? (
        <div className={layout.row}>
          <Button onClick={() => setDialog({})}>Reservar un número</Button>
          <Button onClick={() => setDialog('podium')}>Reservar el podio</Button>
        </div>
      ) : (
        <p className={layout.hint}>Para reservar números, primero póngale nombre al evento en «Evento».</p>
      )}
      {dialog === 'podium' ? (
        <PodiumDialog event={event} onSaved={show} onClose={close} />
      ) : (
        dialog && <ReservedDialog {...dialog} event={event} onSaved={show} onClose={close} />
      )}
      {leaving && (
        <Confirmation
          title={`¿Quitar la reserva del ${nameOf(leaving)}?`}
          action="Quitar"
          confirm={async () => {
            const changed = await changeOpenEvent(({ reserved }) => {
              const gone = requireSame(reserved, leaving, numberPlaceOf, `el ${nameOf(leaving)}`)
              return { reserved: reserved.filter((one) => one !== gone) }
            })
            show(changed, `El ${nameOf(leaving)} ya no está reservado.`)
          }}
          onClose={close}
        >
          <p>Está {describeReserved(leaving)}. Después lo puede tener cualquiera.</p>
        </Confirmation>
      )}
    </>
  )
}
