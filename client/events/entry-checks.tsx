/** The checks of an entry, which staff tick, and the call that changes an entry. */
import { useState } from 'react'
import type { CredentialPilot } from '#domain/api/wire'
import type { EventInfo } from '#domain/events/calls'
import {
  checks,
  type Entry,
  lackingChecks,
  type MarkName,
  markNames,
  type Requirements,
} from '#domain/events/entry'
import type { EntriesReportInfo, EntryChangeOrder } from '#domain/events/entry-calls'
import { fullName, isMinor } from '#domain/pilots/pilot'
import { formatMoment, today } from '#domain/text/date'
import { callForOne } from '../api/call.ts'
import { Confirmation } from '../ui/dialog.tsx'
import field from '../ui/field.module.css'
import { Checkbox } from '../ui/field.tsx'
import { useAction } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Failure } from '../ui/notice.tsx'

interface EntryChecksProps {
  entry: Entry
  pilot: CredentialPilot
  event: EventInfo
  onDone: (report: EntriesReportInfo) => void
}

/**
 * The checks that the event wants of the rider or that are done, each with who did it and when. The waiver is no mark: it is
 * signed with `WaiverLine`.
 */
export function EntryChecks({ entry, pilot, event, onDone }: EntryChecksProps) {
  const change = async (name: MarkName, isDone: boolean) =>
    onDone(await changeEntry(pilot, entry, { checks: { [name]: isDone } }))
  const { checks: done = {} } = entry
  const lacking = lackingChecks(entry, event.checks, requirementsShown(pilot))
  const hasPayment = pilot.owed !== undefined
  const isMark = (name: MarkName) => name !== 'payment' || !hasPayment
  const names = markNames.filter((name) => isMark(name) && (done[name] || lacking.includes(name)))
  /** The number of checks that are left here. Signature and payment are said once for all entries of the rider. */
  const due = names.filter((name) => !done[name]).length
  /** The check that a person is about to take back. */
  const [undone, setUndone] = useState<MarkName>()
  const { run, isBusy, error } = useAction((name: MarkName) => change(name, true))
  if (names.length === 0 && (!hasPayment || lacking.length > 0)) return null
  return (
    <fieldset className={field.choices}>
      <legend>
        Requisitos
        {lacking.length === 0 ? ': completos' : due > 0 && `: ${due === 1 ? 'falta' : 'faltan'} ${due}`}
      </legend>
      {names.map((name) => {
        const mark = done[name]
        return (
          <Checkbox
            key={name}
            checked={mark !== undefined}
            disabled={isBusy}
            onChange={() => (mark ? setUndone(name) : void run(name))}
          >
            <span className={!mark && event.demand === 'checks' ? layout.problem : undefined}>
              {checks[name].done}
              {mark && (
                <span className={layout.hint}>
                  {mark.by && ` · ${mark.by}`}, <time dateTime={mark.at}>{formatMoment(mark.at)}</time>
                </span>
              )}
            </span>
          </Checkbox>
        )
      })}
      {error && <Failure hasUnsavedData error={error} />}
      {undone && (
        <Confirmation
          title={`Quitar «${checks[undone].done}»`}
          action="Quitar"
          confirm={async () => {
            await change(undone, false)
            setUndone(undefined)
          }}
          onClose={() => setUndone(undefined)}
        >
          <p>
            {fullName(pilot)} vuelve a quedar sin este requisito en {entry.modalidad}.
          </p>
        </Confirmation>
      )}
    </fieldset>
  )
}

/** Returns what the checks of the open event ask of a rider, as the server has told it. */
export function requirementsShown({
  fechanac,
  waiverDue,
  owed,
}: Pick<CredentialPilot, 'fechanac' | 'waiverDue' | 'owed'>): Requirements {
  return {
    isMinor: isMinor({ fechanac }, today()),
    waiver: waiverDue === undefined,
    ...(owed !== undefined && { payment: owed <= 0 }),
  }
}

/** Changes the entry of the event in which it was made, which the server refuses once another one is open. */
export function changeEntry(
  { id, entries }: Pick<CredentialPilot, 'id' | 'entries'>,
  entry: Entry,
  to: EntryChangeOrder['to'],
): Promise<EntriesReportInfo> {
  return callForOne('PUT /api/entries/:id', { params: { id }, body: { ...placeOf(entry, entries), to } })
}

/**
 * Returns what names an entry among those of its rider: the category only beside another one of the modalidad, so that a
 * change is made all the same if somebody has changed the category of the only one.
 */
export function placeOf(
  entry: Entry,
  entries?: readonly Entry[],
): Pick<EntryChangeOrder, 'event' | 'modalidad' | 'category'> {
  const { event, modalidad, category = null } = entry
  return { event, modalidad, ...(isOneOfSeveral(entry, entries) && { category }) }
}

/** Returns true for an entry of a rider who has another one in the same modalidad. */
export function isOneOfSeveral({ modalidad }: Entry, entries: readonly Entry[] = []): boolean {
  return entries.filter((one) => one.modalidad === modalidad).length > 1
}
