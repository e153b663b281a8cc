/** The registration form: blank, or loaded with a pilot for editing; blank again after either. */
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { credentialPath, formPath } from '#domain/addresses'
import { fullName } from '#domain/full-name'
import type { Pilot } from '#domain/pilot'
import button from '../components/button.module.css'
import { Failure, Loading, useLoad } from '../components/load.tsx'
import { PilotForm, type PilotFormProps } from '../components/pilot-form.tsx'
import { staffApi } from '../staff-api.ts'
import styles from './form-screen.module.css'

/** The last pilot that was stored here. */
interface Saved {
  pilot: Pilot
  text: string
}

export function FormScreen() {
  const { id_form: id } = useParams()
  const navigate = useNavigate()
  const [saved, setSaved] = useState<Saved>()
  /** Counts the blank forms that this screen has shown, of which only the first does not take the focus. */
  const [blank, setBlank] = useState(0)

  /** Who went on to another form while this one was being stored stays there, with what was typed. */
  function finish(pilot: Pilot, text: string, isStillHere: boolean) {
    setSaved({ pilot, text })
    if (!isStillHere) return
    setBlank((count) => count + 1)
    navigate(formPath(), { replace: true })
    window.scrollTo(0, 0)
  }

  const forget = () => setSaved(undefined)

  return (
    <>
      <title>{`${id ? 'Editar piloto' : 'Registrar piloto'} · PilotOS`}</title>
      <h1>{id ? 'Editar piloto' : 'Registrar piloto'}</h1>
      <div role="alert">{saved && <SavedNotice {...saved} />}</div>
      {id ? (
        <EditForm
          key={id}
          id={id}
          onSend={forget}
          onSaved={(pilot, isStillHere) =>
            finish(pilot, 'El usuario fue actualizado exitosamente', isStillHere)
          }
        />
      ) : (
        <PilotForm
          key={blank}
          hasFocus={blank > 0}
          submitLabel="Registrar"
          submit={(submission) => staffApi.register(submission)}
          onSend={forget}
          onSaved={(pilot, isStillHere) => finish(pilot, 'Registro exitoso', isStillHere)}
        />
      )}
    </>
  )
}

function EditForm({ id, ...handlers }: { id: string } & Pick<PilotFormProps, 'onSend' | 'onSaved'>) {
  const { value: pilot, error, reload } = useLoad((signal) => staffApi.get(id, signal), id)
  if (pilot) {
    return (
      <PilotForm
        pilot={pilot}
        submitLabel="Editar"
        submit={(submission) => staffApi.update(id, submission)}
        {...handlers}
      />
    )
  }
  if (!error) return <Loading />
  return (
    <Failure error={error} retry={reload}>
      <Link className={button.button} to={formPath()}>
        Registrar un piloto nuevo
      </Link>
    </Failure>
  )
}

function SavedNotice({ pilot, text }: Saved) {
  return (
    <p className={styles.saved}>
      <strong>{text}</strong>
      <span>{fullName(pilot)}</span>
      <Link className={button.button} to={credentialPath(pilot.id)}>
        Ver credencial
      </Link>
    </p>
  )
}
