/**
 * Forms: what is typed, its problems, whether it is saved, and the focus of its first problem; and actions of one
 * button.
 */
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { formatMoment } from '#domain/text/date'
import { ApiError, callForOne, type Input } from '../api/call.ts'
import { draftKey, type FormDraft, isSame, keepDraft, recallDraft, unsaved } from '../api/form-drafts.ts'
import { useLoad } from '../api/load.ts'
import { SessionContext } from '../api/session.ts'
import button from './button.module.css'
import layout from './layout.module.css'
import { Failure, Warning } from './notice.tsx'
import parts from './parts.module.css'

/** One message per control, by its name. */
export type Problems = Readonly<Record<string, string | undefined>>

interface FormOptions<Values> {
  /** The stored values, which the form shows where the person has changed nothing. */
  stored: Values
  /** Returns the problems that the client finds. A try to send shows each of them until its value is right. */
  check?: (values: Values) => Problems
  /**
   * Sends the values, of which `changes` are not stored yet, and may return those that the form keeps. The problems of
   * fields in an `ApiError` are shown until the person changes something.
   */
  send: (values: Values, changes: Partial<Values>) => Promise<Partial<Values> | undefined> | Promise<void>
  /** The name of a form of *Ajustes* whose values the browser keeps until they are saved. Absent until they are loaded. */
  draft?: string
}

export type Form<Values> = ReturnType<typeof useForm<Values & object>>

