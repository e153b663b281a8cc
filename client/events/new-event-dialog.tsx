/** The dialog that opens a new event and, once it is open, takes over the entries of the last one. */
import { useState } from 'react'
import { screens } from '#domain/api/addresses'
import type { EntriesReportInfo, EventInfo } from '#domain/events/calls'
import { count } from '#domain/text/text'
import { ApiError, callForOne } from '../api/call.ts'
import { loadEvents, titleOf } from '../api/event-list.ts'
import button from '../ui/button.module.css'
import { Dialog, FormDialog, takeFocus } from '../ui/dialog.tsx'
import { useAction, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { Failure } from '../ui/notice.tsx'
import { EntriesReport } from './entries-report.tsx'
import { EventFields, problemsOfDays, readEvent, typedEventOf } from './event-fields.tsx'

interface NewEventDialogProps {
  /** The event that is open when the dialog is. */
  open: EventInfo
  onOpened: () => void
  onClose: () => void
}

export function NewEventDialog({ open: shown, onOpened, onClose }: NewEventDialogProps) {
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
  if (opened) return <OpenedDialog event={opened} last={last} onClose={onClose} />
  return (
    <FormDialog title="Nuevo evento" action="Abrir el evento" form={form} onClose={onClose}>
      <p>
        <b>{titleOf(last)} termina</b> cuando se abre el nuevo: sus lecturas, inscripciones e impresiones
        quedan con él. «Adentro» empieza en cero, y nadie está inscrito todavía. Después se puede inscribir a
        todos los del último evento, aquí o en la lista.
      </p>
      <EventFields form={form} />
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
            <button type="button" className={button.primary} disabled={isBusy} onClick={run}>
              {isBusy ? 'Inscribiendo…' : 'Inscribir a los del último evento'}
            </button>
          </>
        )
      }
    >
      <div className={layout.stack}>
        <p>
          {titleOf(last)} terminó. Inscriba a quienes corren: en la lista, o aquí a todos los que estaban
          inscritos en él, con la misma modalidad, número y transponder. Los requisitos se marcan otra vez.
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
