/** The modalidades and the licencias in *Ajustes*: a list of each, and those that are retired. */

import type { ClassField } from '#domain/pilots/classes/classes'
import type { ListedClass } from '#domain/pilots/own/calls'
import { count } from '#domain/text/text'
import { callForList } from '../../api/call.ts'
import { useLoad } from '../../api/load.ts'
import button from '../../ui/button.module.css'
import { DefinitionList, useDefinitions } from '../../ui/definition-list.tsx'
import { Confirmation } from '../../ui/dialog.tsx'
import { useAction } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Awaited, Failure } from '../../ui/notice.tsx'
import parts from '../../ui/parts.module.css'
import { ClassDialog } from './class-dialog.tsx'

const lists: readonly { field: ClassField; title: string; add: string }[] = [
  { field: 'modalidad', title: 'Modalidades', add: 'Agregar modalidad' },
  { field: 'licencia', title: 'Licencias', add: 'Agregar licencia' },
]

export function ClassesSection() {
  const loaded = useLoad((signal) => callForList('GET /api/classes', { signal }), 'classes')
  const { changed, open, setOpen, leaving, setLeaving, done, show, showOthers } = useDefinitions<
    ListedClass,
    { field: ClassField; stored?: ListedClass }
  >()
  const moving = useAction(async ({ field, key }: ListedClass, up: boolean) =>
    show(await callForList('POST /api/classes/:field/:key/move', { params: { field, key }, body: { up } })),
  )
  const returning = useAction(async (one: ListedClass) =>
    show(await retire(one, false), `${one.name} se ofrece otra vez.`),
  )
  const error = moving.error ?? returning.error

  return (
    <Awaited load={{ ...loaded, value: changed ?? loaded.value }}>
      {(classes) => (
        <>
          <p>
            Son las opciones del formulario. Una que se retira ya no se ofrece, y quien la tiene la conserva.
            Hasta cuándo vale cada licencia se elige en «Vigencia».
          </p>
          <p role="status" className={parts.good}>
            {done}
          </p>
          {error && <Failure error={new Error(Object.values(error.fields)[0] ?? error.message)} />}
          {lists.map(({ field, title, add }) => (
            <div key={field} className={layout.stack}>
              <h3>{title}</h3>
              <DefinitionList
                label={title}
                retiredWord="Retiradas"
                items={classes.filter((each) => each.field === field)}
                keyOf={({ key }) => key}
                nameOf={({ name }) => name}
                isRetired={({ isRetired }) => isRetired}
                describe={(each) => <span className={layout.hint}>{traitsOf(each)}</span>}
                onMove={moving.run}
                onEdit={(stored) => setOpen({ field, stored })}
                onLeave={setLeaving}
                onReturn={returning.run}
              >
                <div className={layout.row}>
                  <button type="button" className={button.button} onClick={() => setOpen({ field })}>
                    {add}
                  </button>
                </div>
              </DefinitionList>
            </div>
          ))}
          {open && (
            <ClassDialog {...open} onSaved={show} onOthers={showOthers} onClose={() => setOpen(undefined)} />
          )}
          {leaving && (
            <Confirmation
              title={`¿Retirar ${leaving.name}?`}
              action="Retirar"
              confirm={async () => show(await retire(leaving, true), `${leaving.name} ya no se ofrece.`)}
              onClose={() => setLeaving(undefined)}
            >
              <p>
                Ya nadie la puede elegir.
                {leaving.pilots > 0 &&
                  ` ${count(leaving.pilots, 'piloto la tiene y la conserva', 'pilotos la tienen y la conservan')}.`}{' '}
                Se puede volver a usar.
              </p>
            </Confirmation>
          )}
        </>
      )}
    </Awaited>
  )
}

function retire({ field, key }: ListedClass, retired: boolean): Promise<ListedClass[]> {
  return callForList('POST /api/classes/:field/:key/retire', { params: { field, key }, body: { retired } })
}

function traitsOf({ spellings, formerNames, pilots }: ListedClass): string {
  const others = [...spellings, ...formerNames]
  return [
    pilots > 0 && count(pilots, 'piloto', 'pilotos'),
    others.length > 0 && `también ${others.map((words) => `«${words}»`).join(', ')}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