export function useForm<Values extends object>({
  stored,
  check = () => ({}),
  send,
  draft,
}: FormOptions<Values>) {
  const ref = useRef<HTMLFormElement>(null)
  const [changes, setChanges] = useState<Partial<Values>>()
  const [found, setFound] = useState<Problems>({})
  const [isSaved, setSaved] = useState(false)
  const values = { ...stored, ...changes }
  const { recovered, isUnsaved } = useDraft(draft, {
    stored,
    changes: isSaved ? undefined : changes,
    setChanges,
  })
  const { run, isBusy, clear, ...sent } = useAction(async () => {
    try {
      setChanges((await send(values, changes ?? {})) || undefined)
      setSaved(true)
    } catch (failure) {
      if (failure instanceof ApiError) focusFirst(failure.fields)
      throw failure
    }
  })
  const { focus, focusNext } = useFormFocus(ref, isBusy)
  const still = Object.entries(check(values)).filter(([name]) => found[name])
  const problems: Problems = { ...sent.problems, ...Object.fromEntries(still) }

  /** Focuses the first control that has a problem: before its message appears, unless it is disabled until then. */
  function focusFirst(those: Problems) {
    const names = [...(ref.current?.elements ?? [])].map((control) => control.getAttribute('name') ?? '')
    const first = names.find((name) => those[name])
    focus(first)
    focusNext(first)
  }

  function edit(next: (last?: Partial<Values>) => Partial<Values> | undefined) {
    setChanges(next)
    setSaved(false)
    clear()
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const now = check(values)
    setFound(now)
    setSaved(false)
    if (!Object.values(now).some(Boolean)) return void run()
    clear()
    focusFirst(now)
  }

  return {
    values,
    problems,
    isChanged: changes !== undefined,
    isBusy,
    isSaved,
    /** The draft of an earlier visit, until it is saved or discarded. */
    recovered: changes && !isSaved ? recovered : undefined,
    /** The last failure. */
    refusal: sent.error,
    /** A failure that no field explains. */
    error: Object.keys(sent.problems).some((name) => name.replace(/\..*/, '') in stored)
      ? undefined
      : sent.error,
    change: (changed: Partial<Values>) => edit((last) => ({ ...last, ...changed })),
    discard: () => edit(() => undefined),
    /** The props of the form. */
    props: { ref, onSubmit, noValidate: true, 'data-unsaved': isUnsaved ? 'values' : undefined },
    /** The props of the field of a value. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name],
      problem: problems[name],
      onChange: (value: Values[Name]) => edit((last) => ({ ...last, [name]: value }) as Partial<Values>),
    }),
  }
}

interface DraftOptions<Values> {
  stored: Values
  changes: Partial<Values> | undefined
  setChanges: (changes: Partial<Values>) => void
}

/** Keeps the changes of a form, and recovers those of an earlier visit as soon as it has its name. */
function useDraft<Values extends object>(form: string | undefined, options: DraftOptions<Values>) {
  const { stored, changes, setChanges } = options
  const user = useContext(SessionContext)?.user
  const key = form && draftKey(user, form)
  const [shown, setShown] = useState<string>()
  const [found, setFound] = useState<FormDraft<Values>>()
  /** The stored values when the person began. */
  const before = useRef<Values>(undefined)
  const typed = key && changes && unsaved(changes, stored)
  if (key !== shown) {
    const draft = key ? recallDraft(key, stored) : undefined
    setShown(key)
    setFound(draft)
    if (draft) setChanges(draft.values)
  }
  useEffect(() => {
    if (!key || key !== shown) return
    // A page that is open beside it and has nothing typed leaves the draft there.
    if (!typed && !found && !before.current) return
    if (!typed && found) setFound(undefined)
    before.current = typed ? (before.current ?? found?.before ?? stored) : undefined
    keepDraft(key, typed || undefined, before.current ?? stored)
  })
  const others = Object.keys(found?.values ?? {}) as (keyof Values)[]
  const isOutdated = found && others.some((name) => !isSame(found.before[name], stored[name]))
  return { recovered: found && { at: found.at, isOutdated }, isUnsaved: Boolean(typed) }
}

type FormRef = RefObject<HTMLFormElement | null>

interface FormFocus {
  /** Focuses a control at once. */
  focus(name: string | undefined): void
  /** Focuses a control after the next render in which the form is enabled. */
  focusNext(name: string | undefined): void
}

/** Returns the functions that move the focus. A disabled fieldset cannot hold the focus during a request. */
export function useFormFocus(form: FormRef, isDisabled: boolean): FormFocus {
  const next = useRef<string>(undefined)
  useEffect(() => {
    if (isDisabled || !next.current) return
    const control = controlOf(form, next.current)
    if (control !== document.activeElement) control?.focus()
    next.current = undefined
  })
  return {
    focus: (name) => controlOf(form, name)?.focus(),
    focusNext(name) {
      next.current = name
    },
  }
}

/** Focuses a field of a dialog, which has opened by then and has focused its first button. */
export function useFocus({ props: { ref } }: Pick<Form<unknown>, 'props'>, name: string): void {
  useEffect(() => controlOf(ref, name)?.focus(), [ref, name])
}

/** Returns the control of a name, or the first of several. */
export function controlOf({ current }: FormRef, name = ''): HTMLElement | undefined {
  const named = current?.elements.namedItem(name)
  const control = named instanceof RadioNodeList ? named[0] : named
  return control instanceof HTMLElement ? control : undefined
}

/** A second start has no effect while the action runs. An error that is not an `ApiError` is a bug, and is not kept. */
export function useAction<Args extends unknown[]>(action: (...args: Args) => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()

  async function run(...args: Args): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      await action(...args)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  return {
    run,
    isBusy,
    error,
    /** The problems of the fields that the server names. */
    problems: error?.fields ?? {},
    /** Forgets the failure, for example after the person has changed what was sent. */
    clear: () => setError(undefined),
  }
}

/** A button that acts on the page, and sends no form. */
export function Button({ className = button.button, ...props }: ComponentProps<'button'>) {
  return <button type="button" className={className} {...props} />
}

interface KeyButtonProps extends ComponentProps<'button'> {
  name: string
  /** The key that does the same, if it is on: see `actionKeys`. */
  shortcut?: string
}

/** A button that shows its key. */
export function KeyButton({ name, shortcut, ...props }: KeyButtonProps) {
  return (
    <Button aria-keyshortcuts={shortcut} {...props}>
      {name} {shortcut && <kbd>{shortcut}</kbd>}
    </Button>
  )
}

export type SettingsChange = Input<'PUT /api/settings'>['body']

/** Loads the settings, and returns them with the function that changes some of them. */
export function useSettings() {
  const load = useLoad((signal) => callForOne('GET /api/settings', { signal }), 'settings')
  return {
    load,
    change: async (settings: SettingsChange) =>
      load.take(await callForOne('PUT /api/settings', { body: settings })),
  }
}

/** Says that something was done. It is empty until then, so that a screen reader reads the text once it is there. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={parts.good}>
      {children}
    </p>
  )
}

interface SettingsFormProps {
  form: Pick<Form<unknown>, 'props' | 'isBusy' | 'error' | 'recovered'>
  label?: string
  className?: string
  /** The text of the button that saves. */
  action: string
  /** True if the values differ from the stored ones. Else there is nothing to save. */
  isChanged?: boolean
  /** True while it is not known what the values mean. */
  isUncertain?: boolean
  discard?: () => void
  /** Says that the values are saved. */
  saved: ReactNode
  /** True if `saved` stands beside the buttons, which are always there. */
  isSavedBeside?: boolean
  /** The buttons while nothing is changed. */
  others?: ReactNode
  children: ReactNode
}

/** The form of a section of *Ajustes*. */
export function SettingsForm(props: SettingsFormProps) {
  const { form, label, className = layout.stack, action, isChanged = true, isUncertain, children } = props
  const { error, isBusy } = form
  const saved = <Done>{props.saved}</Done>
  return (
    <form
      className={className}
      aria-label={label}
      {...form.props}
      onSubmit={(event) => (isChanged && !isUncertain ? form.props.onSubmit(event) : event.preventDefault())}
    >
      <Recovered form={form} />
      {children}
      {error && <Failure hasUnsavedData error={error} />}
      {(isChanged || props.others) && (
        <div className={layout.row}>
          {isChanged ? (
            <>
              <button type="submit" className={button.primary} disabled={isBusy || isUncertain}>
                {action}
              </button>
              {props.discard && (
                <button type="button" className={button.button} disabled={isBusy} onClick={props.discard}>
                  Descartar
                </button>
              )}
            </>
          ) : (
            props.others
          )}
          {props.isSavedBeside && saved}
        </div>
      )}
      {!props.isSavedBeside && saved}
    </form>
  )
}

/** Says that the values are those of an earlier visit, which were not saved. */
export function Recovered({ form: { recovered } }: Pick<SettingsFormProps, 'form'>) {
  if (!recovered) return null
  return (
    <Warning>
      <b>Se recuperó lo que escribió aquí, {formatMoment(recovered.at)}.</b> Todavía no se guardó
      {recovered.isOutdated && ', y lo guardado cambió mientras tanto'}.
    </Warning>
  )
}

/** The text about saved values that is the same in most sections. */
export const savedText = 'Guardado: vale desde ahora.'
