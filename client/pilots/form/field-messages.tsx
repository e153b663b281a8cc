/** The messages below the fields of a form: the problem of a value, or a warning about it. */
import type { ReactNode } from 'react'
import { formPath } from '#domain/api/addresses'
import { duplicateTexts } from '#domain/errors'
import { unlikely } from '#domain/pilots/checks/unlikely'
import { documentField, readDocument } from '#domain/pilots/document'
import { type FieldName, sharedNames } from '#domain/pilots/fields'
import { formatDay } from '#domain/text/date'
import { Link } from '../../ui/link.tsx'
import { isDoubtful } from './card-values.ts'
import { ForeignQuestion } from './foreign-document.tsx'
import { OwnerLink } from './notices.tsx'
import { problemOf } from './pilot-form-state.ts'
import { isBirthdayOfMinor, type Values } from './pilot-values.ts'
import { SamePersonWarning } from './same-person.tsx'
import type { PilotFormController } from './use-pilot-form.ts'

/** Returns the error message of a field. That of a registered document has links to its pilot. */
export function problemIn(form: PilotFormController, name: FieldName): ReactNode {
  const { state, duplicates } = form
  const problem = problemOf(state, name)
  if (name !== 'dni' && name !== 'documento') return problem
  const refused = state.refusal?.error
  const refusedOwner =
    problem !== undefined && problem === refused?.fields[name] ? refused.details.id : undefined
  const owner = duplicates[name] ?? (refusedOwner ? { id: refusedOwner, name: 'ver el piloto' } : undefined)
  if (!owner || (problem && problem !== duplicateTexts[name])) return problem
  return (
    <>
      {duplicateTexts[name]}: <OwnerLink {...owner} /> · <Link to={formPath(owner.id)}>Editar</Link>
    </>
  )
}

/** Returns the warning about the value of a field, once the person has left the field. */
export function warningIn(form: PilotFormController, name: FieldName): ReactNode {
  const { state, duplicates, clubs } = form
  const value = state.values[name]
  const sharedName = sharedNames.find((shared) => shared === name)
  const owner = sharedName && duplicates[sharedName]
  if (owner) {
    return (
      <>
        Ya lo tiene <OwnerLink {...owner} />
      </>
    )
  }
  if (name === 'name' && duplicates.person) return <SamePersonWarning {...duplicates.person} />
  const document = duplicates.erased ? readDocument(state.values) : undefined
  if (duplicates.erased && document && name === documentField(document))
    return `Alguien con este documento se borró para siempre el ${formatDay(duplicates.erased)}: regístrelo solo si lo pide`
  if (isDoubtful(state.card, name, value)) return cardDoubt
  if (name === 'dni' && state.left.dni === value && value.trim() !== '')
    return <ForeignQuestion form={form} />
  const warning = state.left[name] === value ? unlikely(name, value, { clubs }) : undefined
  if (!warning && name === 'fechanac' && needsGuardian(state.values, state.left[name])) return guardianMissing
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

const cardDoubt = 'El lector no está seguro: compárelo con el documento'

const guardianMissing = 'Es menor de 18 años: anote al apoderado en «Emergencia y seguro»'

/** Returns true once the person has left the birthday of a rider under 18 who has no guardian. */
function needsGuardian({ fechanac, apoderado, apoderado_celular: phone }: Values, left?: string): boolean {
  return left === fechanac && isBirthdayOfMinor(fechanac) && !(apoderado && phone)
}
