/** The messages below the fields of a form: the problem of a value, or a warning about it. */
import { type ReactNode, useEffect } from 'react'
import { formPath, photoPath } from '#domain/api/addresses'
import { duplicateTexts } from '#domain/errors'
import type { SamePerson } from '#domain/pilots/calls'
import { unlikely } from '#domain/pilots/checks/unlikely'
import { documentField, readDocument } from '#domain/pilots/document'
import { foreignQuestion, otherLength } from '#domain/pilots/documents/national-documents'
import { checkDigitQuestion, readTyped, settled } from '#domain/pilots/documents/typed-document'
import { fields, sharedNames } from '#domain/pilots/fields'
import type { PilotField } from '#domain/pilots/own/field-table'
import { isOwnName } from '#domain/pilots/own/own-name'
import { readValue } from '#domain/pilots/pilot'
import { formatDay } from '#domain/text/date'
import { useSession } from '../../api/session.ts'
import { FreeNumber } from '../../events/free-number.tsx'
import button from '../../ui/button.module.css'
import { Button } from '../../ui/form.tsx'
import { Photo } from '../../ui/images.tsx'
import { Link } from '../../ui/link.tsx'
import { actionKeys, useActionKeys } from '../../ui/page-events.ts'
import styles from './form.module.css'
import { OwnerLink } from './form-messages.tsx'
import { problemOf } from './pilot-form-state.ts'
import { isBirthdayOfMinor, isDoubtful, isShown, type Values } from './pilot-values.ts'
import type { PilotFormController } from './use-pilot-form.ts'

/** Returns the error message of a field. That of a registered document has links to its pilot. */
export function problemIn(form: PilotFormController, name: PilotField): ReactNode {
  const { state } = form
  const problem = problemOf(state, name)
  if (name !== 'dni' && name !== 'documento') return problem
  const refused = state.refusal?.error
  const refusedOwner =
    problem !== undefined && Object.values(refused?.fields ?? {}).includes(problem)
      ? refused?.details.id
      : undefined
  const owner =
    ownerIn(form, name) ?? (refusedOwner ? { id: refusedOwner, name: 'ver el piloto' } : undefined)
  const isDuplicate = Object.values(duplicateTexts).some((text) => text === problem)
  if (!owner || (problem ? !isDuplicate : !state.base)) return problem
  return <KnownDocument name={name} owner={owner} />
}

/** Returns the rider who has the document of a field: the first one has a document that its country writes. */
function ownerIn({ state, duplicates }: PilotFormController, name: keyof typeof duplicateTexts) {
  const isWhole = name === 'dni' && !isShown('documento', state.values.dni)
  return duplicates[name] ?? (isWhole ? duplicates.documento : undefined)
}

interface KnownDocumentProps {
  name: keyof typeof duplicateTexts
  owner: { id: string; name: string }
}

function KnownDocument({ name, owner }: KnownDocumentProps) {
  return (
    <>
      {duplicateTexts[name]}: <OwnerLink {...owner} /> · <Link to={formPath(owner.id)}>Editar</Link>
    </>
  )
}

/**
 * Returns the note that the document in a blank form is that of a registered rider, whom a notice shows, or the number that an
 * empty field is offered.
 */
export function noteIn(form: PilotFormController, name: PilotField): ReactNode {
  const { base, values } = form.state
  const { npiloto, modalidad, fechanac } = values
  if (name === 'npiloto' && npiloto.trim() === '' && modalidad !== '')
    return <FreeNumber {...{ modalidad, fechanac }} onTake={(number) => form.replace('npiloto', number)} />
  if (base || (name !== 'dni' && name !== 'documento')) return undefined
  const owner = ownerIn(form, name)
  return owner && <KnownDocument name={name} owner={owner} />
}

/** Returns the warning about the value of a field, once the person has left the field. */
export function warningIn(form: PilotFormController, name: PilotField): ReactNode {
  if (isOwnName(name)) return undefined
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
  if (name === 'name' && duplicates.person)
    return <SamePersonWarning person={duplicates.person} typed={state.base ? undefined : state.values} />
  const document = duplicates.erased ? readDocument(settled(state.values)) : undefined
  const isWhole = !isShown('documento', state.values.dni)
  if (duplicates.erased && document && name === (isWhole ? 'dni' : documentField(document)))
    return `Alguien con este documento se borró para siempre el ${formatDay(duplicates.erased)}: regístrelo solo si lo pide`
  if (isDoubtful(state.card, name, value)) return cardDoubt
  if (name === 'dni' && state.left.dni === value && value.trim() !== '')
    return checkDigitQuestion(state.values) ?? <ForeignQuestion form={form} />
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

/** The question, which is the warning about the DNI once the person has left it. */
function ForeignQuestion({ form }: { form: PilotFormController }) {
  return useQuestion(form)
}

/** The button that answers it, below the DNI. */
export function ForeignAnswer({ form }: { form: PilotFormController }) {
  // A registered document has other buttons.
  const isAsked = useQuestion(form) !== undefined && !form.duplicates.dni
  const { onKnown } = form
  function answer() {
    form.change('documento', form.state.values.dni.trim())
    // The kind of the document is asked next.
    form.replace('dni', fields.dni.none)
  }
  useActionKeys(isAsked ? { [actionKeys.foreign]: answer } : {})
  // The key is also that of the notice of the pilot before, which goes.
  useEffect(() => {
    if (isAsked) onKnown?.()
  }, [isAsked, onKnown])
  if (!isAsked) return null
  return (
    <Button
      className={`${button.button} ${styles.foreign}`}
      // Tab goes from field to field; the keyboard has the key.
      tabIndex={-1}
      aria-keyshortcuts={actionKeys.foreign}
      onClick={answer}
    >
      Es de otro país <kbd>{actionKeys.foreign}</kbd>
    </Button>
  )
}

function useQuestion({ state: { values, left } }: PilotFormController): string | undefined {
  const { country } = useSession()
  const isLeft = left.dni === values.dni && !readTyped(values)
  const dni = isLeft ? readValue('dni', values.dni) : undefined
  const other = typeof dni === 'number' ? otherLength(dni, country) : undefined
  return other && foreignQuestion(Number(dni), other)
}

/**
 * The warning beside the name that a listed rider is probably the same person: one without a document is completed, with
 * what is typed in the form of a new pilot.
 */
function SamePersonWarning({ person, typed }: { person: SamePerson; typed?: Values }) {
  const { id, photo, document, isNear, isSame } = person
  return (
    <span className={styles.samePerson}>
      <Photo className={styles.smallFace} src={photo ? photoPath(photo) : undefined} alt="" />
      <span>
        ¿Es la misma persona? <OwnerLink {...person} />
        {isSame
          ? `, tiene el mismo documento, escrito ${document}.`
          : document
            ? `, de la misma fecha de nacimiento, está con el documento ${document}${isNear ? ', que difiere en una cifra' : ''}.`
            : ` está incompleto, sin documento${typed ? ' · ' : '.'}`}
        {!document && typed && (
          <Link to={formPath(id)} state={{ typed }}>
            Completar
          </Link>
        )}
      </span>
    </span>
  )
}
