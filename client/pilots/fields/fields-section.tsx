/** The fields of one's own in *Ajustes*: the list of them, and those that are retired. */
import type { ReactNode } from 'react'
import type { ListedField } from '#domain/pilots/own/calls'
import { maxOwnFields, ownAudiences } from '#domain/pilots/own/own-fields'
import { count } from '#domain/text/text'
import { callForList } from '../../api/call.ts'
import button from '../../ui/button.module.css'
import { DefinitionList, type Definitions, useDefinitions } from '../../ui/definition-list.tsx'
import { Button } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Awaited } from '../../ui/notice.tsx'
import { FieldDialog, traitsOf } from './field-dialog.tsx'

const definitions: Definitions<ListedField> = {
  load: (signal) => callForList('GET /api/fields', { signal }),
  move: ({ name }, up) => callForList('POST /api/fields/:name/move', { params: { name }, body: { up } }),
  retire: ({ name }, retired) =>
    callForList('POST /api/fields/:name/retire', { params: { name }, body: { retired } }),
  nameOf: ({ label }) => `«${label}»`,
  retired: 'ya no se pide',
  returned: 'se usa otra vez, con los datos que tenía',
  effect: 'Ya no se pide ni se muestra.',
  kept: (pilots) => `Lo que ${count(pilots, 'piloto tiene', 'pilotos tienen')} escrito se guarda.`,
}

export function FieldsSection() {
  const { load, list, news, retirement, open, setOpen, show, showOthers } = useDefinitions<
    ListedField,
    ListedField | 'new'
  >('fields', definitions)

  return (
    <Awaited load={load}>
      {(fields) => {
        const active = fields.filter(({ isRetired }) => !isRetired)
        return (
          <>
            <p>
              {active.length === 0
                ? `Además de los datos de siempre puede pedir hasta ${maxOwnFields} propios, como la talla de polo o el bus.`
                : `Se piden en el formulario, en «Otros datos». Van ${active.length} de ${maxOwnFields}.`}
            </p>
            {news}
            <DefinitionList
              {...list}
              label="Campos"
              retiredWord="Retirados"
              items={fields}
              keyOf={({ name }) => name}
              nameOf={({ label }) => label}
              isRetired={({ isRetired = false }) => isRetired}
              describe={describe}
              onEdit={setOpen}
            >
              {active.length < maxOwnFields && (
                <div className={layout.row}>
                  <Button className={button.primary} onClick={() => setOpen('new')}>
                    Agregar campo
                  </Button>
                </div>
              )}
            </DefinitionList>
            {open && (
              <FieldDialog
                stored={open === 'new' ? undefined : open}
                onSaved={show}
                onOthers={showOthers}
                onClose={() => setOpen(undefined)}
              />
            )}
            {retirement}
          </>
        )
      }}
    </Awaited>
  )
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
