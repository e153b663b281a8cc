/** The registration form: blank, or loaded with a pilot for editing; blank again after either. */
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { credentialPath, formPath } from '#domain/addresses'
import { fullName, type Pilot } from '#domain/pilot'
import { api } from '../api.ts'
import button from '../components/button.module.css'
import { Failure, Loading, useLoad } from '../components/load.tsx'
import { PilotForm } from '../components/pilot-form.tsx'
import styles from './form-screen.module.css'

/** The last pilot that was stored here, and how many there were before. */
interface Saved {
  pilot: Pilot
  text: string
  count: number
}

export function FormScreen() {
  const { id_form: id } = useParams()
  const navigate = useNavigate()
  const [saved, setSaved] = useState<Saved>()

  function finish(pilot: Pilot, text: string) {
    setSaved({ pilot, text, count: (saved?.count ?? 0) + 1 })
    navigate(formPath(), { replace: id !== undefined })
    window.scrollTo(0, 0)
  }

  return (
    <>
      <title>{`${id ? 'Editar piloto' : 'Registrar piloto'} · PilotOS`}</title>
      <h1>{id ? 'Editar piloto' : 'Registrar piloto'}</h1>
      <div role="alert">{saved && id === undefined && <SavedNotice {...saved} />}</div>
      {id ? (
        <EditForm
          key={id}
          id={id}
          onSaved={(pilot) => finish(pilot, 'El usuario fue actualizado exitosamente')}
        />
      ) : (
        <PilotForm
          key={saved?.count ?? 0}
          hasFocus={saved !== undefined}
          submitLabel="Registrar"
          submit={(submission) => api.register(submission)}
          onSaved={(pilot) => finish(pilot, 'Registro exitoso')}
        />
      )}
    </>
  )
}

function EditForm({ id, onSaved }: { id: string; onSaved: (pilot: Pilot) => void }) {
  const { value: pilot, error, reload } = useLoad((signal) => api.get(id, signal), id)
  if (pilot) {
    return (
      <PilotForm
        pilot={pilot}
        submitLabel="Editar"
        submit={(submission) => api.update(id, submission)}
        onSaved={onSaved}
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
