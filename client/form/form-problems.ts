/** The problems that the pilot form displays: those of its own checks, and those that the server found. */
import { type FieldName, fieldNames } from '#domain/pilot/fields'
import type { PhotoChoice } from '../photo/photo-choice.tsx'
import { type FormState, photoName } from './pilot-form-state.ts'

/** Returns the message for a field, if it has a problem. */
export function problemOf({ values, problems, refusal }: FormState, name: FieldName): string | undefined {
  const isRefused = refusal?.attempt.values[name] === values[name]
  return problems[name] ?? (isRefused ? refusal?.error.fields[name] : undefined)
}

/** Returns the message for the photo, if it has a problem. */
export function problemOfPhoto({ refusal }: FormState, { photo, problem }: PhotoChoice): string | undefined {
  const isRefused = refusal !== undefined && refusal.attempt.photo === photo
  return problem ?? (isRefused ? refusal.error.fields[photoName] : undefined)
}

export function hasProblems(state: FormState, choice: PhotoChoice): boolean {
  return problemOfPhoto(state, choice) !== undefined || fieldNames.some((name) => problemOf(state, name))
}
