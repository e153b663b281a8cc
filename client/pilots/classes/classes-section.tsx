/** The modalidades and the licencias in *Ajustes*: a list of each, and those that are retired. */
import { type ClassField, maxClassName, maxSpellings } from '#domain/pilots/classes/classes'
import type { ListedClass } from '#domain/pilots/own/calls'
import { count } from '#domain/text/text'
import { useDefinitions } from '../../api/field-table.ts'
import { itemCalls } from '../../api/item-calls.ts'
import { linesOf } from '../../collections/item-part.tsx'
import { type ListDescription, ListEditor } from '../../collections/list-editor.tsx'
import layout from '../../ui/layout.module.css'
import { Awaited } from '../../ui/notice.tsx'

/** The spellings are one on each line. */
interface TypedClass {
  field: ClassField
  name: string
  spellings: string
}

const groups = [
  { field: 'modalidad', title: 'Modalidades', add: 'Agregar modalidad' },
  { field: 'licencia', title: 'Licencias', add: 'Agregar licencia' },
] as const

const optionOf = ({ name, spellings }: TypedClass) => ({ name, spellings: linesOf(spellings) })
const calls = itemCalls('/api/classes', ':field/:key', ({ field, key }) => ({ field, key }))

const list: ListDescription<ListedClass, TypedClass, ListedClass[]> = {
  ...calls,
  add: (typed) => calls.add({ field: typed.field, ...optionOf(typed) }),
  addAll: (all) => calls.addAll({ field: all[0]?.field ?? 'modalidad', rows: all.map(optionOf) }),
  change: (seen, typed) => calls.change(seen, optionOf(typed)),

  keyOf: ({ field, key }) => `${field} ${key}`,
  nameOf: ({ name }) => name,
  oneOf: ({ name }) => name,
  describe: (one) => <span className={layout.hint}>{traitsOf(one)}</span>,
  retiredWord: 'Retiradas',
  leaveWord: 'Retirar',
  addTitle: ({ field }) => `Agregar una ${field}`,
  pronoun: 'la',
  versionOf: ({ name, spellings }) =>
    spellings.length > 0 ? `${name}, también ${spellings.join(', ')}` : name,
  saved: ({ name }, stored) => `${name.trim()} ${stored ? 'quedó cambiada' : 'ya se puede elegir'}.`,
  left: ({ name }) => `${name} ya no se ofrece.`,
  cameBack: ({ name }) => `${name} se ofrece otra vez.`,
  effectOf: ({ pilots }) =>
    `Ya nadie la puede elegir. ${keptBy(pilots, 'piloto la tiene y la conserva', 'pilotos la tienen y la conservan')}Se puede volver a usar.`,

  typedOf: (stored) => ({
    field: stored?.field ?? 'modalidad',
    name: stored?.name ?? '',
    spellings: stored?.spellings.join('\n') ?? '',
  }),
  parts: [
    {
      ...{ name: 'name', label: 'Nombre', kind: 'text' },
      ...{ required: 'Escriba el nombre', maxLength: maxClassName },
      placeholder: ({ field }) => (field === 'licencia' ? 'Nacional' : 'MX1'),
      note: ({ name }, stored) =>
        stored &&
        name.trim() !== stored.name && (
          <p className={layout.hint}>
            {keptBy(
              stored.pilots,
              'piloto pasa a tener el nombre nuevo',
              'pilotos pasan a tener el nombre nuevo',
            )}
            «{stored.name}» se sigue leyendo en las planillas.
          </p>
        ),
    },
    {
      ...{ name: 'spellings', label: 'Otras maneras de escribirla', kind: 'lines', rows: 3 },
      hint: `Las de las planillas, una por línea, hasta ${maxSpellings}. Mayúsculas, tildes, espacios y guiones no cuentan.`,
    },
  ],
}

/** Returns a sentence about the pilots who have a class, and nothing if there are none. */
function keptBy(pilots: number, one: string, many: string): string {
  return pilots > 0 ? `${count(pilots, one, many)}. ` : ''
}

export function ClassesSection() {
  const { load, take } = useDefinitions('classes', list.load)
  return (
    <Awaited load={load}>
      {(classes) => (
        <>
          <p>
            Son las opciones del formulario. Una que se retira ya no se ofrece, y quien la tiene la conserva.
            Hasta cuándo vale cada licencia se elige en «Vigencia».
          </p>
          <ListEditor
            list={list}
            take={take}
            groups={groups.map(({ field, title, add }) => ({
              ...{ label: title, title, items: classes.filter((each) => each.field === field) },
              add: { word: add, start: { field } },
            }))}
          />
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
