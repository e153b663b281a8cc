/** The registration form: blank, or loaded with a pilot for editing. It becomes blank after each save or removal. */
import { startTransition, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import type { Pilot } from '#domain/pilot/pilot'
import { formPath } from '#domain/web/addresses'
import { useSession } from '../api/session.ts'
import { staffApi } from '../api/staff-api.ts'
import { Loading } from '../ui/load.tsx'
import { useDraftSlot } from './draft-slot.ts'
import { EditForm } from './edit-form.tsx'
import { PilotForm } from './pilot-form.tsx'
import type { PilotFormProps } from './pilot-form-props.ts'
import { RemovedNotice, SavedNotice } from './pilot-notices.tsx'

/** The last pilot that was stored or removed on this screen. */
interface Done {
  pilot: Pilot
  /** The success message; absent if the pilot was removed. */
  text?: string
}

export function FormScreen() {
  const { id_form: id } = useParams()
  const navigate = useNavigate()
  const [done, setDone] = useState<Done>()
  /** Counts the blank forms that this screen has displayed. `hasFocus` is true for all but the first. */
  const [blank, setBlank] = useState(0)

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
      navigate(formPath(), { replace: true })
      window.scrollTo(0, 0)
    })
  }

  const forget = () => setDone(undefined)

  return (
    <>
      <title>{`${id ? 'Editar piloto' : 'Registrar piloto'} · PilotOS`}</title>
      <h1>{id ? 'Editar piloto' : 'Registrar piloto'}</h1>
      <div role="alert">
        {done &&
          (done.text ? (
            <SavedNotice pilot={done.pilot} text={done.text} />
          ) : (
            <RemovedNotice pilot={done.pilot} />
          ))}
      </div>
      {id ? (
        <EditForm
          key={id}
          id={id}
          onSend={forget}
          onSaved={(pilot, isStillHere) =>
            finish({ pilot, text: 'El usuario fue actualizado exitosamente' }, isStillHere)
          }
          onRemoved={(pilot) => finish({ pilot })}
        />
      ) : (
        <BlankForm
          key={blank}
          isFollowUp={blank > 0}
          onSend={forget}
          onSaved={(pilot, isStillHere) => finish({ pilot, text: 'Registro exitoso' }, isStillHere)}
        />
      )}
    </>
  )
}

interface BlankFormProps extends Pick<PilotFormProps, 'onSend' | 'onSaved'> {
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
