/** The form of one pilot: its sections and fields. It keeps what was typed until the server has stored it. */
import { type ReactNode, useEffect, useState } from 'react'
import { photoPath } from '#domain/api/addresses'
import { documentName, hasLetters } from '#domain/pilots/documents/national-documents'
import { sections } from '#domain/pilots/field'
import { type FieldName, fieldsOf, hasOptions, noneOf } from '#domain/pilots/fields'
import type { PilotField as FieldIn } from '#domain/pilots/own/field-table'
import { isOwnName } from '#domain/pilots/own/own-name'
import { isOtherDocument } from '#domain/pilots/pilot'
import { PhotoControl } from '../../photos/photo-control.tsx'
import button from '../../ui/button.module.css'
import { Field } from '../../ui/field.tsx'
import { Button } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import parts from '../../ui/parts.module.css'
import { ForeignAnswer, noteIn, problemIn, warningIn } from './field-messages.tsx'
import styles from './form.module.css'
import { noHistory, noneKey, prefixKey } from './form-keys.ts'
import { CardNotice, ChangedNotice, FormOutcome, GoneNotice, RecoveredNotice } from './form-messages.tsx'
import { KnownPilot, RemovedRider } from './known-pilot.tsx'
import { PilotControl } from './pilot-control.tsx'
import {
  type EditedPilot,
  hasProblems,
  isBehind,
  type PilotFormProps,
  photoName,
  problemOf,
  problemOfPhoto,
  submitName,
} from './pilot-form-state.ts'
import { cardDifferences, isBirthdayOfMinor, isShown } from './pilot-values.ts'
import { ConsentField, EntryQuestionDialog, GuardianDialog } from './questions.tsx'
import { fileOf, type PilotFormController, usePilotForm } from './use-pilot-form.ts'
import { CardDialog, VersionsDialog } from './versions-dialog.tsx'

export function PilotForm(props: PilotFormProps) {
  const form = usePilotForm(props)
  const { refusal, hasMistakes, isSending } = form.state
  const known = form.duplicates.dni ?? form.duplicates.documento
  const { removed, refresh } = form.duplicates
  return (
    <>
      <FormNotices form={form} edited={props.edited} />
      {known && !props.edited && <KnownPilot key={known.id} id={known.id} onShown={props.onKnown} />}
      {!known && removed && !props.edited && refresh && (
        <RemovedRider key={removed.id} removed={removed} onRestored={refresh} />
      )}
      <form
        ref={form.ref}
        className={styles.form}
        data-unsaved={form.unsaved}
        onSubmit={form.send}
        noValidate
      >
        <fieldset className={styles.all} disabled={isSending}>
          <PilotFields form={form} />
          <div className={styles.end}>
            <ConsentField choice={form.consent} showsProblem={hasMistakes} />
            <div role="alert" className={styles.failure}>
              <FormOutcome
                error={refusal?.error}
                hasMistakes={
                  hasMistakes && (form.consent.problem !== undefined || hasProblems(form.state, form.choice))
                }
              />
            </div>
            {/* The consent takes the place of the keys. */}
            {!form.consent.text && (
              <p className={`${layout.hint} ${parts.keys}`}>
                <kbd>Enter</kbd> pasa al campo siguiente, <kbd>Ctrl</kbd>+<kbd>Enter</kbd> guarda
              </p>
            )}
            <button className={button.submit} type="submit" name={submitName}>
              {isSending ? 'Guardando…' : props.submitLabel}
            </button>
          </div>
        </fieldset>
      </form>
      {form.choice.dialog}
      <VersionChoice form={form} application={props.application} />
      {form.guardian.isAsked && (
        <GuardianDialog isEdit={props.edited !== undefined} onAnswer={form.guardian.answer} />
      )}
      {form.entries.asked && <EntryQuestionDialog {...form.entries.asked} onAnswer={form.entries.answer} />}
      {form.state.card && form.state.isComparing && (
        <CardDialog
          differences={cardDifferences(form.state.card, form.state.values)}
          isStored={props.edited !== undefined}
          onChoose={form.takeCard}
          onClose={() => form.takeCard()}
        />
      )}
    </>
  )
}

function FormNotices({ form, edited }: { form: PilotFormController; edited?: EditedPilot }) {
  const { recovered, card, isComparing, isRepeated } = form.state
  return (
    <>
      <div role="status">
        {recovered && <RecoveredNotice draft={recovered} onDiscard={form.discard} />}
        {card && !isComparing && (
          <CardNotice card={card} isStored={edited !== undefined} isRepeated={isRepeated === true} />
        )}
      </div>
      <div role="alert" className={styles.changed}>
        {edited?.gone ? (
          <GoneNotice error={edited.gone} />
        ) : (
          isBehind(form.state, edited) && <ChangedNotice onCompare={form.compare} />
        )}
      </div>
    </>
  )
}

