/** The fields of one's own in *Ajustes*: the list of them, and those that are retired. */
import type { ReactNode } from 'react'
import type { ListedField } from '#domain/pilots/own/calls'
import { maxOwnFields, ownAudiences } from '#domain/pilots/own/own-fields'
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
import { FieldDialog, traitsOf } from './field-dialog.tsx'

export function FieldsSection() {
  const loaded = useLoad((signal) => callForList('GET /api/fields', { signal }), 'fields')
  const { changed, open, setOpen, leaving, setLeaving, done, show, showOthers } = useDefinitions<
    ListedField,
    ListedField | 'new'
  >()
  const moving = useAction(async (name: string, up: boolean) =>
    show(await callForList('POST /api/fields/:name/move', { params: { name }, body: { up } })),
  )
  const returning = useAction(async ({ name, label }: ListedField) =>
    show(
      await callForList('POST /api/fields/:name/retire', { params: { name }, body: { retired: false } }),
      `«${label}» se usa otra vez, con los datos que tenía.`,
    ),
  )
  const error = moving.error ?? returning.error

  return (
    <Awaited load={{ ...loaded, value: changed ?? loaded.value }}>
      {(fields) => {
        const active = fields.filter(({ isRetired }) => !isRetired)
        return (
          <>
            <p>
              {active.length === 0
                ? `Además de los datos de siempre puede pedir hasta ${maxOwnFields} propios, como la talla de polo o el bus.`
                : `Se piden en el formulario, en «Otros datos». Van ${active.length} de ${maxOwnFields}.`}
            </p>
            <p role="status" className={parts.good}>
              {done}
            </p>
            {error && <Failure error={new Error(Object.values(error.fields)[0] ?? error.message)} />}
            <DefinitionList
              label="Campos"
              retiredWord="Retirados"
              items={fields}
              keyOf={({ name }) => name}
              nameOf={({ label }) => label}
              isRetired={({ isRetired = false }) => isRetired}
              describe={describe}
              onMove={({ name }, up) => moving.run(name, up)}
              onEdit={setOpen}
              onLeave={setLeaving}
              onReturn={returning.run}
            >
              {active.length < maxOwnFields && (
                <div className={layout.row}>
                  <button type="button" className={button.primary} onClick={() => setOpen('new')}>
                    Agregar campo
                  </button>
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
            {leaving && (
              <RetireDialog field={leaving} onRetired={show} onClose={() => setLeaving(undefined)} />
            )}
          </>
        )
      }}
    </Awaited>
  )
}

interface RetireDialogProps {
  field: ListedField
  onRetired: (fields: ListedField[], text: string) => void
  onClose: () => void
}

function RetireDialog({ field: { name, label, pilots }, onRetired, onClose }: RetireDialogProps) {
  return (
    <Confirmation
      title={`¿Retirar «${label}»?`}
      action="Retirar"
      confirm={async () => {
        const order = { params: { name }, body: { retired: true } }
        onRetired(await callForList('POST /api/fields/:name/retire', order), `«${label}» ya no se pide.`)
      }}
      onClose={onClose}
    >
      <p>
        Ya no se pide ni se muestra.
        {pilots > 0 && ` Lo que ${count(pilots, 'piloto tiene', 'pilotos tienen')} escrito se guarda.`} Se
        puede volver a usar.
      </p>
    </Confirmation>
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
