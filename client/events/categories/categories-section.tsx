/** The categories of the open event in *Ajustes*: a list for each modalidad. */
import { Fragment, type ReactNode, useState } from 'react'
import type { EventInfo } from '#domain/events/calls'
import { type Category, categoryFacts } from '#domain/events/categories/category'
import type { EntriesReportInfo } from '#domain/events/entry-calls'
import { isOutside } from '#domain/events/entry-filter'
import { groupsBy } from '#domain/groups'
import { count } from '#domain/text/text'
import { callForList, callForOne } from '../../api/call.ts'
import { useLiveLoad } from '../../api/changes.ts'
import { titleOf, useEvents } from '../../api/event-list.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { Confirmation } from '../../ui/dialog.tsx'
import { Button, Done, useAction } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Failure, Loading } from '../../ui/notice.tsx'
import { changeOpenEvent, requireSame } from '../change-event.ts'
import { EntriesReport } from '../enter-form.tsx'
import { CategoryDialog } from './category-dialog.tsx'

export function CategoriesSection() {
  const { events, error, reload, replace } = useEvents()
  const [dialog, setDialog] = useState<{ stored?: Category }>()
  const [leaving, setLeaving] = useState<Category>()
  const [done, setDone] = useState('')
  const moving = useAction(async (category: Category, up: boolean) =>
    show(await changeOpenEvent(({ categories: all }) => ({ categories: moved(all, category, up) }))),
  )

  function show(event: EventInfo, text = '') {
    replace(event)
    setDialog(undefined)
    setLeaving(undefined)
    setDone(text)
  }

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
      <Done>{done}</Done>
      {moving.error && <Failure error={moving.error} />}
      {shown.map((modalidad) => (
        <div key={modalidad} className={layout.stack}>
          <h3>{modalidad}</h3>
          {!modalidades.includes(modalidad) && <p className={layout.hint}>No corre en este evento.</p>}
          <DefinitionList
            label={`Categorías de ${modalidad}`}
            items={groups.get(modalidad) ?? []}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
            describe={(category) => (
              <span className={`${layout.hint} ${layout.block}`}>
                {joined(categoryFacts(category)) ?? 'Todas las edades y cilindradas'}
              </span>
            )}
            onMove={moving.run}
            onEdit={(stored) => setDialog({ stored })}
            leaveWord="Quitar"
            onLeave={setLeaving}
          />
        </div>
      ))}
      <Uncategorized event={event} />
      {event.name ? (
        <div className={layout.row}>
          <Button onClick={() => setDialog({})}>Agregar categoría</Button>
        </div>
      ) : (
        <p className={layout.hint}>Para agregar categorías, primero póngale nombre al evento en «Evento».</p>
      )}
      {dialog && (
        <CategoryDialog {...dialog} event={event} onSaved={show} onClose={() => setDialog(undefined)} />
      )}
      {leaving && (
        <Confirmation
          title={`¿Quitar ${leaving.name}?`}
          action="Quitar"
          confirm={async () => {
            const changed = await changeOpenEvent(({ categories: all }) => {
              const gone = requireSame(all, leaving, ({ id }) => id, leaving.name)
              return { categories: all.filter((one) => one !== gone) }
            })
            show(changed, `${leaving.name} ya no está.`)
          }}
          onClose={() => setLeaving(undefined)}
        >
          <p>
            Es una categoría de {leaving.modalidad} en {titleOf(event)}. Los eventos anteriores conservan la
            suya.
          </p>
        </Confirmation>
      )}
    </>
  )
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
