/** The form that enters riders in the open event, and the report on what it did. */
import { useState } from 'react'
import { credentialPath, screens } from '#domain/api/addresses'
import type { EventInfo } from '#domain/events/calls'
import { categoryOf, numberProblem, takesNumber } from '#domain/events/categories/category'
import type { CategoryChoice } from '#domain/events/categories/choice'
import type { EntriesReportInfo, EntryProposalInfo } from '#domain/events/entry-calls'
import { ownNumber } from '#domain/events/numbers'
import type { Pilot } from '#domain/pilots/pilot'
import { isFiltered } from '#domain/pilots/search/list-query'
import { figure } from '#domain/text/text'
import { callForOne } from '../api/call.ts'
import { type Selection, toWire } from '../api/pilots.ts'
import button from '../ui/button.module.css'
import { type Problems, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import parts from '../ui/parts.module.css'
import { type ShownCategory, shownCategory } from './categories/category-field.tsx'
import { givenMotorcycle, problemOf, type TypedMotorcycle, typedMotorcycle } from './motorcycle-field.tsx'
import type { TakenByGroup } from './number-field.tsx'

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
  /** How the rider would be entered: as in his last event, or as registered. */
  proposed: readonly EntryProposalInfo[]
  isNobodyEntered: boolean
  /** The category that the rider asks for. */
  category?: string
  taken: TakenByGroup
}

/** The result of an order, and the words for it. */
export interface Done {
  report: EntriesReportInfo
  text: string
}

/** `onPart` is called if the only rider was entered in some of the modalidades, and the form stays for the others. */
export function useEnterForm(
  entering: Entering,
  onDone: (done: Done) => void,
  onPart: (report: EntriesReportInfo) => void,
) {
  const { open, last, rider, proposed, selection } = entering
  const kinds = kindsOf(entering)
  /** The refusals of the only rider, which are shown in the form and not as a report. */
  const [refusals, setRefusals] = useState<EntriesReportInfo['refused']>([])
  /** The modalidades in which the only rider was entered while others were refused. */
  const [entered, setEntered] = useState<readonly string[]>([])

  const { chosenIn, numberOf, motorcycleProposed, motorcycleIn, placeOf, categoryIn, check, givenIn } =
    readingOf(entering)
  /** The category that the only rider asks for decides on the modalidad too. */
  const asked = rider && categoryOf(open, entering)
  const places = asked ? [asked] : proposed
  const isOwn = places.every(({ modalidad }) => modalidad === rider?.modalidad)

  const form = useForm<Typed>({
    stored: {
      kind: isOwn ? kinds[0] : 'others',
      modalidades: isOwn ? [] : places.map(({ modalidad }) => modalidad),
      typed: Object.fromEntries(proposed.map(({ modalidad, number = '' }) => [modalidad, number])),
      lastTyped: rider ? (ownNumber(rider) ?? '') : '',
      motorcycles: {},
      categories: asked ? { [asked.modalidad]: { id: asked.id } } : {},
    },
    check,
    async send(values, changes) {
      const { kind, modalidades } = values
      const chosen = chosenIn(values)
      setRefusals([])
      if (kind === 'last' && last) {
        const report = await callForOne('POST /api/entries/carry', {
          body: { event: open.id, from: last.id },
        })
        onDone({ report, text: entriesText(report, false) })
        return undefined
      }
      const report = await callForOne('POST /api/entries', {
        body: {
          event: open.id,
          ...toWire(selection),
          ...(kind === 'others' && { modalidades }),
          ...(rider && givenIn(values)),
          ...(chosen.some((name) => isEntered(rider, name)) && { further: true }),
        },
      })
      if (rider && report.refused.length > 0) {
        setRefusals(report.refused)
        const refused = report.refused.map(({ modalidad }) => modalidad)
        setEntered([...entered, ...chosen.filter((name) => !refused.includes(name))])
        onPart(report)
        return { ...changes, modalidades: modalidades.filter((name) => refused.includes(name)) }
      }
      onDone({ report, text: entriesText(report, kind === 'own' || modalidades.length === 1) })
      return undefined
    },
  })
  const { kind, modalidades, typed } = form.values
  const chosen = chosenIn(form.values)

  /** Makes a change, after which the last failure says nothing any more. */
  function edit(changes: Partial<Typed>) {
    form.change(changes)
    setRefusals([])
  }

  const numberRefusal = form.refusal?.fields.number
  return {
    kinds,
    kind,
    choose: (next: EnterKind) => edit({ kind: next }),
    modalidades,
    tick: (names: readonly string[]) => edit({ modalidades: names }),
    chosen,
    entered,
    numberIn: (modalidad: string) => numberOf(form.values, modalidad),
    motorcycleIn: (modalidad: string) => motorcycleIn(form.values, modalidad),
    motorcycleProposed,
    placeOf: (modalidad: string) => placeOf(form.values, modalidad),
    categoryIn: (modalidad: string) => categoryIn(form.values, modalidad),
    categorize: (modalidad: string, choice: CategoryChoice) =>
      edit({ categories: { ...form.values.categories, [modalidad]: choice } }),
    isReasonMissed: (modalidad: string) =>
      form.problems[`reason${placeOf(form.values, modalidad)}`] !== undefined,
    ride: (modalidad: string, motorcycle: TypedMotorcycle) =>
      edit({ motorcycles: { ...form.values.motorcycles, [modalidad]: motorcycle } }),
    type: (modalidad: string, text: string) =>
      edit({ typed: { ...typed, [modalidad]: text }, lastTyped: text }),
    isReady: kind === 'others' ? modalidades.length > 0 : kind !== undefined,
    isBusy: form.isBusy,
    refusals,
    numberRefusal,
    /** A failure that no field explains. */
    error: numberRefusal && chosen.length === 1 ? undefined : form.refusal,
    props: form.props,
  }
}

