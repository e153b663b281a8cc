/** The dialog *Vigencia*: the days and the suspension of a credential, with the status that they give. */
import { type FormEvent, useId, useState } from 'react'
import type { CredentialPilot } from '#domain/api/wire'
import type { TermsChange } from '#domain/credential/calls'
import { dayNames, type Suspension, type Terms, termsLabels } from '#domain/credential/terms'
import { dayInvalid } from '#domain/credential/validity-changes'
import { factDifferences, sameFact } from '#domain/pilots/facts/fact-values'
import { changeText } from '#domain/pilots/history/history'
import { fullName } from '#domain/pilots/pilot'
import { formatDate, readDay, today } from '#domain/text/date'
import { meanwhile } from '#domain/text/text'
import { ApiError, callForPilot, type Input } from '../api/call.ts'
import { useLoad } from '../api/load.ts'
import { loadPilot } from '../api/pilots.ts'
import button from '../ui/button.module.css'
import { Dialog, useLeaving } from '../ui/dialog.tsx'
import { Checkbox, DayField, ReasonField } from '../ui/field.tsx'
import { Button, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { StatusMark } from '../ui/marks.tsx'
import { Failure, Notice } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import styles from './credential-dialogs.module.css'
import { actionNames } from './waiting-parts.tsx'

interface TermsDialogProps {
  pilot: CredentialPilot
  onSaved: (pilot: CredentialPilot) => void
  onClose: () => void
}

export function TermsDialog({ pilot, onSaved, onClose }: TermsDialogProps) {
  const formId = useId()
  const form = useTermsForm(pilot, (saved) => {
    onSaved(saved)
    onClose()
  })
  const { isDirty, isBusy, error, theirs } = form
  const { leaving, question } = useLeaving(
    isDirty,
    'Lo que cambió se perderá',
    `La vigencia de ${fullName(pilot)} todavía no se guardó.`,
  )

  function submit(event: FormEvent) {
    if (isDirty) return form.props.onSubmit(event)
    event.preventDefault()
    onClose()
  }

  return (
    <>
      <Dialog
        title={actionNames.terms}
        isBusy={isBusy}
        askBeforeClose={isDirty ? leaving(onClose) : undefined}
        onClose={onClose}
        foot={
          <>
            <Result form={form} />
            <Button disabled={isBusy} onClick={leaving(onClose)}>
              Cancelar
            </Button>
            <button type="submit" form={formId} className={button.primary} disabled={isBusy}>
              Guardar
            </button>
          </>
        }
      >
        <p className={parts.lead}>{fullName(pilot)}</p>
        {error && <Failure hasUnsavedData error={error} />}
        {theirs.length > 0 && (
          <div role="alert">
            <Notice kind="warning">
              <p>
                <b>{meanwhile('cambió esta vigencia')}.</b> Revise y guarde otra vez.
              </p>
              <ul className={layout.bullets}>
                {theirs.map((change) => (
                  <li key={change.field}>{changeText(change)}</li>
                ))}
              </ul>
            </Notice>
          </div>
        )}
        <form id={formId} className={parts.tight} {...form.props} onSubmit={submit}>
          <TermsFields form={form} licence={pilot.licencia ?? ''} />
        </form>
      </Dialog>
      {question}
    </>
  )
}

/** The status after saving, which the server decides. */
function Result({ form: { status, isStatusLoading, isDirty, problems } }: { form: TermsForm }) {
  const hasProblem = Object.values(problems).some(Boolean)
  return (
    <p className={styles.result} role="status" aria-busy={isStatusLoading}>
      {status ? (
        <>
          {isDirty ? 'Quedará' : 'Ahora'} <StatusMark status={status} />
        </>
      ) : (
        hasProblem && 'Falta corregir algún dato.'
      )}
    </p>
  )
}

/** The fields of the dialog *Vigencia*: three days, and the suspension. */
type DayName = 'issued' | 'until' | 'medical' | 'from' | 'to'

function TermsFields({ form, licence }: { form: TermsForm; licence: string }) {
  const { values: typed, change, problems, base } = form

  function day(name: DayName, label: string, hint?: string) {
    return (
      <DayField
        {...form.field(name)}
        label={label}
        hint={hint}
        problem={problems[name]}
        onBlur={() => form.leave(name)}
      />
    )
  }

  /** A new suspension begins today. Days and a reason that were typed stay, even if the suspension is lifted again. */
  function suspend(isSuspended: boolean) {
    change({ isSuspended, ...(isSuspended && typed.from === '' && { from: formatDate(today()) }) })
  }

  return (
    <>
      <div className={styles.days}>
        {day('issued', termsLabels.issued, 'Vacía: el día del registro')}
        {day('until', termsLabels.until, `Vacía: según la licencia ${licence}`)}
        {day('medical', termsLabels.medical, 'Vacía: no cuenta')}
      </div>
      <fieldset className={`${parts.tight} ${styles.suspension}`} data-on={typed.isSuspended || undefined}>
        <legend>Suspensión</legend>
        <Checkbox checked={typed.isSuspended} onChange={suspend}>
          Suspender la credencial
        </Checkbox>
        {!typed.isSuspended && base.suspension && (
          <p role="status">Al guardar, se levanta la suspensión: {base.suspension.reason}</p>
        )}
        {typed.isSuspended && (
          <>
            <div className={styles.days}>
              {day('from', 'Primer día', 'Desde el comienzo de ese día')}
              {day('to', 'Último día', 'Vacío: hasta que se levante')}
            </div>
            <ReasonField
              {...form.field('reason')}
              hint="Lo lee solo el personal, nunca quien escanea."
              problem={problems.reason}
              rows={2}
            />
          </>
        )}
      </fieldset>
    </>
  )
}

/** The state of the dialog *Vigencia*: what was typed, the status that it gives, and saving it. */
function useTermsForm(pilot: CredentialPilot, onSaved: (pilot: CredentialPilot) => void) {
  /** The pilot with whose terms the edit began. */
  const [{ version, terms: base = {} }, setSeen] = useState<CredentialPilot>(pilot)
  /** The terms before another person changed them. */
  const [outdated, setOutdated] = useState<Terms>()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())

  const sendTerms = (body: Input<'PUT /api/pilots/:id/terms'>['body'], more = {}) =>
    callForPilot('PUT /api/pilots/:id/terms', { params: { id: pilot.id }, body, ...more })
  const form = useForm({
    stored: typedOf(base),
    check: (typed) => readTerms(typed, base).problems,
    /** After a conflict, takes over the terms of another person, and keeps what was typed. */
    async send(typed): Promise<TypedTerms | undefined> {
      const save = async (seen = '') => onSaved(await sendTerms({ ...change, version: seen }))
      try {
        await save(version)
      } catch (error) {
        const isConflict = error instanceof ApiError && error.status === 409
        const current = isConflict && (await loadPilot(pilot.id).catch(() => undefined))
        if (!current) throw error
        const { terms = {} } = current
        // Nothing was changed that the dialog shows.
        if (sameFact('terms', terms, base)) {
          await save(current.version)
          return undefined
        }
        setOutdated(base)
        setSeen(current)
        return rebased(typed, base, terms)
      }
      return undefined
    },
  })
  const { change, problems } = readTerms(form.values, base)
  const isReadable = Object.keys(problems).length === 0
  // The status does not depend on the reason, which may still be missing.
  const { suspension } = change
  const asked = suspension ? { ...change, suspension: { ...suspension, reason: '-' } } : change
  const preview = useLoad(
    async (signal) =>
      isReadable
        ? (await sendTerms({ ...asked, version: version ?? '' }, { query: { dry_run: true }, signal })).status
        : undefined,
    isReadable ? JSON.stringify([asked, base]) : 'unreadable',
  )
  const refused = preview.error instanceof ApiError ? preview.error.fields : {}
  const shown = Object.entries(problems).filter(([name]) => left.has(name))
  return {
    ...form,
    base,
    leave: (name: keyof TypedTerms) => setLeft(new Set([...left, name])),
    problems: { ...refused, ...form.problems, ...Object.fromEntries(shown) } as TermsProblems,
    /** The status after saving, or the last one that is known. Undefined if the days cannot be read. */
    status: isReadable && !preview.error ? (preview.value ?? pilot.status) : undefined,
    isStatusLoading: preview.isLoading,
    isDirty: !isReadable || Object.keys(change).length > 0,
    /** The changes that another person has made meanwhile. */
    theirs: outdated ? factDifferences({ terms: outdated }, { terms: base }) : [],
  }
}

