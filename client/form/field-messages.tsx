/** The messages under the fields of the pilot form: errors, owners of a value, and warnings. */
import type { ReactNode } from 'react'
import { duplicateDni } from '#domain/errors'
import type { FieldName } from '#domain/pilot/fields'
import { unlikely } from '#domain/pilot/unlikely'
import { credentialPath, formPath } from '#domain/web/addresses'
import { Link } from '../ui/link.tsx'
import { problemOf } from './form-problems.ts'
import type { PilotFormController } from './use-pilot-form.ts'

/** Returns the error message of a field. That of a registered DNI has links to its pilot. */
export function problemIn(form: PilotFormController, name: FieldName): ReactNode {
  const { state, duplicates } = form
  const problem = problemOf(state, name)
  if (name !== 'dni') return problem
  const refused = state.refusal?.error
  const refusedOwner =
    problem !== undefined && problem === refused?.fields.dni ? refused.details.id : undefined
  const owner = duplicates.dni ?? (refusedOwner ? { id: refusedOwner, name: 'ver el piloto' } : undefined)
  if (!owner || (problem && problem !== duplicateDni)) return problem
  return (
    <>
      {duplicateDni}: <OwnerLink {...owner} /> · <Link to={formPath(owner.id)}>Editar</Link>
    </>
  )
}

/** Returns the warning about the value of a field, once the person has left the field. */
export function warningIn(form: PilotFormController, name: FieldName): ReactNode {
  const { state, duplicates, clubs } = form
  const value = state.values[name]
  const owner = name === 'npiloto' || name === 'nlicencia' ? duplicates[name] : undefined
  if (owner) {
    return (
      <>
        Ya lo tiene <OwnerLink {...owner} />
      </>
    )
  }
  const warning = state.left[name] === value ? unlikely(name, value, { clubs }) : undefined
  if (!warning?.suggestion) return warning?.message
  const { message, suggestion } = warning
  const [before, after] = message.split(suggestion)
  return (
    <>
      {before}
      <button type="button" onClick={() => form.replace(name, suggestion)}>
        {suggestion}
      </button>
      {after}
    </>
  )
}

/** Links to the credential in a new tab, so that the form stays open. */
export function OwnerLink({ id, name }: { id: string; name: string }) {
  return (
    <a href={credentialPath(id)} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}