/** The decisions of a person. */
interface Typed {
  kind?: EnterKind
  modalidades: readonly string[]
  /** The numbers that are typed, by modalidad, and the last of them, which the other modalidades begin with. */
  typed: Readonly<Record<string, string>>
  lastTyped: string
  /** The motorcycles that are typed, by modalidad. */
  motorcycles: Readonly<Record<string, TypedMotorcycle>>
  /** The categories that are chosen, by modalidad. */
  categories: Readonly<Record<string, CategoryChoice>>
}

/** Returns the functions that read what is typed about the only rider, in one modalidad. */
function readingOf({ open, rider, proposed }: Entering) {
  /** The modalidades of the only rider, each with a number. */
  const chosenIn = ({ kind, modalidades }: Typed): readonly string[] =>
    !rider ? [] : kind === 'own' && rider.modalidad ? [rider.modalidad] : kind === 'others' ? modalidades : []
  const numberOf = ({ typed, lastTyped }: Typed, modalidad: string) => typed[modalidad] ?? lastTyped

  const proposedIn = (modalidad: string) => proposed.find((one) => one.modalidad === modalidad)
  const motorcycleProposed = (modalidad: string) => proposedIn(modalidad)?.motorcycle
  const motorcycleIn = ({ motorcycles }: Typed, modalidad: string) =>
    motorcycles[modalidad] ?? typedMotorcycle(motorcycleProposed(modalidad))

  const placeOf = ({ kind }: Typed, modalidad: string) => (kind === 'others' ? ` en ${modalidad}` : '')

  /** The category that a person has chosen, else the one that fits what is typed. */
  function categoryIn(values: Typed, modalidad: string): ShownCategory {
    const proposal = proposedIn(modalidad)
    const number = numberOf(values, modalidad).trim()
    const last = categoryOf(open, { category: proposal?.category })
    const isOfAnother = last && number !== '' && number !== proposal?.number && !takesNumber(last, number)
    const its = {
      ...{ modalidad, number, fechanac: rider?.fechanac },
      motorcycle: givenMotorcycle(motorcycleIn(values, modalidad)) ?? undefined,
      last: isOfAnother ? undefined : last?.id,
    }
    return shownCategory(open, its, values.categories[modalidad])
  }

  /** Returns the problems by the names of their controls. */
  function check(values: Typed): Problems {
    const problems = chosenIn(values).flatMap((modalidad) => {
      const { fit, problem } = categoryIn(values, modalidad)
      return [
        [`${fit ? 'reason' : 'category'}${placeOf(values, modalidad)}`, problem],
        ['number', numberProblem(fit?.category, numberOf(values, modalidad).trim())],
        ['cc', problemOf(motorcycleIn(values, modalidad))],
      ].filter(([, text]) => text)
    })
    return Object.fromEntries(problems)
  }

  /** Returns what is typed as it is sent. */
  function givenIn(values: Typed) {
    const given = chosenIn(values).map((name) => ({
      name,
      number: numberOf(values, name).trim() || null,
      motorcycle: givenMotorcycle(motorcycleIn(values, name)),
      category: categoryIn(values, name).choice,
    }))
    return {
      numbers: Object.fromEntries(given.map(({ name, number }) => [name, number])),
      motorcycles: Object.fromEntries(
        given
          // Without a proposal, an empty field leaves the motorcycle to the server: that of an earlier event.
          .filter(({ name, motorcycle }) => motorcycle ?? motorcycleProposed(name))
          .map(({ name, motorcycle }) => [name, motorcycle]),
      ),
      categories: Object.fromEntries(
        given.flatMap(({ name, category }) => (category ? [[name, category]] : [])),
      ),
    }
  }

  return { chosenIn, numberOf, motorcycleProposed, motorcycleIn, placeOf, categoryIn, check, givenIn }
}

