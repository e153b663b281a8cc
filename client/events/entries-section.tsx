/** The section *Inscripción* of a credential: the rider's entries in the open event, with their numbers and checks. */
import { useState } from 'react'
import { type CredentialPilot, fromRecord } from '#domain/api/wire'
import type { EventInfo } from '#domain/events/calls'
import { categoryOf, categoryTitle } from '#domain/events/categories/category'
import type { CategoryChoice } from '#domain/events/categories/choice'
import { type Entry, entryKey } from '#domain/events/entry'
import type { EntriesReportInfo, EntryChangeOrder } from '#domain/events/entry-calls'
import { groupOf, takenNumbers } from '#domain/events/numbers'
import { fullName } from '#domain/pilots/pilot'
import { maxEntryTransponder } from '#domain/stored/limits'
import { formatMoment } from '#domain/text/date'
import { callForOne } from '../api/call.ts'
import { titleOf, useCurrentEvents } from '../api/event-list.ts'
import { features, type RiderProps } from '../api/feature.ts'
import { useLoad } from '../api/load.ts'
import button from '../ui/button.module.css'
import { Confirmation } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Button, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Awaited, Failure } from '../ui/notice.tsx'
import { CategoryField, shownCategory } from './categories/category-field.tsx'
import { EnterDialog, enterTitle } from './enter-dialog.tsx'
import { isFree, OwnerLink } from './enter-form.tsx'
import styles from './entries.module.css'
import { changeEntry, EntryChecks, isOneOfSeveral, placeOf } from './entry-checks.tsx'
import { givenMotorcycle, MotorcycleField, problemOf, typedMotorcycle } from './motorcycle-field.tsx'
import { loadTaken, NumberField } from './number-field.tsx'

export function EntriesSection({ pilot, onChange }: RiderProps) {
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
            {features.map(({ name, Line }) => Line && <Line key={name} {...{ pilot, onChange }} />)}
            {entries.length === 0 && <p>No está inscrito.</p>}
            {pilot.racer && entries.length === 0 && <p>{`${pilot.npiloto} · ${pilot.racer}`}</p>}
            {entries.map((entry) => (
              <EntryCard
                key={`${entry.event} ${entryKey(entry)}`}
                entry={entry}
                pilot={pilot}
                event={open}
                onDone={take}
              />
            ))}
            {open.modalidades.some((name) => isFree(pilot, name, open)) && (
              <Button
                className={`${entries.length > 0 ? button.button : button.primary} ${layout.start}`}
                onClick={() => setEntering(true)}
              >
                {furtherTitle(pilot, open)}
              </Button>
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

/** Says what a rider can be entered in. */
function furtherTitle({ entries = [] }: CredentialPilot, { categories }: EventInfo): string {
  if (entries.length === 0) return enterTitle
  return categories.length > 0 ? 'Otra modalidad o categoría' : 'Otra modalidad'
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
  const isOneOf = isOneOfSeveral(entry, pilot.entries)
  const title = isOneOf ? categoryTitle({ modalidad, name: categoryOf(event, entry)?.name ?? '' }) : modalidad
  const [isWithdrawing, setWithdrawing] = useState(false)

  return (
    <section className={styles.entry} aria-label={title}>
      <div className={layout.split}>
        <h3>{title}</h3>
        <Button
          className={button.danger}
          aria-label={`Retirar de ${title}`}
          onClick={() => setWithdrawing(true)}
        >
          Retirar
        </Button>
      </div>
      <EntryChecks entry={entry} pilot={pilot} event={event} onDone={onDone} />
      <EntryForm
        entry={entry}
        pilot={pilot}
        event={event}
        save={async (to) => onDone(await changeEntry(pilot, entry, to))}
      />
      {isWithdrawing && (
        <Confirmation
          title={`Retirar de ${title}`}
          action="Retirar"
          confirm={async () => {
            onDone(
              await callForOne('POST /api/entries/withdraw', {
                body: { ...placeOf(entry, pilot.entries), ids: [pilot.id] },
              }),
            )
            setWithdrawing(false)
          }}
          onClose={() => setWithdrawing(false)}
        >
          <p>
            <b>{fullName(pilot)}</b> deja de estar inscrito en {title}. El historial de cambios guarda lo
            anotado.
          </p>
        </Confirmation>
      )}
    </section>
  )
}

interface EntryFormProps extends Omit<EntryCardProps, 'onDone'> {
  save: (to: EntryChangeOrder['to']) => Promise<void>
}

/** The category, the number, the transponder and the motorcycle. */
function EntryForm({ entry, pilot, event, save }: EntryFormProps) {
  const { modalidad, exception } = entry
  /** True once a person edits: only then, the numbers of the others are loaded. */
  const [isEditing, setEditing] = useState(false)
  const numbers = useLoad(
    async (signal) => (isEditing ? loadTaken(signal, pilot.id) : undefined),
    isEditing ? `${groupOf(entry)} ${entry.number}` : '',
  )
  const category: CategoryChoice = { id: entry.category ?? null, reason: exception?.reason }
  const stored = {
    category,
    number: entry.number ?? '',
    transponder: entry.transponder ?? '',
    motorcycle: typedMotorcycle(entry.motorcycle),
  }
  const shownOf = ({ category, motorcycle }: Pick<typeof stored, 'category' | 'motorcycle'>) => {
    const its = { modalidad, motorcycle: givenMotorcycle(motorcycle) ?? undefined, fechanac: pilot.fechanac }
    return shownCategory(event, its, category)
  }
  const form = useForm({
    stored,
    check: (values) => {
      // An entry that did not fit before can be changed otherwise.
      const isNew = JSON.stringify(shownOf(values)) !== JSON.stringify(shownOf(stored))
      return { cc: problemOf(values.motorcycle), reason: isNew ? shownOf(values).problem : undefined }
    },
    send: (_, { motorcycle, ...changes }) =>
      save({ ...changes, ...(motorcycle && { motorcycle: givenMotorcycle(motorcycle) }) }),
  })
  const { values, problems, isBusy } = form
  const isDirty = JSON.stringify(values) !== JSON.stringify(stored)
  const shown = shownOf(values)
  const place = { modalidad, category: values.category.id ?? undefined }
  const taken = numbers.value && new Set(numbers.value.get(groupOf(place)))
  if (groupOf(place) === groupOf(entry))
    for (const own of takenNumbers([entry.number ?? ''])) taken?.delete(own)

  return (
    <form
      className={styles.fields}
      {...form.props}
      onFocus={() => setEditing(true)}
      onSubmit={(event) => (isDirty ? form.props.onSubmit(event) : event.preventDefault())}
    >
      {(shown.fits.length > 0 || entry.category !== undefined) && (
        <div className={styles.wide}>
          <CategoryField
            shown={shown}
            problem={problems.category}
            isReasonMissed={problems.reason !== undefined}
            reasonBy={exception && [exception.by, formatMoment(exception.at)].filter(Boolean).join(', ')}
            offersNone
            isBusy={isBusy}
            onChange={(category) => form.change({ category })}
          />
        </div>
      )}
      <NumberField
        label="Número"
        value={values.number}
        category={shown.fit?.category}
        taken={taken}
        problem={
          problems.number && (
            <>
              {problems.number} <OwnerLink id={form.refusal?.details.id} />
            </>
          )
        }
        isBusy={isBusy}
        onType={(number) => form.change({ number })}
      />
      <TextField
        {...form.field('transponder')}
        label="Transponder"
        readOnly={isBusy}
        maxLength={maxEntryTransponder}
      />
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
