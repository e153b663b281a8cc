/** The state of a form: what is typed, its problems, whether it is saved, and the focus of its first problem. */
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/call.ts'
import { useAction } from './use-action.ts'

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
}

export type Form<Values> = ReturnType<typeof useForm<Values & object>>

export function useForm<Values extends object>({ stored, check = () => ({}), send }: FormOptions<Values>) {
  const ref = useRef<HTMLFormElement>(null)
  const [changes, setChanges] = useState<Partial<Values>>()
  const [found, setFound] = useState<Problems>({})
  const [isSaved, setSaved] = useState(false)
  const values = { ...stored, ...changes }
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
    /** The last failure. */
    refusal: sent.error,
    /** A failure that no field explains. */
    error: Object.keys(sent.problems).some((name) => name in stored) ? undefined : sent.error,
    change: (changed: Partial<Values>) => edit((last) => ({ ...last, ...changed })),
    discard: () => edit(() => undefined),
    /** The props of the form. */
    props: { ref, onSubmit, noValidate: true },
    /** The props of the field of a value. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name],
      problem: problems[name],
      onChange: (value: Values[Name]) => edit((last) => ({ ...last, [name]: value }) as Partial<Values>),
    }),
  }
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

/** Returns the control of a name, or the first of several. */
export function controlOf({ current }: FormRef, name = ''): HTMLElement | undefined {
  const named = current?.elements.namedItem(name)
  const control = named instanceof RadioNodeList ? named[0] : named
  return control instanceof HTMLElement ? control : undefined
}
