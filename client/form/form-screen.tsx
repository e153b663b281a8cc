/** The registration form: blank, or loaded with a pilot for editing. It becomes blank after each save or removal. */
import { startTransition, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { fieldNames } from '#domain/pilot/fields'
import { fullName } from '#domain/pilot/full-name'
import type { Pilot } from '#domain/pilot/pilot'
import { formPath } from '#domain/web/addresses'
import { useSession } from '../api/session.ts'
import { staffApi } from '../api/staff-api.ts'
import { PrintDialog } from '../print/print-dialog.tsx'
import { Loading } from '../ui/load.tsx'
import { useClubs } from './clubs.ts'
import { rememberRegistered } from './completions.ts'
import { useDraftSlot } from './draft-slot.ts'
import { EditForm } from './edit-form.tsx'
import { focusControl } from './form-focus.ts'
import { PilotForm } from './pilot-form.tsx'
import type { PilotFormProps } from './pilot-form-props.ts'
import { RemovedNotice } from './removed-notice.tsx'
import { SavedNotice } from './saved-notice.tsx'

/** The last pilot that was stored or removed on this screen. */
interface Done {
  pilot: Pilot
  /** The success message; absent if the pilot was removed. */
  text?: string
}

/** `id` is the pilot to edit; without it, the form is blank. */
export function FormScreen({ id }: { id?: string }) {
  const navigate = useNavigate()
  const [done, setDone] = useState<Done>()
  /** Counts the blank forms that this screen has displayed. */
  const [blank, setBlank] = useState(0)
  /** True if the blank form is for the next pilot after a save. */
  const [isFollowUp, setFollowUp] = useState(false)
  const clubs = useClubs(done)
  /** The pilot whose card is printed. */
  const [printed, setPrinted] = useState<Pilot>()

  // A person who opened another pilot returns to what was typed before.
  useEffect(() => {
    if (!id) return
    setDone(undefined)
    setFollowUp(false)
  }, [id])

  /**
   * Displays the result and opens a blank form. A person who opened another form during the request stays on that
   * form, with what was typed.
   */
  function finish(now: Done, isStillHere = true) {
    // The router navigates in a transition: the notice comes together with the blank form, not before it.
    startTransition(() => {
      setDone(now)
      if (!isStillHere) return
      setBlank((count) => count + 1)
      setFollowUp(true)
      navigate(formPath(), { replace: true })
      window.scrollTo(0, 0)
    })
  }

  const forget = () => setDone(undefined)
  const next = () => focusControl(fieldNames[0] ?? '')

  return (
    <>
      <title>{`${id ? 'Editar piloto' : 'Registrar piloto'} · PilotOS`}</title>
      <h1>{id ? 'Editar piloto' : 'Registrar piloto'}</h1>
      <div role="alert">
        {done &&
          (done.text ? (
            <SavedNotice
              pilot={done.pilot}
              text={done.text}
              onPrint={() => setPrinted(done.pilot)}
              onNext={next}
            />
          ) : (
            <RemovedNotice pilot={done.pilot} />
          ))}
      </div>
      {id ? (
        <EditForm
          key={id}
          id={id}
          clubs={clubs}
          onSend={forget}
          onSaved={(pilot, isStillHere) =>
            finish({ pilot, text: 'El usuario fue actualizado exitosamente' }, isStillHere)
          }
          onRemoved={(pilot) => finish({ pilot })}
        />
      ) : (
        <BlankForm
          key={blank}
          isFollowUp={isFollowUp}
          clubs={clubs}
          onSend={forget}
          onSaved={(pilot, isStillHere) => {
            rememberRegistered(pilot)
            finish({ pilot, text: 'Registro exitoso' }, isStillHere)
          }}
        />
      )}
      {printed && (
        <PrintDialog
          what={`Se imprime la de ${fullName(printed)}.`}
          order={{ ids: [printed.id] }}
          onClose={() => {
            setPrinted(undefined)
            next()
          }}
        />
      )}
    </>
  )
}

interface BlankFormProps extends Pick<PilotFormProps, 'clubs' | 'onSend' | 'onSaved'> {
  /** True if the form follows another one and is for the next pilot, so that it recovers no unfinished draft. */
  isFollowUp: boolean
}

function BlankForm({ isFollowUp, ...handlers }: BlankFormProps) {
  const { user } = useSession()
  const slot = useDraftSlot({ user }, !isFollowUp)
  if (!slot) return <Loading />
  return (
    <PilotForm
      slot={slot}
      hasFocus={isFollowUp}
      submitLabel="Registrar"
      submit={(submission) => staffApi.register(submission)}
      {...handlers}
    />
  )
}
