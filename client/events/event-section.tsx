/** The open event, which admins change, the dialog that opens the next one, and the earlier events. */
import { useState } from 'react'
import { incidentsScreen, reportScreen } from '#domain/api/addresses'
import type { EventInfo } from '#domain/events/calls'
import { eventDays, firstEventId } from '#domain/events/event'
import { formatMoment } from '#domain/text/date'
import { call, callForOne } from '../api/call.ts'
import { titleOf, useEvents } from '../api/event-list.ts'
import { callForFile } from '../api/files.ts'
import styles from '../desk/settings-screen.module.css'
import button from '../ui/button.module.css'
import { Confirmation } from '../ui/dialog.tsx'
import { SettingsForm, savedText, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { Failure, Loading, Notice } from '../ui/notice.tsx'
import { DownloadStatus, useDownload } from '../ui/run.tsx'
import { EventFields, problemsOfDays, readEvent, typedEventOf } from './event-fields.tsx'
import { NewEventDialog } from './new-event-dialog.tsx'

export function EventSection() {
  const { events, error, reload, refresh, replace } = useEvents()
  const [last, setLast] = useState<EventInfo>()
  const [removed, setRemoved] = useState<EventInfo>()
  const [open, ...earlier] = events ?? []
  return (
    <>
      {error && <Failure hasUnsavedData={events !== undefined} error={error} retry={reload} />}
      {!events && !error && <Loading />}
      {open && (
        <EventForm
          events={[open, ...earlier]}
          onSaved={replace}
          onNew={() => setLast(open)}
          onRemove={setRemoved}
        />
      )}
      {earlier.length > 0 && <EarlierEvents events={earlier} onRemove={setRemoved} />}
      {removed && (
        <Confirmation
          title={`¿Quitar ${titleOf(removed)}?`}
          action="Quitar"
          confirm={async () => {
            await call('DELETE /api/events/:id', { params: { id: removed.id } })
            refresh()
            setRemoved(undefined)
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>
            Es para un evento abierto por error: solo se quita si nadie está inscrito y no se leyó nada en él.
            {removed.id === open?.id && ' Queda abierto el evento anterior.'}
          </p>
        </Confirmation>
      )}
      {last && <NewEventDialog open={last} onOpened={refresh} onClose={() => setLast(undefined)} />}
    </>
  )
}

interface EventFormProps {
  /** The open event first. */
  events: readonly [EventInfo, ...EventInfo[]]
  onSaved: (event: EventInfo) => void
  onNew: () => void
  onRemove: (event: EventInfo) => void
}

/** The form of the open event. While something is typed, it stays that of the event which was open then. */
function EventForm({ events, onSaved, onNew, onRemove }: EventFormProps) {
  const [open] = events
  /** The identifier of the event that the unsaved values belong to. */
  const [begun, setBegun] = useState<string>()
  const event = events.find(({ id }) => id === begun) ?? open
  const form = useForm({
    stored: typedEventOf(event),
    check: problemsOfDays,
    async send(typed) {
      onSaved(await callForOne('PUT /api/events/:id', { params: { id: event.id }, body: readEvent(typed) }))
    },
  })
  const { isChanged } = form
  // Renders again at once, with the open event, when nothing is unsaved any more.
  if (begun !== (isChanged ? event.id : undefined)) setBegun(isChanged ? event.id : undefined)

  return (
    <SettingsForm
      form={form}
      label="Evento abierto"
      action="Guardar el evento"
      isChanged={isChanged}
      discard={form.discard}
      saved={form.isSaved && savedText}
      others={
        <>
          <button type="button" className={button.button} onClick={onNew}>
            Nuevo evento…
          </button>
          {open.id !== firstEventId && (
            <button type="button" className={button.danger} onClick={() => onRemove(open)}>
              Quitar este evento…
            </button>
          )}
        </>
      }
    >
      <p>
        Las lecturas, las inscripciones y las impresiones de ahora son de este evento
        {open.opened_at && `, abierto desde el ${formatMoment(open.opened_at)}`}. Los pilotos y sus
        credenciales siguen de un evento a otro.
      </p>
      {event !== open && (
        <Notice kind="warning">
          <p>
            <b>Mientras tanto se abrió {titleOf(open)}.</b> Lo escrito aquí es de {titleOf(event)}, que
            terminó: guárdelo, o descártelo para ver el evento abierto.
          </p>
        </Notice>
      )}
      <EventFields form={form} />
    </SettingsForm>
  )
}

/** The events before the open one, with their passages. */
function EarlierEvents({
  events,
  onRemove,
}: {
  events: readonly EventInfo[]
  onRemove: (event: EventInfo) => void
}) {
  const download = useDownload()
  const save = ({ id }: EventInfo) =>
    download.start('las lecturas', (onBytes, signal) =>
      callForFile(
        'GET /api/passages/export',
        { query: { format: 'xlsx', event: id }, signal },
        'lecturas.xlsx',
        onBytes,
      ),
    )

  return (
    <>
      <h3 id="eventos-anteriores">Eventos anteriores</h3>
      <ul className={styles.rows} aria-labelledby="eventos-anteriores">
        {events.map((event) => (
          <li key={event.id} className={styles.row}>
            <p>
              <b>{titleOf(event)}</b>
              <span className={layout.hint}>
                {[event.place, eventDays(event)].filter(Boolean).join(', ')}
              </span>
              <span className={`${layout.hint} ${layout.block}`}>{spanText(event)}</span>
            </p>
            <div className={styles.actions}>
              <Link
                className={button.button}
                to={incidentsScreen({ kind: 'all', event: event.id })}
                aria-label={`Ver las lecturas de ${titleOf(event)}`}
              >
                Lecturas
              </Link>
              <Link
                className={button.button}
                to={reportScreen(event.id)}
                aria-label={`Ver el informe de ${titleOf(event)}`}
              >
                Informe
              </Link>
              <button
                type="button"
                className={button.button}
                aria-label={`Descargar las lecturas de ${titleOf(event)}`}
                aria-disabled={download.isBusy}
                onClick={() => save(event)}
              >
                Descargar
              </button>
              {event.id !== firstEventId && (
                <button
                  type="button"
                  className={button.danger}
                  aria-label={`Quitar ${titleOf(event)}`}
                  onClick={() => onRemove(event)}
                >
                  Quitar
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <DownloadStatus download={download} />
    </>
  )
}

function spanText({ opened_at: from, closed_at: until }: EventInfo): string {
  const end = until === null ? '' : `hasta el ${formatMoment(until)}`
  return `Abierto ${from ? `desde el ${formatMoment(from)} ` : ''}${end}`
}