type TermsForm = ReturnType<typeof useTermsForm>

/** The terms of a credential as a person types them, and the change that they make. */
interface TypedTerms {
  issued: string
  until: string
  medical: string
  isSuspended: boolean
  from: string
  to: string
  reason: string
}

/** One message per field, by its name. */
type TermsProblems = Partial<Record<keyof TypedTerms, string>>

const firstDayMissing = 'Escriba el primer día de la suspensión'

function typedOf({ issued, until, medical, suspension }: Terms): TypedTerms {
  const written = (day = '') => formatDate(day)
  return {
    issued: written(issued),
    until: written(until),
    medical: written(medical),
    isSuspended: suspension !== undefined,
    from: written(suspension?.from),
    to: written(suspension?.to),
    reason: suspension?.reason ?? '',
  }
}

/** Returns the terms that differ from `base`, and the days that cannot be read. */
function readTerms(typed: TypedTerms, base: Terms): { change: TermsChange; problems: TermsProblems } {
  const problems: TermsProblems = {}
  const change: TermsChange = {}
  const dayOf = (name: (typeof dayNames)[number] | 'from' | 'to') => {
    const day = readDay(typed[name])
    if (day === undefined && typed[name].trim() !== '') problems[name] = dayInvalid
    return day
  }
  for (const name of dayNames) {
    const day = dayOf(name)
    if (day !== base[name] && !problems[name]) change[name] = day ?? null
  }
  if (typed.isSuspended) {
    const [from = '', to] = [dayOf('from'), dayOf('to')]
    if (from === '') problems.from ??= firstDayMissing
    const suspension: Suspension = { from, ...(to && { to }), reason: typed.reason }
    if (!suspensionsMatch(suspension, base.suspension)) change.suspension = suspension
  } else if (base.suspension) change.suspension = null
  return { change, problems }
}

/** Returns what a person typed over `base`, with the newer `current` where the person had typed nothing. */
function rebased(typed: TypedTerms, base: Terms, current: Terms): TypedTerms {
  const [before, now] = [typedOf(base), typedOf(current)]
  const suspension = ['isSuspended', 'from', 'to', 'reason'] as const
  const groups = [...dayNames.map((name) => [name]), suspension]
  const untouched = groups.filter((names) => names.every((name) => typed[name] === before[name])).flat()
  return { ...typed, ...Object.fromEntries(untouched.map((name) => [name, now[name]])) }
}

function suspensionsMatch(one: Suspension, other?: Suspension): boolean {
  return one.from === other?.from && one.to === other.to && one.reason.trim() === other.reason
}
