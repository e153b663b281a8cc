/** The modalidades and the licencias in *Ajustes*: a list of each, and those that are retired. */

import type { ClassField } from '#domain/pilots/classes/classes'
import type { ListedClass } from '#domain/pilots/own/calls'
import { count } from '#domain/text/text'
import { callForList } from '../../api/call.ts'
import { DefinitionList, type Definitions, useDefinitions } from '../../ui/definition-list.tsx'
import { Button } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Awaited } from '../../ui/notice.tsx'
import { ClassDialog } from './class-dialog.tsx'

const lists: readonly { field: ClassField; title: string; add: string }[] = [
  { field: 'modalidad', title: 'Modalidades', add: 'Agregar modalidad' },
  { field: 'licencia', title: 'Licencias', add: 'Agregar licencia' },
]

const definitions: Definitions<ListedClass> = {
  load: (signal) => callForList('GET /api/classes', { signal }),
  move: ({ field, key }, up) =>
    callForList('POST /api/classes/:field/:key/move', { params: { field, key }, body: { up } }),
  retire: ({ field, key }, retired) =>
    callForList('POST /api/classes/:field/:key/retire', { params: { field, key }, body: { retired } }),
  nameOf: ({ name }) => name,
  retired: 'ya no se ofrece',
  returned: 'se ofrece otra vez',
  effect: 'Ya nadie la puede elegir.',
  kept: (pilots) => `${count(pilots, 'piloto la tiene y la conserva', 'pilotos la tienen y la conservan')}.`,
}

export function ClassesSection() {
  const { load, list, news, retirement, open, setOpen, show, showOthers } = useDefinitions<
    ListedClass,
    { field: ClassField; stored?: ListedClass }
  >('classes', definitions)

  return (
    <Awaited load={load}>
      {(classes) => (
        <>
          <p>
            Son las opciones del formulario. Una que se retira ya no se ofrece, y quien la tiene la conserva.
            Hasta cuándo vale cada licencia se elige en «Vigencia».
          </p>
          {news}
          {lists.map(({ field, title, add }) => (
            <div key={field} className={layout.stack}>
              <h3>{title}</h3>
              <DefinitionList
                {...list}
                label={title}
                retiredWord="Retiradas"
                items={classes.filter((each) => each.field === field)}
                keyOf={({ key }) => key}
                nameOf={({ name }) => name}
                isRetired={({ isRetired }) => isRetired}
                describe={(each) => <span className={layout.hint}>{traitsOf(each)}</span>}
                onEdit={(stored) => setOpen({ field, stored })}
              >
                <div className={layout.row}>
                  <Button onClick={() => setOpen({ field })}>{add}</Button>
                </div>
              </DefinitionList>
            </div>
          ))}
          {open && (
            <ClassDialog {...open} onSaved={show} onOthers={showOthers} onClose={() => setOpen(undefined)} />
          )}
          {retirement}
        </>
      )}
    </Awaited>
  )
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
