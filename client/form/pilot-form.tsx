/** The form of one pilot. It keeps what was typed until the server has stored it. */
import button from '../ui/button.module.css'
import styles from './form.module.css'
import { ChangedNotice, FormOutcome, GoneNotice, RecoveredNotice } from './notices.tsx'
import { PilotFields } from './pilot-fields.tsx'
import type { EditedPilot, PilotFormProps } from './pilot-form-state.ts'
import { hasProblems, isBehind, submitName } from './pilot-form-state.ts'
import { fileOf, type PilotFormController, usePilotForm } from './use-pilot-form.ts'
import { VersionsDialog } from './versions-dialog.tsx'

export function PilotForm(props: PilotFormProps) {
  const form = usePilotForm(props)
  const { refusal, hasMistakes, isSending } = form.state
  return (
    <>
      <FormNotices form={form} edited={props.edited} />
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
            <div role="alert" className={styles.failure}>
              <FormOutcome
                error={refusal?.error}
                hasMistakes={hasMistakes && hasProblems(form.state, form.choice)}
              />
            </div>
            <p className={styles.keys}>
              <kbd>Enter</kbd> pasa al campo siguiente, <kbd>Ctrl</kbd>+<kbd>Enter</kbd> guarda
            </p>
            <button className={button.submit} type="submit" name={submitName}>
              {isSending ? 'Guardando…' : props.submitLabel}
            </button>
          </div>
        </fieldset>
      </form>
      {form.choice.dialog}
      <VersionChoice form={form} />
    </>
  )
}

function FormNotices({ form, edited }: { form: PilotFormController; edited?: EditedPilot }) {
  const { recovered } = form.state
  return (
    <>
      <div role="status">{recovered && <RecoveredNotice draft={recovered} onDiscard={form.discard} />}</div>
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
function VersionChoice({ form }: { form: PilotFormController }) {
  const { values, base, theirs, isSending } = form.state
  if (!theirs || !base) return null
  return (
    <VersionsDialog
      key={JSON.stringify(theirs)}
      base={base}
      mine={values}
      photo={fileOf(form.choice.photo)}
      theirs={theirs}
      isAgain={form.isRebased}
      isBusy={isSending}
      onChoose={(chosen, photoOf) => form.choose(theirs, chosen, photoOf)}
      onClose={form.closeComparison}
    />
  )
}