/** The dialog of an edit conflict, while the person chooses between both versions. */
function VersionChoice({
  form,
  application,
}: Pick<PilotFormProps, 'application'> & { form: PilotFormController }) {
  const { values, base, theirs, isSending } = form.state
  if (!theirs || !base) return null
  return (
    <VersionsDialog
      key={JSON.stringify(theirs)}
      base={base}
      mine={values}
      photo={fileOf(form.choice.photo)}
      theirs={theirs}
      table={form.state.table}
      isAgain={form.isRebased}
      isApplied={application !== undefined && !form.isRebased}
      note={application?.note}
      isBusy={isSending}
      onChoose={(chosen, photoOf) => form.choose(theirs, chosen, photoOf)}
      onClose={form.closeComparison}
    />
  )
}

function PilotFields({ form }: { form: PilotFormController }) {
  const { own } = form.state.table
  const field = (name: FieldIn) => <PilotField key={name} name={name} form={form} />
  return (
    <>
      <Section title={sections.personal}>
        {fieldsOf('personal').map((name) => isShown(name, form.state.values.dni) && field(name))}
      </Section>
      <Section title={sections.inscripcion}>{fieldsOf('inscripcion').map(field)}</Section>
      <Section title="Foto" isNarrow>
        <PhotoField form={form} />
      </Section>
      <Section title={sections.historial} isNarrow>
        {fieldsOf('historial').map(field)}
      </Section>
      <div className={styles.further}>
        <FoldedSection form={form} title={sections.emergencia} names={fieldsOf('emergencia')} />
        {own.length > 0 && <FoldedSection form={form} title={sections.propios} names={own} />}
      </div>
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

interface FoldedSectionProps {
  form: PilotFormController
  title: string
  names: readonly FieldIn[]
}

/**
 * A section of fields that few riders need, which is open if one of them is required, or has a value or a problem. That of
 * the guardian opens for a rider under 18.
 */
function FoldedSection({ form, title, names }: FoldedSectionProps) {
  const { values, left, table } = form.state
  const isYoung = names.includes('apoderado') && isBirthdayOfMinor(left.fechanac)
  const [isOpen, setOpen] = useState(
    () => isYoung || names.some((name) => (values[name] ?? '') !== '' || !table.of(name).isOptional),
  )
  useEffect(() => {
    if (isYoung) setOpen(true)
  }, [isYoung])
  const hasProblem = names.some((name) => problemOf(form.state, name) !== undefined)
  return (
    <details
      className={`${styles.section} ${styles.folded}`}
      open={isOpen || hasProblem}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles.title}>{title}</summary>
      <div className={styles.fields}>
        {names.map((name) => (
          <PilotField key={name} name={name} form={form} />
        ))}
      </div>
    </details>
  )
}

function PilotField({ name, form }: { name: FieldIn; form: PilotFormController }) {
  const { table } = form.state
  const { label, section, control, isOptional: canBeEmpty } = table.of(name)
  const value = form.state.values[name] ?? ''
  const problem = problemIn(form, name)
  return (
    <Field
      name={name}
      label={
        name === 'dni' ? label.replace('DNI', documentName(form.state.values.paisdoc || form.country)) : label
      }
      isLabelHidden={label === sections[section]}
      isRequired={!canBeEmpty || isOtherDocument(name)}
      problem={problem}
      warning={warningIn(form, name)}
      note={noteIn(form, name)}
      completion={control === 'multiline' || problem || isOwnName(name) ? undefined : form.completionOf(name)}
      prefix={name === 'nlicencia' && form.state.values[name] === '' ? form.prefix : undefined}
    >
      {(props) => (
        <>
          <PilotControl
            name={name}
            table={table}
            value={value}
            onChange={(changed) =>
              form.change(name, isOwnName(name) ? changed : byKey(name, form.prefix, changed))
            }
            onBlur={() => form.leave(name)}
            clubs={form.clubs}
            control={props}
            hasLetters={name === 'dni' && hasLetters(form.state.values.paisdoc || form.country)}
          />
          {name === 'dni' && <ForeignAnswer form={form} />}
          {!isOwnName(name) && <UsualValue name={name} form={form} />}
        </>
      )}
    </Field>
  )
}

/** Returns what a key writes in a field that is empty but for it, or the text itself. */
function byKey(name: FieldName, prefix: string | undefined, text: string): string {
  if (text === noneKey) return noneOf(name) ?? text
  return name === 'nlicencia' && text === prefixKey ? (prefix ?? text) : text
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

/** The button of an empty field that fills in the words for no value, or the history of a rider without results. */
function UsualValue({ name, form }: { name: FieldName; form: PilotFormController }) {
  if (hasOptions(name) || form.state.values[name].trim() !== '') return null
  if (name === 'participacion')
    return (
      <Button className={`${button.button} ${styles.usual}`} onClick={form.fillHistory}>
        {noHistory} <kbd>Enter</kbd>
      </Button>
    )
  const none = noneOf(name)
  if (none === undefined) return null
  return (
    <Button
      className={styles.none}
      // Tab goes from field to field; the keyboard has the key.
      tabIndex={-1}
      onClick={() => form.replace(name, none)}
    >
      {none}
      <kbd>{noneKey}</kbd>
    </Button>
  )
}
