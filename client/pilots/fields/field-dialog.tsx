/** The dialog that adds or changes a field of one's own. */
import type { DataGroup } from '#domain/pilots/field'
import type { ListedField } from '#domain/pilots/own/calls'
import {
  maxOptions,
  maxOwnLabel,
  type OwnAudience,
  ownAudienceNames,
  ownAudiences,
} from '#domain/pilots/own/own-fields'
import { isOwnName, type OwnKind, ownKindNames, ownKindOf, ownKinds } from '#domain/pilots/own/own-name'
import { callForList, type Input } from '../../api/call.ts'
import { groupTitles } from '../../privacy/retention-dialog.tsx'
import { TheirVersion, useTheirs } from '../../ui/definition-list.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { Checkbox, Field, RadioGroup, SelectField, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'

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

export function FieldDialog({ stored, onSaved, onOthers, onClose }: FieldDialogProps) {
  const { theirs, change } = useTheirs(stored, async () => {
    const all = await callForList('GET /api/fields')
    onOthers(all)
    return all.find(({ name }) => name === stored?.name)
  })
  const form = useForm<TypedField>({
    stored: typedOf(stored),
    check: ({ label }) => ({ label: label.trim() === '' ? 'Escriba el nombre del campo' : '' }),
    async send(typed) {
      const field = fieldOf(typed)
      const fields = await change((seen) => {
        if (!seen) return callForList('POST /api/fields', { body: { ...field, kind: typed.kind } })
        const body = { ...field, version: seen.version }
        return callForList('PUT /api/fields/:name', { params: { name: seen.name }, body })
      })
      onSaved(fields, `«${typed.label.trim()}» ${stored ? 'quedó cambiado' : 'ya se pide en el formulario'}.`)
    },
  })

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
      <SelectField
        {...form.field('dataGroup')}
        label="Se olvida con"
        hint="Si es un dato personal que se vacía cuando alguien no vuelve: vea «Datos personales». Los de salud salen también en la hoja de emergencia."
        options={[
          ['', 'Nada: se queda'],
          ['health', groupTitles.health],
          ['contact', groupTitles.contact],
        ]}
      />
      {theirs && <TheirVersion pronoun="lo" text={versionText(theirs)} />}
    </FormDialog>
  )
}

function versionText(field: ListedField): string {
  return `«${field.label}» · ${traitsOf(field)} · ${ownAudiences[field.audience]}`
}

/** Describes the kind and the choices of a field. */
export function traitsOf({ name, options, isRequired, isOnCard, dataGroup }: ListedField): string {
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
  ...ownKinds,
  opcion: 'Opciones: se elige una de una lista',
  casilla: 'Casilla: se marca o no',
}

function fieldOf({ label, kind, options, audience, isRequired, isOnCard, dataGroup }: TypedField) {
  return {
    label,
    ...(kind === 'opcion' && { options: options.split('\n').filter((option) => option.trim() !== '') }),
    audience,
    isRequired,
    isOnCard,
    ...(dataGroup && { dataGroup }),
  } satisfies Omit<Input<'PUT /api/fields/:name'>['body'], 'version'>
}
