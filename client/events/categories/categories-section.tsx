/** The categories of the open event in *Ajustes*: a list for each modalidad. */
import { Fragment, type ReactNode, useState } from 'react'
import type { EventInfo } from '#domain/events/calls'
import {
  type AgeDay,
  ageDayNames,
  ageDays,
  type Category,
  categoryFacts,
  describeCategory,
  type GivenCategory,
  maxCategoryName,
  maxNumbersText,
} from '#domain/events/categories/category'
import type { EntriesReportInfo } from '#domain/events/entry-calls'
import { isOutside } from '#domain/events/entry-filter'
import type { Strokes } from '#domain/events/motorcycle/motorcycle'
import { groupsBy } from '#domain/groups'
import { strokeNames } from '#domain/stored/limits'
import { count } from '#domain/text/text'
import { callForList, callForOne } from '../../api/call.ts'
import { useLiveLoad } from '../../api/changes.ts'
import { loadEvents, titleOf, useEvents } from '../../api/event-list.ts'
import { type ListDescription, ListEditor } from '../../collections/list-editor.tsx'
import { Button, useAction } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Failure, Loading } from '../../ui/notice.tsx'
import { changeOpenEvent, putItem } from '../change-event.ts'
import { EntriesReport } from '../enter-form.tsx'

/** A category as a person types it: numbers are texts. */
interface TypedCategory {
  modalidad: string
  name: string
  youngest: string
  oldest: string
  on: AgeDay
  smallest: string
  largest: string
  strokes: Strokes | ''
  numbers: string
  places: string
}

const ofEvent = {
  name: 'categories',
  keyOf: ({ id }: Category) => id,
  oneOf: ({ name }: Category) => name,
  /** The fields of the parts that have several. */
  fields: { age: 'youngest', engine: 'smallest' },
} as const

/** Describes the categories of an event. */
function categoryList(event: EventInfo): ListDescription<Category, TypedCategory, EventInfo> {
  return {
    ...ofEvent,
    load: async (signal) => (await loadEvents(signal)).open,
    itemsOf: ({ categories }) => categories,
    add: (typed) => putItem(ofEvent, categoryOf(typed)),
    change: (seen, typed) =>
      putItem(ofEvent, { ...categoryOf(typed), id: seen.id, modalidad: seen.modalidad }, seen),
    move: (category, up) =>
      changeOpenEvent(({ categories: all }) => ({ categories: moved(all, category, up) })),
    leave: (category) => putItem(ofEvent, undefined, category),

    nameOf: ({ name }) => name,
    describe: (category) => (
      <span className={`${layout.hint} ${layout.block}`}>
        {joined(categoryFacts(category)) ?? 'Todas las edades y cilindradas'}
      </span>
    ),
    leaveWord: 'Quitar',
    addTitle: () => 'Agregar una categoría',
    pronoun: 'la',
    versionOf: (category) =>
      `${category.name}, ${describeCategory(category) || 'todas las edades y cilindradas'}`,
    saved: ({ name }, stored) => `${name} ${stored ? 'quedó cambiada' : 'está entre las categorías'}.`,
    left: ({ name }) => `${name} ya no está.`,
    effectOf: ({ modalidad }) =>
      `Es una categoría de ${modalidad} en ${titleOf(event)}. Los eventos anteriores conservan la suya.`,

    typedOf: (stored) =>
      typedOf(
        stored ?? { modalidad: event.categories.at(-1)?.modalidad ?? event.modalidades[0] ?? '', name: '' },
      ),
    parts: [
      {
        ...{ name: 'modalidad', label: 'Modalidad', kind: 'select', isShown: (_typed, stored) => !stored },
        options: event.modalidades.map((one) => [one, one]),
      },
      {
        ...{ name: 'name', label: 'Nombre', kind: 'text', maxLength: maxCategoryName },
        ...{ required: 'Escriba el nombre de la categoría', placeholder: () => 'MX2' },
      },
      [
        { name: 'youngest', label: 'Edad desde', kind: 'count' },
        { name: 'oldest', label: 'Edad hasta', kind: 'count' },
      ],
      {
        ...{ name: 'on', label: 'La edad se cuenta', kind: 'select' },
        options: ageDayNames.map((day) => [day, ageDays[day]]),
      },
      [
        { name: 'smallest', label: 'Cilindrada desde (cc)', kind: 'count' },
        { name: 'largest', label: 'Cilindrada hasta (cc)', kind: 'count' },
      ],
      {
        ...{ name: 'strokes', label: 'Motor', kind: 'select' },
        options: [['', '2T o 4T'], ...strokeNames.map((name) => [name, `Solo ${name}`] as const)],
      },
      {
        ...{ name: 'numbers', label: 'Números', kind: 'text', maxLength: maxNumbersText },
        hint: 'Los de esta categoría, como 1-199, 901. Vacío, todos.',
      },
      {
        ...{ name: 'places', label: 'Lugares', kind: 'count' },
        hint: 'Los pilotos que caben en una salida.',
      },
    ],
  }
}

