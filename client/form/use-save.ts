/** Saves the pilot form: checks it, sends it, and handles refusals and edit conflicts. */
import { type Dispatch, type RefObject, useEffect, useRef } from 'react'
import { fieldNames } from '#domain/pilot/fields'
import { checkDraft, type Pilot } from '#domain/pilot/pilot'
import { ApiError } from '../api/api.ts'
import type { PhotoChoice } from '../photo/photo-choice.tsx'
import { openDrafts } from './open-drafts.ts'
import type { PilotFormProps } from './pilot-form-props.ts'
import { type Attempt, type FormAction, photoName, submitName } from './pilot-form-state.ts'
import { valuesOf } from './pilot-values.ts'
import { differencesOf } from './versions.ts'

interface SaveContext {
  /** The reason why the chosen photo cannot be sent. */
  photoProblem?: string
  dispatch: Dispatch<FormAction>
  /** Focuses a control once the fieldset of the form is enabled. */
  focusNext: (name: string) => void
}

/** Returns the function that saves the form. */
export function useSave(
  { edited, slot, submit, onSaved }: PilotFormProps,
  { photoProblem, dispatch, focusNext }: SaveContext,
) {
  const isMounted = useIsMounted()

  return async function save(attempt: Attempt): Promise<void> {
    const { draft, problems } = checkDraft(attempt.values)
    if (!draft || photoProblem) {
      dispatch({ type: 'mistakesFound', problems })
      return focusNext(fieldNames.find((name) => problems[name]) ?? photoName)
    }
    dispatch({ type: 'sendStarted' })
    const release = openDrafts.hold(slot.key)
    try {
      const submission = { values: draft, photo: fileOf(attempt.photo) }
      const saved = await submit(submission, attempt.base).catch((error) => handleConflict(error, attempt))
      if (!saved) return
      slot.forget()
      onSaved(saved, isMounted.current)
    } catch (error) {
      handleError(error, attempt)
    } finally {
      release()
    }
  }

  /**
   * Handles an edit conflict: opens the choice between both versions and returns undefined, or returns the stored
   * pilot if there is nothing to choose. Rethrows any other error.
   */
  async function handleConflict(error: unknown, attempt: Attempt): Promise<Pilot | undefined> {
    const { values, photo, base } = attempt
    const isConflict = error instanceof ApiError && error.status === 409 && !error.details.id
    if (!isConflict || !edited || !base) throw error
    const theirs = await edited.refresh()
    const differences = differencesOf(valuesOf(base), values, valuesOf(theirs))
    if (photo === undefined && differences.length === 0) return theirs
    dispatch({ type: 'conflictFound', refusal: { error, attempt }, theirs })
    return undefined
  }

  /** Displays the refusal of the server. Rethrows any other error. */
  function handleError(error: unknown, attempt: Attempt) {
    if (!(error instanceof ApiError)) {
      dispatch({ type: 'sendFailed' })
      throw error
    }
    dispatch({ type: 'refused', refusal: { error, attempt } })
    focusNext([...fieldNames, photoName].find((name) => error.fields[name]) ?? submitName)
  }
}

/** Returns the photo to send: null removes the stored photo, undefined leaves it. */
export function fileOf(photo: PhotoChoice['photo']): File | null | undefined {
  return photo === null ? null : photo?.file
}

/** Returns a reference that is false after the component has unmounted. */
function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
