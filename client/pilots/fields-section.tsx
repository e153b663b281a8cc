/** The fields of one's own in *Ajustes*: the list of them, the dialog that adds or changes one, and those that are retired. */
import { useState } from 'react'
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
import { ApiError, callForList, type Input } from '../api/call.ts'
import { useSessionRefresh } from '../api/field-table.ts'
import { useLoad } from '../api/load.ts'
import { groupTitles } from '../privacy/retention-dialog.tsx'
import button from '../ui/button.module.css'
import { Confirmation, FormDialog } from '../ui/dialog.tsx'
import { Checkbox, Field, RadioGroup, TextField } from '../ui/field.tsx'
import { useAction, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Awaited, Failure, Notice } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import styles from '../ui/settings.module.css'

export function FieldsSection() {
  const loaded = useLoad((signal) => callForList('GET /api/fields', { signal }), 'fields')
  const [changed, setChanged] = useState<ListedField[]>()
  const [open, setOpen] = useState<ListedField | 'new'>()
  const [leaving, setLeaving] = useState<ListedField>()
  const [done, setDone] = useState('')
  const refresh = useSessionRefresh()

  function show(fields: ListedField[], text = '') {
    setChanged(fields)
    setOpen(undefined)
    setLeaving(undefined)
    setDone(text)
    refresh()
  }
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
        const retired = fields.filter(({ isRetired }) => isRetired)
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
            {active.length > 0 && (
              <ul className={`${parts.lines} ${styles.rows}`} aria-label="Campos">
                {active.map((field, index) => (
                  <FieldRow
                    key={field.name}
                    field={field}
                    isFirst={index === 0}
                    isLast={index === active.length - 1}
                    onMove={(up) => moving.run(field.name, up)}
                    onEdit={() => setOpen(field)}
                    onRetire={() => setLeaving(field)}
                  />
                ))}
              </ul>
            )}
            {active.length < maxOwnFields && (
              <div className={layout.row}>
                <button type="button" className={button.primary} onClick={() => setOpen('new')}>
                  Agregar campo
                </button>
              </div>
            )}
            {retired.length > 0 && (
              <details>
                <summary>Retirados ({retired.length})</summary>
                <ul className={`${parts.lines} ${styles.rows}`} aria-label="Campos retirados">
                  {retired.map((field) => (
                    <li key={field.name} className={layout.split}>
                      <p>
                        <b>{field.label}</b>
                        <span className={layout.hint}>{valuesText(field)}</span>
                      </p>
                      <div className={parts.actions}>
                        <button
                          type="button"
                          className={button.button}
                          aria-label={`Volver a usar ${field.label}`}
                          onClick={() => returning.run(field)}
                        >
                          Volver a usar
                        </button>
                      </div>
                    </li>
                  ))}
                </ul>
              </details>
            )}
            {open && (
              <FieldDialog
                stored={open === 'new' ? undefined : open}
                onSaved={show}
                onOthers={(all) => {
                  setChanged(all)
                  refresh()
                }}
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

interface FieldRowProps {
  field: ListedField
  isFirst: boolean
  isLast: boolean
  onMove: (up: boolean) => void
  onEdit: () => void
  onRetire: () => void
}

function FieldRow({ field, isFirst, isLast, onMove, onEdit, onRetire }: FieldRowProps) {
  const { label } = field
  return (
    <li className={layout.split}>
      <p>
        <b>{label}</b>
        <span className={layout.hint}>{traitsOf(field)}</span>
        <span className={`${layout.hint} ${layout.block}`}>
          {ownAudiences[field.audience]}. {valuesText(field)}
        </span>
      </p>
      <div className={parts.actions}>
        <button
          type="button"
          className={button.square}
          aria-label={`Subir ${label}`}
          disabled={isFirst}
          onClick={() => onMove(true)}
        >
          ↑
        </button>
        <button
          type="button"
          className={button.square}
          aria-label={`Bajar ${label}`}
          disabled={isLast}
          onClick={() => onMove(false)}
        >
          ↓
        </button>
        <button type="button" className={button.button} aria-label={`Editar ${label}`} onClick={onEdit}>
          Editar
        </button>
        <button type="button" className={button.danger} aria-label={`Retirar ${label}`} onClick={onRetire}>
          Retirar
        </button>
      </div>
    </li>
  )
}

function traitsOf({ name, options, isRequired, isOnCard, dataGroup }: ListedField): string {
  const kind = isOwnName(name) ? ownKinds[ownKindOf(name)] : ''
  return [
    options ? `${kind}: ${options.join(', ')}` : kind,
    isRequired && 'obligatorio',
    isOnCard && 'en la credencial impresa',
    dataGroup && `se olvida con ${groupTitles[dataGroup].toLowerCase()}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function valuesText({ pilots }: ListedField): string {
  return pilots === 0
    ? 'Nadie lo tiene todavía.'
    : `${count(pilots, 'piloto lo tiene', 'pilotos lo tienen')}.`
}

interface TypedField {
  label: string
  kind: OwnKind
  /** One option on each line. */
  options: string
  audience: OwnAudience
  isRequired: boolean
  isOnCard: boolean
  dataGroup: DataGroup | ''
}

interface FieldDialogProps {
  /** The field that is changed; absent for a new one. */
  stored?: ListedField
  onSaved: (fields: ListedField[], text: string) => void
  /** Shows the fields that another person has changed meanwhile. */
  onOthers: (fields: ListedField[]) => void
  onClose: () => void
}

function FieldDialog({ stored, onSaved, onOthers, onClose }: FieldDialogProps) {
  /** The version that another person has stored meanwhile. The next attempt replaces it, since it was shown. */
  const [theirs, setTheirs] = useState<ListedField>()
  const form = useForm<TypedField>({
    stored: typedOf(stored),
    check: ({ label }) => ({ label: label.trim() === '' ? 'Escriba el nombre del campo' : '' }),
    async send(typed) {
      const body = bodyOf(typed)
      const edited = theirs ?? stored
      const fields = edited
        ? await changeField(edited, body)
        : await callForList('POST /api/fields', { body: { ...body, kind: typed.kind } })
      onSaved(fields, `«${typed.label.trim()}» ${stored ? 'quedó cambiado' : 'ya se pide en el formulario'}.`)
    },
  })

  /** Changes the field if it is still as it was. @throws ApiError */
  async function changeField(edited: ListedField, body: ReturnType<typeof bodyOf>): Promise<ListedField[]> {
    const { name } = edited
    try {
      const change = { ...body, base: bodyOf(typedOf(edited)) }
      return await callForList('PUT /api/fields/:name', { params: { name }, body: change })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error
      const all = await callForList('GET /api/fields')
      setTheirs(all.find((field) => field.name === name))
      onOthers(all)
      throw error
    }
  }

  const { values } = form
  return (
    <FormDialog
      title={stored ? `Editar «${stored.label}»` : 'Agregar un campo'}
      action={stored ? 'Guardar' : 'Agregar'}
      form={form}
      onClose={onClose}
    >
      <TextField
        {...form.field('label')}
        label="Nombre del campo"
        isRequired
        maxLength={maxOwnLabel}
        placeholder="Talla de polo"
      />
      {stored ? (
        <p className={layout.hint}>{`Tipo: ${ownKinds[values.kind]}. El tipo no cambia.`}</p>
      ) : (
        <RadioGroup
          legend="Tipo"
          options={ownKindNames.map((kind) => [kind, kindTexts[kind]])}
          value={values.kind}
          onChange={form.field('kind').onChange}
        />
      )}
      {values.kind === 'opcion' && (
        <TextField
          {...form.field('options')}
          label="Opciones"
          hint={`Una por línea, hasta ${maxOptions}.`}
          rows={4}
          isRequired
        />
      )}
      <RadioGroup
        legend="Quién lo ve"
        options={ownAudienceNames.map((audience) => [audience, ownAudiences[audience]])}
        value={values.audience}
        onChange={form.field('audience').onChange}
      />
      <Checkbox
        name="isRequired"
        checked={values.isRequired}
        onChange={(isRequired) => form.change({ isRequired })}
      >
        Obligatorio: sin él no se guarda a nadie más
      </Checkbox>
      <Field name="isOnCard" label="Credencial impresa" isLabelHidden problem={form.problems.isOnCard}>
        {({ className: _className, ...control }) => (
          <Checkbox {...control} checked={values.isOnCard} onChange={(isOnCard) => form.change({ isOnCard })}>
            En la credencial impresa
          </Checkbox>
        )}
      </Field>
      <Field
        name="dataGroup"
        label="Se olvida con"
        hint="Si es un dato personal que se vacía cuando alguien no vuelve: vea «Datos personales»."
      >
        {(control) => (
          <select
            {...control}
            value={values.dataGroup}
            onChange={({ target }) => form.change({ dataGroup: target.value as DataGroup | '' })}
          >
            <option value="">Nada: se queda</option>
            <option value="health">{groupTitles.health}</option>
            <option value="contact">{groupTitles.contact}</option>
          </select>
        )}
      </Field>
      {theirs && (
        <Notice kind="warning">
          Otra persona lo guardó mientras usted lo editaba. Ahora es: {versionText(theirs)}. Guarde otra vez
          para dejar lo que usted escribió, o cancele para dejar lo de la otra persona.
        </Notice>
      )}
    </FormDialog>
  )
}

function versionText(field: ListedField): string {
  return `«${field.label}» · ${traitsOf(field)} · ${ownAudiences[field.audience]}`
}

function typedOf(stored?: ListedField): TypedField {
  return {
    label: stored?.label ?? '',
    kind: stored && isOwnName(stored.name) ? ownKindOf(stored.name) : 'texto',
    options: stored?.options?.join('\n') ?? '',
    audience: stored?.audience ?? 'desk',
    isRequired: stored?.isRequired === true,
    isOnCard: stored?.isOnCard === true,
    dataGroup: stored?.dataGroup ?? '',
  }
}

const kindTexts: Record<OwnKind, string> = {
  texto: 'Texto',
  numero: 'Número',
  fecha: 'Fecha',
  opcion: 'Opciones: se elige una de una lista',
  casilla: 'Casilla: se marca o no',
}

function bodyOf({ label, kind, options, audience, isRequired, isOnCard, dataGroup }: TypedField) {
  return {
    label,
    ...(kind === 'opcion' && { options: options.split('\n').filter((option) => option.trim() !== '') }),
    audience,
    isRequired,
    isOnCard,
    ...(dataGroup && { dataGroup }),
  } satisfies Input<'PUT /api/fields/:name'>['body']
}
