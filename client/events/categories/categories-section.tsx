/** The categories of the open event in *Ajustes*: a list for each modalidad. */
import { Fragment, type ReactNode, useState } from 'react'
import type { ListedCategory } from '#domain/events/calls'
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
import { type EventItems, eventItemCalls, titleOf, useEventItems } from '../../api/event-list.ts'
import { type ListDescription, ListEditor } from '../../collections/list-editor.tsx'
import { Button, useAction } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Failure, Loading } from '../../ui/notice.tsx'
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

/** The first field of each part that has several. */
const fieldsOfParts: Readonly<Record<string, string>> = { age: 'youngest', engine: 'smallest' }

/** Describes the categories of an event. */
function categoryList({
  event,
  items,
}: EventItems<'categories'>): ListDescription<ListedCategory, TypedCategory, readonly ListedCategory[]> {
  const calls = eventItemCalls('categories', event.id, (part) => fieldsOfParts[part] ?? part)
  return {
    ...calls,
    add: (typed) => calls.add(newCategory(typed)),
    addAll: (all) => calls.addAll({ rows: all.map(newCategory) }),
    change: (seen, typed) => calls.change(seen, categoryOf(typed)),

    keyOf: ({ id }) => id,
    oneOf: ({ name }) => name,
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
      typedOf(stored ?? { modalidad: items.at(-1)?.modalidad ?? event.modalidades[0] ?? '', name: '' }),
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
        ...{ name: 'numbers', label: 'Números', kind: 'ranges', maxLength: maxNumbersText },
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
  const { value, error, reload, take } = useEventItems('categories')
  if (!value) return error ? <Failure error={error} retry={reload} /> : <Loading />
  const { event, items } = value
  const { modalidades } = event
  const groups = groupsBy(items, ({ modalidad }) => modalidad)
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
        list={categoryList(value)}
        take={(all) => take({ event, items: all })}
        groups={shown.map((modalidad) => ({
          ...{ label: `Categorías de ${modalidad}`, title: modalidad, items: groups.get(modalidad) ?? [] },
          note: !modalidades.includes(modalidad) && <p className={layout.hint}>No corre en este evento.</p>,
        }))}
      >
        {({ open, paste }) => (
          <>
            <Uncategorized event={event.id} categories={items} />
            {event.name ? (
              <div className={layout.row}>
                <Button onClick={open}>Agregar categoría</Button>
                {paste}
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

const newCategory = (typed: TypedCategory) => ({ modalidad: typed.modalidad, ...categoryOf(typed) })

/** Reads what a person has typed, without problems. */
function categoryOf({
  name,
  on,
  strokes,
  numbers,
  ...typed
}: TypedCategory): Omit<GivenCategory, 'modalidad'> {
  const countOf = (text: string) => (text.trim() === '' ? undefined : Number(text))
  return {
    ...{ name, numbers, places: countOf(typed.places) },
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
function Uncategorized({ event, categories }: { event: string; categories: readonly Category[] }) {
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
