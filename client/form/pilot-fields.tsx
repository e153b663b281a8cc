/** The sections of the pilot form with their fields. */
import type { ReactNode } from 'react'
import {
  type Field as FieldDefinition,
  type FieldName,
  fields,
  fieldsOf,
  sections,
} from '#domain/pilot/fields'
import { photoPath } from '#domain/web/addresses'
import { PhotoControl } from '../photo/photo-control.tsx'
import button from '../ui/button.module.css'
import { Field } from '../ui/field.tsx'
import { noHistory } from './completions.ts'
import { problemIn, warningIn } from './field-messages.tsx'
import { problemOfPhoto } from './form-problems.ts'
import { PilotControl } from './pilot-control.tsx'
import styles from './pilot-form.module.css'
import { photoName } from './pilot-form-state.ts'
import type { PilotFormController } from './use-pilot-form.ts'

export function PilotFields({ form }: { form: PilotFormController }) {
  const field = (name: FieldName) => <PilotField key={name} name={name} form={form} />
  return (
    <>
      <Section title={sections.personal}>{fieldsOf('personal').map(field)}</Section>
      <Section title={sections.inscripcion}>{fieldsOf('inscripcion').map(field)}</Section>
      <Section title="Foto" isNarrow>
        <PhotoField form={form} />
      </Section>
      <Section title={sections.historial} isNarrow>
        {fieldsOf('historial').map(field)}
      </Section>
    </>
  )
}

interface SectionProps {
  title: string
  /** True if the section has one column, beside another section. */
  isNarrow?: boolean
  children: ReactNode
}

function Section({ title, isNarrow, children }: SectionProps) {
  return (
    <fieldset className={styles.section} data-narrow={isNarrow || undefined}>
      <legend className={styles.title}>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  )
}

function PilotField({ name, form }: { name: FieldName; form: PilotFormController }) {
  const { label, section, control }: FieldDefinition = fields[name]
  return (
    <Field
      name={name}
      label={label}
      isLabelHidden={label === sections[section]}
      isRequired
      problem={problemIn(form, name)}
      warning={warningIn(form, name)}
      completion={control === 'multiline' ? undefined : form.completionOf(name)}
    >
      {(props) => (
        <>
          <PilotControl
            name={name}
            value={form.state.values[name]}
            onChange={(changed) => form.change(name, changed)}
            onBlur={() => form.leave(name)}
            clubs={form.clubs}
            control={props}
          />
          {name === 'participacion' && <NoHistory form={form} />}
        </>
      )}
    </Field>
  )
}

function PhotoField({ form }: { form: PilotFormController }) {
  const { state, choice, leavePhoto } = form
  const stored = state.base?.photo
  return (
    <Field
      name={photoName}
      label="Foto"
      isLabelHidden
      problem={problemOfPhoto(state, choice)}
      hint="Opcional: JPEG, PNG o WebP. En la laptop puede soltarla o pegarla aquí."
    >
      {(props) => (
        <PhotoControl
          control={props}
          stored={stored ? photoPath(stored) : undefined}
          choice={choice}
          onChosen={leavePhoto}
        />
      )}
    </Field>
  )
}

/** The button that fills in the history of a rider without results. */
function NoHistory({ form }: { form: PilotFormController }) {
  if (form.state.values.participacion.trim() !== '') return null
  return (
    <button type="button" className={`${button.button} ${styles.noHistory}`} onClick={form.fillHistory}>
      {noHistory} <kbd>Enter</kbd>
    </button>
  )
}
