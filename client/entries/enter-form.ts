/** The state of the dialog *Inscribir*: who is to be entered, in which modalidades and with which number. */
import { useState } from 'react'
import { ownNumber } from '#domain/event/entries'
import { isFiltered } from '#domain/list-query'
import type { Pilot } from '#domain/pilot/pilot'
import type { EnterOrder, EntriesReportInfo, EventInfo } from '#domain/web/event-schemas'
import { eventApi } from '../api/event-api.ts'
import { type Selection, toWire } from '../api/staff-api.ts'
import { useAction } from '../ui/use-action.ts'
import { enteredText } from './entries-report.tsx'

/** The riders to enter: the selection in their own or in other modalidades, or those of the last event. */
export type EnterKind = 'own' | 'others' | 'last'

export interface Entering {
  open: EventInfo
  /** The event before, if there is one. */
  last?: EventInfo
  selection: Selection
  /** The number of riders in the selection. */
  total: number
  /** The rider, if the selection is one. */
  rider?: Pilot
  isNobodyEntered: boolean
}

/** The result of an order, and the words for it. */
export interface Done {
  report: EntriesReportInfo
  text: string
}

export function useEnterForm(entering: Entering, onDone: (done: Done) => void) {
  const { open, last, rider, selection } = entering
  const kinds = kindsOf(entering)
  const [kind, setKind] = useState<EnterKind | undefined>(kinds[0])
  const [modalidades, setModalidades] = useState<readonly string[]>([])
  const [number, setNumber] = useState(rider ? (ownNumber(rider) ?? '') : '')
  /** The refusal of the only rider, which is shown in the form and not as a report. */
  const [refusal, setRefusal] = useState<EntriesReportInfo['refused'][0]>()

  const { run, isBusy, error, problems, clear } = useAction(async () => {
    setRefusal(undefined)
    if (kind === 'last' && last) {
      const report = await eventApi.carry({ event: open.id, from: last.id })
      return onDone({ report, text: enteredText(report, false) })
    }
    const report = await eventApi.enter({
      event: open.id,
      ...toWire(selection),
      ...(kind === 'others' && { modalidades: [...modalidades] as EnterOrder['modalidades'] }),
      ...(rider && { number: number.trim() || null }),
    })
    if (rider && report.changed === 0 && report.refused[0]) return setRefusal(report.refused[0])
    onDone({ report, text: enteredText(report, kind === 'own' || modalidades.length === 1) })
  })

  /** Makes a change, after which the last failure says nothing any more. */
  function edit(change: () => void) {
    change()
    setRefusal(undefined)
    clear()
  }

  const numberProblem = problems.number
  return {
    kinds,
    kind,
    choose: (next: EnterKind) => edit(() => setKind(next)),
    modalidades,
    tick: (names: readonly string[]) => edit(() => setModalidades(names)),
    number,
    type: (text: string) => edit(() => setNumber(text)),
    isReady: kind === 'others' ? modalidades.length > 0 : kind !== undefined,
    isBusy,
    refusal,
    numberProblem,
    /** A failure that no field explains. */
    error: numberProblem ? undefined : error,
    run,
  }
}

export type EnterForm = ReturnType<typeof useEnterForm>

/** Returns the kinds that a person can choose from, the most likely one first. */
function kindsOf({ open, last, rider, selection, total, isNobodyEntered }: Entering): EnterKind[] {
  const ofLast: EnterKind[] = last && !selection.ids ? ['last'] : []
  const isLastFirst = isNobodyEntered && !isFiltered(selection)
  return [
    ...(isLastFirst ? ofLast : []),
    ...(total > 0 && (!rider || isFree(rider, rider.modalidad, open)) ? ['own' as const] : []),
    ...(total > 0 ? ['others' as const] : []),
    ...(isLastFirst ? [] : ofLast),
  ]
}

/** Returns true if a rider can be entered in a modalidad: it rides, and the rider has no entry in it. */
export function isFree({ entries = [] }: Pilot, modalidad: string, { modalidades }: EventInfo): boolean {
  return (
    modalidades.some((name) => name === modalidad) && !entries.some((entry) => entry.modalidad === modalidad)
  )
}
