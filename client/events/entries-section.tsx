/** The section *Inscripción* of a credential: the rider's entries in the open event, with their numbers and checks. */
import { useState } from 'react'
import { type CredentialPilot, fromRecord, type ShownPilot } from '#domain/api/wire'
import type { EventInfo } from '#domain/events/calls'
import { type Entry, maxEntryNumber, maxEntryTransponder } from '#domain/events/entry'
import type { EntriesReportInfo, EntryChangeOrder } from '#domain/events/entry-calls'
import { fullName } from '#domain/pilots/pilot'
import { callForOne } from '../api/call.ts'
import { titleOf, useCurrentEvents } from '../api/event-list.ts'
import button from '../ui/button.module.css'
import { Confirmation } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Awaited, Failure } from '../ui/notice.tsx'
import { EnterDialog, enterTitle } from './enter-dialog.tsx'
import { OwnerLink } from './enter-form.tsx'
import styles from './entries.module.css'
import { changeEntry, EntryChecks, placeOf } from './entry-checks.tsx'
import { givenMotorcycle, MotorcycleField, problemOf, typedMotorcycle } from './motorcycle-field.tsx'

export interface EntriesSectionProps {
  pilot: CredentialPilot
  /** Is called with the rider after each change. */
  onChange: (pilot: ShownPilot) => void
}

export function EntriesSection({ pilot, onChange }: EntriesSectionProps) {
  const events = useCurrentEvents()
  const [isEntering, setEntering] = useState(false)
  const { entries = [] } = pilot

  function take({ pilots: [record] }: EntriesReportInfo) {
    const changed = record && fromRecord(record)
    if (changed) onChange(changed)
  }

  return (
    <section className={styles.section} aria-label="Inscripción">
      <Awaited load={events}>
        {({ open }) => (
          <>
            <h2>
              Inscripción &ensp;<span className={layout.soft}>{titleOf(open)}</span>
            </h2>
            {entries.length === 0 && <p>No está inscrito.</p>}
            {entries.map((entry) => (
              <EntryCard
                key={`${entry.event} ${entry.modalidad}`}
                entry={entry}
                pilot={pilot}
                event={open}
                onDone={take}
              />
            ))}
            {entries.length < open.modalidades.length && (
              <button
                type="button"
                className={`${entries.length > 0 ? button.button : button.primary} ${layout.start}`}
                onClick={() => setEntering(true)}
              >
                {entries.length > 0 ? 'Otra modalidad' : enterTitle}
              </button>
            )}
          </>
        )}
      </Awaited>
      {isEntering && (
        <EnterDialog
          selection={{ ids: [pilot.id] }}
          total={1}
          onDone={take}
          onClose={() => setEntering(false)}
        />
      )}
    </section>
  )
}

interface EntryCardProps {
  entry: Entry
  pilot: CredentialPilot
  event: EventInfo
  onDone: (report: EntriesReportInfo) => void
}

/** Shows one entry. The typed values stay until they are stored. */
function EntryCard({ entry, pilot, event, onDone }: EntryCardProps) {
  const { modalidad } = entry
  const [isWithdrawing, setWithdrawing] = useState(false)

  return (
    <section className={styles.entry} aria-label={modalidad}>
      <div className={layout.split}>
        <h3>{modalidad}</h3>
        <button type="button" className={button.danger} onClick={() => setWithdrawing(true)}>
          Retirar
        </button>
      </div>
      <EntryChecks entry={entry} pilot={pilot} event={event} onDone={onDone} />
      <EntryForm entry={entry} save={async (to) => onDone(await changeEntry(pilot, entry, to))} />
      {isWithdrawing && (
        <Confirmation
          title={`Retirar de ${modalidad}`}
          action="Retirar"
          confirm={async () => {
            onDone(
              await callForOne('POST /api/entries/withdraw', {
                body: { ...placeOf(entry), ids: [pilot.id] },
              }),
            )
            setWithdrawing(false)
          }}
          onClose={() => setWithdrawing(false)}
        >
          <p>
            <b>{fullName(pilot)}</b> deja de estar inscrito en {modalidad}. El historial de cambios guarda lo
            anotado.
          </p>
        </Confirmation>
      )}
    </section>
  )
}

interface EntryFormProps {
  entry: Entry
  save: (to: EntryChangeOrder['to']) => Promise<void>
}

/** The number, the transponder and the motorcycle. */
function EntryForm({ entry, save }: EntryFormProps) {
  const stored = {
    number: entry.number ?? '',
    transponder: entry.transponder ?? '',
    motorcycle: typedMotorcycle(entry.motorcycle),
  }
  const form = useForm({
    stored,
    check: ({ motorcycle }) => ({ cc: problemOf(motorcycle) }),
    send: (_, { motorcycle, ...changes }) =>
      save({ ...changes, ...(motorcycle && { motorcycle: givenMotorcycle(motorcycle) }) }),
  })
  const { values, problems, isBusy } = form
  const isDirty = JSON.stringify(values) !== JSON.stringify(stored)

  function field(name: 'number' | 'transponder', label: string, maxLength: number) {
    const problem = problems[name] && (
      <>
        {problems[name]} <OwnerLink id={form.refusal?.details.id} />
      </>
    )
    return (
      <TextField
        {...form.field(name)}
        label={label}
        problem={problem}
        readOnly={isBusy}
        maxLength={maxLength}
      />
    )
  }

  return (
    <form
      className={styles.fields}
      {...form.props}
      onSubmit={(event) => (isDirty ? form.props.onSubmit(event) : event.preventDefault())}
    >
      {field('number', 'Número', maxEntryNumber)}
      {field('transponder', 'Transponder', maxEntryTransponder)}
      <MotorcycleField
        value={values.motorcycle}
        brand={entry.motorcycle?.brand}
        isBusy={isBusy}
        onChange={(motorcycle) => form.change({ motorcycle })}
      />
      {isDirty && (
        <button type="submit" className={button.primary} disabled={isBusy}>
          Guardar
        </button>
      )}
      {form.error && <Failure hasUnsavedData error={form.error} />}
    </form>
  )
}