export type EnterForm = ReturnType<typeof useEnterForm>

/** Returns the kinds that a person can choose from, the most likely one first. */
function kindsOf({ open, last, rider, selection, total, isNobodyEntered }: Entering): EnterKind[] {
  const ofLast: EnterKind[] = last && !selection.ids ? ['last'] : []
  const isLastFirst = isNobodyEntered && !isFiltered(selection)
  return [
    ...(isLastFirst ? ofLast : []),
    ...(total > 0 && (!rider || isFree(rider, rider.modalidad ?? '', open)) ? ['own' as const] : []),
    ...(total > 0 ? ['others' as const] : []),
    ...(isLastFirst ? [] : ofLast),
  ]
}

/** Returns true if a rider can be entered in a modalidad: it rides, and the rider has no entry in it or in a category. */
export function isFree(rider: Pilot, modalidad: string, event: EventInfo): boolean {
  const isFurther = freeCategories(rider, event).some((one) => one.modalidad === modalidad)
  return event.modalidades.includes(modalidad) && (isFurther || !isEntered(rider, modalidad))
}

/** Returns the categories of an event in which a rider has no entry. */
export function freeCategories({ entries = [] }: Pilot, { categories }: EventInfo): EventInfo['categories'] {
  return categories.filter(({ id }) => !entries.some(({ category }) => category === id))
}

function isEntered(rider: Pilot | undefined, modalidad: string): boolean {
  return rider?.entries?.some((entry) => entry.modalidad === modalidad) === true
}

interface EntriesReportProps extends Done {
  /** The words for those who were refused, where they are not pending. */
  refusedText?: string
}

/** `text` says what was done. The links open new tabs, so that the report stays. */
export function EntriesReport({ report, text, refusedText }: EntriesReportProps) {
  const { refused, refused_total: total } = report
  return (
    <>
      <p role="status">
        <strong className={parts.lead}>{text}</strong>
      </p>
      {total > 0 && (
        <section className={parts.leftOut}>
          <h3>
            {refusedText ?? (total === 1 ? '1 no se inscribió' : `${figure(total)} no se inscribieron`)}
          </h3>
          <ul>
            {refused.map(({ id, name, modalidad, reason, other }) => (
              <li key={`${id} ${modalidad}`}>
                <span>
                  <RiderLink id={id}>{name}</RiderLink> ({modalidad}):
                </span>{' '}
                <span>
                  {reason} <OwnerLink id={other} />
                </span>
              </li>
            ))}
            {total > refused.length && <li>y {figure(total - refused.length)} más</li>}
          </ul>
          {refusedText === undefined && (
            <Link className={`${button.button} ${layout.start}`} to={screens.pending}>
              {total === 1 ? 'Resolverlo' : 'Resolverlos'}
            </Link>
          )}
        </section>
      )}
    </>
  )
}

/** Links to the rider who has a number, if there is one, in a line of its own. */
export function OwnerLink({ id }: { id?: string }) {
  return (
    id && (
      <span className={layout.block}>
        <RiderLink id={id}>Ver quién lo tiene</RiderLink>
      </span>
    )
  )
}

function RiderLink({ id, children }: { id: string; children: string }) {
  return (
    <a className={layout.target} href={credentialPath(id)} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

/** Says how many entries were made, as numbers of riders if each has one. */
export function entriesText({ changed, unchanged }: EntriesReportInfo, isOneEach: boolean): string {
  const [one, many] = isOneEach ? ['inscrito', 'inscritos'] : ['inscripción', 'inscripciones']
  const made = `${figure(changed)} ${changed === 1 ? one : many}`
  if (unchanged === 0) return made
  return `${made}, ${figure(unchanged)} ya ${unchanged === 1 ? 'estaba' : 'estaban'}`
}

/** Says how many entries were taken out. */
export function withdrawnText({ changed }: EntriesReportInfo): string {
  if (changed === 0) return 'Ninguno estaba inscrito'
  return changed === 1 ? 'Se retiró 1 inscripción' : `Se retiraron ${figure(changed)} inscripciones`
}
