/** The sections of the pilot form with their fields. */
import type { ReactNode } from 'react'
import {
  type Field as FieldDefinition,
  type FieldName,
  fields,
  fieldsOf,
  sections,
} from '#domain/pilot/fields'
import { credentialPath, photoPath } from '#domain/web/addresses'
import { PhotoControl } from '../photo/photo-control.tsx'
import { Field } from '../ui/field.tsx'
import { problemOf, problemOfPhoto } from './form-problems.ts'
import { PilotControl } from './pilot-control.tsx'
import styles from './pilot-form.module.css'
import { photoName, type Refusal } from './pilot-form-state.ts'
import type { PilotFormController } from './use-pilot-form.ts'

export function PilotFields({ form }: { form: PilotFormController }) {
  const field = (name: FieldName) => <PilotField key={name} name={name} form={form} />
  return (
    <>
      <Section title={sections.personal}>{fieldsOf('personal').map(field)}</Section>
      <Section title={sections.inscripcion}>{fieldsOf('inscripcion').map(field)}</Section>
      <Section title="Foto">
        <PhotoField form={form} />
      </Section>
      <Section title={sections.historial}>{fieldsOf('historial').map(field)}</Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.title}>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  )
}

function PilotField({ name, form }: { name: FieldName; form: PilotFormController }) {
  const { label, section }: FieldDefinition = fields[name]
  const value = form.state.values[name]
  const problem = problemOf(form.state, name)
  return (
    <Field
      name={name}
      label={label}
      isLabelHidden={label === sections[section]}
      problem={name === 'dni' ? withOwner(problem, form.state.refusal) : problem}
    >
      {(props) => (
        <PilotControl
          name={name}
          value={value}
          onChange={(changed) => form.change(name, changed)}
          onBlur={() => form.check(name, value)}
          control={props}
        />
      )}
    </Field>
  )
}

/** Adds a link to the pilot who already has the DNI. The link opens a new tab, so that the form stays open. */
function withOwner(problem: string | undefined, refusal: Refusal | undefined): ReactNode {
  const owner = refusal?.error.details.id
  if (!problem || !owner || problem !== refusal?.error.fields.dni) return problem
  return (
    <>
      {problem}:{' '}
      <a href={credentialPath(owner)} target="_blank" rel="noreferrer">
        ver el piloto
      </a>
    </>
  )
}

function PhotoField({ form: { state, choice } }: { form: PilotFormController }) {
  const stored = state.base?.photo
  return (
    <Field
      name={photoName}
      label="Foto"
      isLabelHidden
      problem={problemOfPhoto(state, choice)}
      hint="JPEG, PNG o WebP. Es opcional. En la laptop también puede soltarla o pegarla aquí."
    >
      {(props) => (
        <PhotoControl control={props} stored={stored ? photoPath(stored) : undefined} choice={choice} />
      )}
    </Field>
  )
}
