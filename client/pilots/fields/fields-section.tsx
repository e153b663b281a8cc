/** The fields of one's own in *Ajustes*: the list of them, and those that are retired. */
import type { ReactNode } from 'react'
import type { DataGroup } from '#domain/pilots/field'
import type { ListedField } from '#domain/pilots/own/calls'
import {
  maxOptions,
  maxOwnFields,
  maxOwnLabel,
  type OwnAudience,
  ownAudienceNames,
  ownAudiences,
} from '#domain/pilots/own/own-fields'
import { isOwnName, type OwnKind, ownKindNames, ownKindOf, ownKinds } from '#domain/pilots/own/own-name'
import { count } from '#domain/text/text'
import { useDefinitions } from '../../api/field-table.ts'
import { itemCalls } from '../../api/item-calls.ts'
import { linesOf } from '../../collections/item-part.tsx'
import { type ListDescription, ListEditor } from '../../collections/list-editor.tsx'
import { groupTitles } from '../../privacy/retention-dialog.tsx'
import layout from '../../ui/layout.module.css'
import { Awaited } from '../../ui/notice.tsx'

/** The options are one on each line. */
interface TypedField {
  label: string
  kind: OwnKind
  options: string
  audience: OwnAudience
  isRequired: boolean
  isOnCard: boolean
  dataGroup: DataGroup | ''
}

const kindTexts: Record<OwnKind, string> = {
  ...ownKinds,
  opcion: 'Opciones: se elige una de una lista',
  casilla: 'Casilla: se marca o no',
}

const newField = (typed: TypedField) => ({ ...fieldOf(typed), kind: typed.kind })

const calls = itemCalls('/api/fields', ':name', ({ name }) => ({ name }))

const list: ListDescription<ListedField, TypedField, ListedField[]> = {
  ...calls,
  add: (typed) => calls.add(newField(typed)),
  addAll: (all) => calls.addAll({ rows: all.map(newField) }),
  change: (seen, typed) => calls.change(seen, fieldOf(typed)),

  keyOf: ({ name }) => name,
  nameOf: ({ label }) => label,
  oneOf: ({ label }) => `«${label}»`,
  describe,
  retiredWord: 'Retirados',
  leaveWord: 'Retirar',
  addTitle: () => 'Agregar un campo',
  pronoun: 'lo',
  versionOf: (field) => `«${field.label}» · ${traitsOf(field)} · ${ownAudiences[field.audience]}`,
  saved: ({ label }, stored) =>
    `«${label.trim()}» ${stored ? 'quedó cambiado' : 'ya se pide en el formulario'}.`,
  left: ({ label }) => `«${label}» ya no se pide.`,
  cameBack: ({ label }) => `«${label}» se usa otra vez, con los datos que tenía.`,
  effectOf({ pilots }) {
    const kept = pilots > 0 && `Lo que ${count(pilots, 'piloto tiene', 'pilotos tienen')} escrito se guarda.`
    return ['Ya no se pide ni se muestra.', kept, 'Se puede volver a usar.'].filter(Boolean).join(' ')
  },

  typedOf: (stored) => ({
    label: stored?.label ?? '',
    kind: stored ? kindOf(stored) : 'texto',
    options: stored?.options?.join('\n') ?? '',
    audience: stored?.audience ?? 'desk',
    isRequired: stored?.isRequired === true,
    isOnCard: stored?.isOnCard === true,
    dataGroup: stored?.dataGroup ?? '',
  }),
  parts: [
    {
      ...{ name: 'label', label: 'Nombre del campo', kind: 'text', maxLength: maxOwnLabel },
      ...{ required: 'Escriba el nombre del campo', placeholder: () => 'Talla de polo' },
      note: ({ kind }, stored) =>
        stored && <p className={layout.hint}>{`Tipo: ${ownKinds[kind]}. El tipo no cambia.`}</p>,
    },
    {
      ...{ name: 'kind', label: 'Tipo', kind: 'radio', isShown: (_typed, stored) => !stored },
      options: ownKindNames.map((kind) => [kind, kindTexts[kind]]),
    },
    {
      ...{ name: 'options', label: 'Opciones', kind: 'lines', rows: 4, isRequired: true },
      ...{ hint: `Una por línea, hasta ${maxOptions}.`, isShown: ({ kind }) => kind === 'opcion' },
    },
    {
      ...{ name: 'audience', label: 'Quién lo ve', kind: 'radio' },
      options: ownAudienceNames.map((audience) => [audience, ownAudiences[audience]]),
    },
    {
      ...{ name: 'isRequired', label: 'Obligatorio', kind: 'yes' },
      words: 'Obligatorio: sin él no se guarda a nadie más',
    },
    {
      ...{ name: 'isOnCard', label: 'Credencial impresa', kind: 'yes' },
      words: 'En la credencial impresa',
    },
    {
      ...{ name: 'dataGroup', label: 'Se olvida con', kind: 'select' },
      hint: 'Si es un dato personal que se vacía cuando alguien no vuelve: vea «Datos personales». Los de salud salen también en la hoja de emergencia.',
      options: [
        ['', 'Nada: se queda'],
        ['health', groupTitles.health],
        ['contact', groupTitles.contact],
      ],
    },
  ],
}

export function FieldsSection() {
  const { load, take } = useDefinitions('fields', list.load)
  return (
    <Awaited load={load}>
      {(fields) => {
        const active = fields.filter(({ isRetired }) => !isRetired)
        const hasRoom = active.length < maxOwnFields
        return (
          <>
            <p>
              {active.length === 0
                ? `Además de los datos de siempre puede pedir hasta ${maxOwnFields} propios, como la talla de polo o el bus.`
                : `Se piden en el formulario, en «Otros datos». Van ${active.length} de ${maxOwnFields}.`}
            </p>
            <ListEditor
              list={list}
              take={take}
              groups={[
                {
                  ...{ label: 'Campos', items: fields },
                  ...(hasRoom && { add: { word: 'Agregar campo', isMain: true } }),
                },
              ]}
            />
          </>
        )
      }}
    </Awaited>
  )
}

function kindOf({ name }: ListedField): OwnKind {
  return isOwnName(name) ? ownKindOf(name) : 'texto'
}

function fieldOf({ label, kind, options, audience, isRequired, isOnCard, dataGroup }: TypedField) {
  return {
    label,
    ...(kind === 'opcion' && { options: linesOf(options) }),
    ...{ audience, isRequired, isOnCard },
    ...(dataGroup && { dataGroup }),
  }
}

/** Describes the kind and the choices of a field. */
function traitsOf(field: ListedField): string {
  const { options, isRequired, isOnCard, dataGroup } = field
  const kind = ownKinds[kindOf(field)]
  return [
    options ? `${kind}: ${options.join(', ')}` : kind,
    isRequired && 'obligatorio',
    isOnCard && 'en la credencial impresa',
    dataGroup && `se olvida con ${groupTitles[dataGroup].toLowerCase()}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function describe(field: ListedField): ReactNode {
  if (field.isRetired) return <span className={layout.hint}>{valuesText(field)}</span>
  return (
    <>
      <span className={layout.hint}>{traitsOf(field)}</span>
      <span className={`${layout.hint} ${layout.block}`}>
        {ownAudiences[field.audience]}. {valuesText(field)}
      </span>
    </>
  )
}

function valuesText({ pilots }: ListedField): string {
  return pilots === 0
    ? 'Nadie lo tiene todavía.'
    : `${count(pilots, 'piloto lo tiene', 'pilotos lo tienen')}.`
}