export function CategoriesSection() {
  const { events, error, reload, replace } = useEvents()
  const [event] = events ?? []
  if (!event) return error ? <Failure error={error} retry={reload} /> : <Loading />
  const { categories, modalidades } = event
  const groups = groupsBy(categories, ({ modalidad }) => modalidad)
  // A modalidad that does not ride keeps its categories for another event.
  const shown = [...new Set([...modalidades, ...groups.keys()])].filter((modalidad) => groups.has(modalidad))
  return (
    <>
      {error && <Failure hasUnsavedData error={error} retry={reload} />}
      <p>
        Una categoría reúne a los pilotos de una modalidad por edad y cilindrada, con sus números. Son las de{' '}
        {titleOf(event)}, y el próximo evento empieza con las mismas.
      </p>
      <ListEditor
        list={categoryList(event)}
        take={replace}
        groups={shown.map((modalidad) => ({
          ...{ label: `Categorías de ${modalidad}`, title: modalidad, items: groups.get(modalidad) ?? [] },
          note: !modalidades.includes(modalidad) && <p className={layout.hint}>No corre en este evento.</p>,
        }))}
      >
        {({ open }) => (
          <>
            <Uncategorized event={event} />
            {event.name ? (
              <div className={layout.row}>
                <Button onClick={open}>Agregar categoría</Button>
              </div>
            ) : (
              <p className={layout.hint}>
                Para agregar categorías, primero póngale nombre al evento en «Evento».
              </p>
            )}
          </>
        )}
      </ListEditor>
    </>
  )
}

function typedOf({ modalidad, name, age, engine, numbers = '', places }: GivenCategory): TypedCategory {
  const textOf = (value: number | undefined) => (value === undefined ? '' : String(value))
  return {
    modalidad,
    name,
    youngest: textOf(age?.from),
    oldest: textOf(age?.to),
    on: age?.on ?? 'year-end',
    smallest: textOf(engine?.from),
    largest: textOf(engine?.to),
    strokes: engine?.strokes ?? '',
    numbers,
    places: textOf(places),
  }
}

/** Reads what a person has typed, without problems. */
function categoryOf({ modalidad, name, on, strokes, numbers, ...typed }: TypedCategory): GivenCategory {
  const countOf = (text: string) => (text.trim() === '' ? undefined : Number(text))
  return {
    ...{ modalidad, name, numbers, places: countOf(typed.places) },
    age: { from: countOf(typed.youngest), to: countOf(typed.oldest), on },
    engine: { from: countOf(typed.smallest), to: countOf(typed.largest), ...(strokes && { strokes }) },
  }
}

/** Joins facts, each of which stays in one line if it fits: a range of numbers is not divided. */
function joined(facts: readonly string[]): ReactNode {
  if (facts.length === 0) return undefined
  return facts.map((fact, index) => (
    <Fragment key={fact}>
      {index > 0 && ' · '}
      <span className={layout.whole}>{fact}</span>
    </Fragment>
  ))
}

/** The riders who were entered before their modalidad had categories: they get those that fit at once. */
function Uncategorized({ event: { id: event, categories } }: { event: EventInfo }) {
  const { value, refresh } = useLiveLoad(
    (signal) => callForList('GET /api/entries/numbers', { signal }),
    'uncategorized',
  )
  const [report, setReport] = useState<EntriesReportInfo>()
  const { run, isBusy, error } = useAction(async () => {
    setReport(await callForOne('POST /api/entries/categorize', { body: { event } }))
    refresh()
  })
  const without = (value ?? [])
    .filter((one) => isOutside(one, categories))
    .reduce((sum, { entries }) => sum + entries, 0)
  return (
    <>
      {report && (
        <EntriesReport
          report={report}
          text={`${count(report.changed, 'inscrito recibió', 'inscritos recibieron')} su categoría`}
          refusedText={`${count(report.refused_total, 'sigue', 'siguen')} sin categoría`}
        />
      )}
      {without > 0 && (
        <div className={layout.row}>
          {!report && <p>{count(without, 'inscrito no tiene', 'inscritos no tienen')} categoría.</p>}
          <Button disabled={isBusy} onClick={run}>
            Poner la que corresponde
          </Button>
        </div>
      )}
      {error && <Failure hasUnsavedData error={error} />}
    </>
  )
}

/** Returns the categories with one before the one above it in its modalidad, or after the one below. */
function moved(all: readonly Category[], { id, modalidad }: Category, up: boolean): Category[] {
  const beside = all.filter((one) => one.modalidad === modalidad)
  const index = beside.findIndex((one) => one.id === id)
  const [one, other] = [beside[index], beside[up ? index - 1 : index + 1]]
  if (!one || !other) return [...all]
  return all.map((each) => (each === one ? other : each === other ? one : each))
}
