/** Holds the state of the pilot form, and returns it together with the handlers of the form. */
import { type FormEvent, useReducer, useRef, useState } from 'react'
import { type FieldName, fieldNames } from '#domain/pilot/fields'
import type { Pilot } from '#domain/pilot/pilot'
import { usePhotoChoice } from '../photo/photo-choice.tsx'
import { useKeptDraft } from './draft-slot.ts'
import { useFormFocus, useInitialFocus } from './form-focus.ts'
import { useFormKeys } from './form-keys.ts'
import type { PilotFormProps } from './pilot-form-props.ts'
import { formReducer, initialState, submitName } from './pilot-form-state.ts'
import { sameValues, type Values, valuesOf } from './pilot-values.ts'
import { useSave } from './use-save.ts'
import type { Side } from './versions.ts'

export type PilotFormController = ReturnType<typeof usePilotForm>

export function usePilotForm(props: PilotFormProps) {
  const { edited, slot, hasFocus = false, onSend } = props
  const ref = useRef<HTMLFormElement>(null)
  const [initial] = useState(() => initialState(edited, slot.found))
  const [state, dispatch] = useReducer(formReducer, initial)
  const { values, base, recovered, problems, isSending } = state
  const choice = usePhotoChoice()
  const { photo } = choice

  useKeptDraft(
    slot,
    sameValues(values, valuesOf(base)) ? undefined : { values, base, hadPhoto: Boolean(photo) },
    values === initial.values && base === initial.base && photo === undefined,
  )
  useFormKeys(ref, submitName, () => {
    // A second Ctrl+Enter after a registration would only report errors in the next form, which is still blank.
    if (edited || !hasFocus || !sameValues(values, valuesOf())) ref.current?.requestSubmit()
  })
  useInitialFocus(ref, fieldNames[0], () => {
    return hasFocus || (!edited && !recovered && matchMedia('(pointer: fine)').matches)
  })
  const { focus, focusNext } = useFormFocus(ref, isSending)
  const save = useSave(props, { photoProblem: choice.problem, dispatch, focusNext })

  function change(name: FieldName, value: string) {
    dispatch({ type: 'changed', name, value })
    if (problems[name]) check(name, value)
  }

  function check(name: FieldName, value: string) {
    dispatch({ type: 'checked', name, value })
  }

  function send(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    onSend()
    save({ values, photo, base })
  }

  /** Saves the values that the person chose from this form and from `version`, which becomes their base. */
  function choose(version: Pilot, chosen: Values, photoOf: Side) {
    dispatch({ type: 'versionChosen', values: chosen, base: version })
    if (photoOf === 'theirs') choice.undo()
    save({ values: chosen, photo: photoOf === 'mine' ? photo : undefined, base: version })
  }

  return {
    ref,
    state,
    choice,
    /** What was not sent: a chosen photo, which is lost when the form is left, or only values, which are kept. */
    unsaved: photo
      ? ('photo' as const)
      : sameValues(values, valuesOf(base))
        ? undefined
        : ('values' as const),
    /** True if the values are no longer based on the version that the edit began with. */
    isRebased: base !== initial.base,
    change,
    check,
    send,
    choose,
    compare: () => dispatch({ type: 'comparisonOpened', theirs: edited?.latest }),
    closeComparison() {
      dispatch({ type: 'comparisonClosed' })
      focusNext(submitName)
    },
    discard() {
      dispatch({ type: 'discarded', latest: edited?.latest })
      focus(fieldNames[0])
    },
  }
}
