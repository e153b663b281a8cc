/** The open event, which admins change, the dialog that opens the next one, and the earlier events. */
import { useState } from 'react'
import { incidentsScreen, screenOfEvent, screens } from '#domain/api/addresses'
import type { EventInfo } from '#domain/events/calls'
import type { EntriesReportInfo } from '#domain/events/entry-calls'
import { eventDays, firstEventId } from '#domain/events/event'
import { formatMoment } from '#domain/text/date'
import { count, enumerate } from '#domain/text/text'
import { ApiError, call, callForList, callForOne } from '../api/call.ts'
import { useLiveLoad } from '../api/changes.ts'
import { loadEvents, titleOf, useEvents } from '../api/event-list.ts'
import { fileOf } from '../api/files.ts'
import button from '../ui/button.module.css'
import { Confirmation, Dialog, FormDialog, takeFocus } from '../ui/dialog.tsx'
import { Button, SettingsForm, savedText, useAction, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { Failure, Loading, Warning } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import { DownloadStatus, useDownload } from '../ui/run.tsx'
import styles from '../ui/settings.module.css'
import { EntriesReport } from './enter-form.tsx'
import { EventFields, problemsOfDays, readEvent, type TypedEvent, typedEventOf } from './event-fields.tsx'
import { type EventVersions, EventVersionsDialog, mergedEvent, withJoinedTicks } from './event-versions.tsx'

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
  /** The event as it was when the person began to type: the unsaved values belong to it. */
  const [begun, setBegun] = useState<EventInfo>()
  const [versions, setVersions] = useState<EventVersions & { stored: EventInfo }>()
  /** True once the versions that the person chose are stored. */
  const [isResolved, setResolved] = useState(false)
  const event = events.find(({ id }) => id === begun?.id) ?? open
  const form = useForm({
    draft: `evento-${event.id}`,
    stored: typedEventOf(event),
    check: problemsOfDays,
    send: (typed) => save(typed, begun ?? event),
  })
  const { isChanged } = form
  // Renders again at once, with the open event, when nothing is unsaved any more.
  if (isChanged !== (begun !== undefined)) setBegun(isChanged ? event : undefined)

  /**
   * Saves what was typed into an event that was `base` then. If another person has changed other fields since, both
   * changes are kept; if the same ones, the person chooses. @throws ApiError
   */
  async function save(typed: TypedEvent, base: EventInfo): Promise<void> {
    try {
      const body = { ...readEvent(typed), version: base.version }
      onSaved(await callForOne('PUT /api/events/:id', { params: { id: base.id }, body }))
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error
      const stored = (await callForList('GET /api/events')).find(({ id }) => id === base.id)
      if (!stored) throw error
      const both = withJoinedTicks({
        base: typedEventOf(base),
        mine: typedEventOf(readEvent(typed)),
        theirs: typedEventOf(stored),
      })
      const merged = mergedEvent(both)
      if (merged) return save(merged, stored)
      setVersions({ ...both, stored })
      throw error
    }
  }

  return (
    <>
      <SettingsForm
        form={form}
        label="Evento abierto"
        action="Guardar el evento"
        isChanged={isChanged}
        discard={form.discard}
        saved={(form.isSaved || (isResolved && !isChanged)) && savedText}
        others={
          <>
            <Button onClick={onNew}>Nuevo evento…</Button>
            {open.id !== firstEventId && (
              <Button className={button.danger} onClick={() => onRemove(open)}>
                Quitar este evento…
              </Button>
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
          <Warning>
            <b>Mientras tanto se abrió {titleOf(open)}.</b> Lo escrito aquí es de {titleOf(event)}, que
            terminó: guárdelo, o descártelo para ver el evento abierto.
          </Warning>
        )}
        <EventFields form={form} checks={event.checks} />
      </SettingsForm>
      {versions && (
        <EventVersionsDialog
          key={JSON.stringify(versions.theirs)}
          versions={versions}
          onChoose={async (chosen) => {
            await save(chosen, versions.stored)
            setVersions(undefined)
            setResolved(true)
            form.discard()
          }}
          onClose={() => setVersions(undefined)}
        />
      )}
    </>
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
    download.start(
      'las lecturas',
      fileOf('GET /api/passages/export', { query: { format: 'xlsx', event: id } }, 'lecturas.xlsx'),
    )

  return (
    <>
      <h3 id="eventos-anteriores">Eventos anteriores</h3>
      <ul className={`${parts.lines} ${styles.rows}`} aria-labelledby="eventos-anteriores">
        {events.map((event) => (
          <li key={event.id} className={layout.split}>
            <p>
              <b>{titleOf(event)}</b>
              <span className={layout.hint}>
                {[event.place, eventDays(event)].filter(Boolean).join(', ')}
              </span>
              <span className={`${layout.hint} ${layout.block}`}>{spanText(event)}</span>
            </p>
            <div className={parts.actions}>
              <Link
                className={button.button}
                to={incidentsScreen({ kind: 'all', event: event.id })}
                aria-label={`Ver las lecturas de ${titleOf(event)}`}
              >
                Lecturas
              </Link>
              <Link
                className={button.button}
                to={screenOfEvent('report', event.id)}
                aria-label={`Ver el informe de ${titleOf(event)}`}
              >
                Informe
              </Link>
              <Button
                aria-label={`Descargar las lecturas de ${titleOf(event)}`}
                aria-disabled={download.isBusy}
                onClick={() => save(event)}
              >
                Descargar
              </Button>
              {event.id !== firstEventId && (
                <Button
                  className={button.danger}
                  aria-label={`Quitar ${titleOf(event)}`}
                  onClick={() => onRemove(event)}
                >
                  Quitar
                </Button>
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

interface NewEventDialogProps {
  /** The event that is open when the dialog is. */
  open: EventInfo
  onOpened: () => void
  onClose: () => void
}

/** The dialog that opens a new event and, once it is open, takes over the entries of the last one. */
function NewEventDialog({ open: shown, onOpened, onClose }: NewEventDialogProps) {
  /** The event that ends, as the person reads it. */
  const [last, setLast] = useState(shown)
  const [opened, setOpened] = useState<EventInfo>()
  const form = useForm({
    stored: { ...typedEventOf(shown), name: '', first: '', last: '' },
    check: problemsOfDays,
    async send(typed) {
      try {
        setOpened(await callForOne('POST /api/events', { query: { after: last.id }, body: readEvent(typed) }))
      } catch (error) {
        // The typed text stays for another try, which ends the event that another person has opened.
        if (error instanceof ApiError && error.status === 409) setLast((await loadEvents()).open)
        throw error
      }
      onOpened()
    },
  })
  const query = { event: last.id }
  const till = useLiveLoad((signal) => callForOne('GET /api/till/report', { query, signal }), last.id)
  const open = till.value?.drawers.filter(({ closed }) => !closed) ?? []
  if (opened) return <OpenedDialog event={opened} last={last} onClose={onClose} />
  return (
    <FormDialog title="Nuevo evento" action="Abrir el evento" form={form} onClose={onClose}>
      <p>
        <b>{titleOf(last)} termina</b> cuando se abre el nuevo: sus lecturas, inscripciones e impresiones
        quedan con él. El nuevo empieza con las mismas categorías y los números reservados que siguen
        vigentes. «Adentro» empieza en cero, y nadie está inscrito todavía. Después se puede inscribir a todos
        los del último evento, aquí o en la lista.
      </p>
      {open.length > 0 && (
        <Warning>
          <b>Sin cerrar: la caja de {enumerate(open.map(({ drawer }) => drawer))}.</b> Se cierra en Caja,
          ahora o después: lo cobrado sigue en {titleOf(last)}.
        </Warning>
      )}
      <EventFields form={form} checks={shown.checks} />
    </FormDialog>
  )
}

interface OpenedDialogProps {
  event: EventInfo
  last: EventInfo
  onClose: () => void
}

/** Says that an event is open, and offers the entries of the last one. */
function OpenedDialog({ event, last, onClose }: OpenedDialogProps) {
  const [report, setReport] = useState<EntriesReportInfo>()
  const { run, isBusy, error } = useAction(async () =>
    setReport(await callForOne('POST /api/entries/carry', { body: { event: event.id, from: last.id } })),
  )
  return (
    <Dialog
      title={`${titleOf(event)} está abierto`}
      isBusy={isBusy}
      onClose={onClose}
      foot={
        report ? (
          <Link key="done" ref={takeFocus} className={button.primary} to={screens.search}>
            Ir a la lista
          </Link>
        ) : (
          <>
            <Link className={button.button} to={screens.search}>
              Ir a la lista
            </Link>
            <Button className={button.primary} disabled={isBusy} onClick={run}>
              {isBusy ? 'Inscribiendo…' : 'Inscribir a los del último evento'}
            </Button>
          </>
        )
      }
    >
      <div className={layout.stack}>
        <p>
          {titleOf(last)} terminó. Inscriba a quienes corren: en la lista, o aquí a todos los que estaban
          inscritos en él, con la misma modalidad, número, transponder y moto. Los requisitos se marcan otra
          vez.
        </p>
        {error && <Failure hasUnsavedData error={error} />}
        {report && <EntriesReport report={report} text={reportText(report, last)} />}
      </div>
    </Dialog>
  )
}

function reportText(
  { changed, unchanged, refused_total: refused }: EntriesReportInfo,
  last: EventInfo,
): string {
  if (changed + unchanged + refused === 0) return `Nadie estaba inscrito en ${titleOf(last)}.`
  const before = unchanged > 0 ? ` ${count(unchanged, 'ya estaba', 'ya estaban')}.` : ''
  return `${count(changed, 'inscripción hecha', 'inscripciones hechas')}.${before}`
}
