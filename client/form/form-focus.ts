/** Moves the focus between the controls of a form, which are found by their names. */
import { type RefObject, useEffect, useRef } from 'react'

type FormRef = RefObject<HTMLFormElement | null>

/** Focuses a control of the form on the page, from outside of the form. */
export function focusControl(name: string): void {
  document.querySelector<HTMLElement>(`form [name="${name}"]`)?.focus()
}

interface FormFocus {
  /** Focuses a control at once. */
  focus(name: string | undefined): void
  /** Focuses a control after the next render in which the fieldset is enabled. */
  focusNext(name: string): void
}

/** Returns the functions that move the focus. A disabled fieldset cannot hold the focus during a request. */
export function useFormFocus(form: FormRef, isDisabled: boolean): FormFocus {
  const next = useRef<string>(undefined)
  useEffect(() => {
    if (isDisabled || !next.current) return
    controlOf(form, next.current)?.focus()
    next.current = undefined
  })
  return {
    focus: (name) => controlOf(form, name)?.focus(),
    focusNext(name) {
      next.current = name
    },
  }
}

/** Focuses a control when the form appears, if `isWanted` then returns true. Does not scroll the page. */
export function useInitialFocus(form: FormRef, name: string | undefined, isWanted: () => boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears
  useEffect(() => {
    if (isWanted()) controlOf(form, name)?.focus({ preventScroll: true })
  }, [])
}

function controlOf({ current }: FormRef, name = ''): HTMLElement | undefined {
  const control = current?.elements.namedItem(name)
  return control instanceof HTMLElement ? control : undefined
}
