/** The edit form of one pilot. It follows changes that are made elsewhere, and can remove the pilot. */
import { useEffect, useState } from 'react'
import { fullName } from '#domain/pilot/full-name'
import type { Pilot } from '#domain/pilot/pilot'
import { formPath } from '#domain/web/addresses'
import { ApiError } from '../api/api.ts'
import { useChanges } from '../api/changes.ts'
import { useSession } from '../api/session.ts'
import { staffApi } from '../api/staff-api.ts'
import { useLoad } from '../api/use-load.ts'
import button from '../ui/button.module.css'
import { Confirmation } from '../ui/confirmation.tsx'
import { Link } from '../ui/link.tsx'
import { Failure, Loading } from '../ui/load.tsx'
import { useDraftSlot } from './draft-slot.ts'
import styles from './edit-form.module.css'
import { PilotForm } from './pilot-form.tsx'
import type { PilotFormProps } from './pilot-form-props.ts'

interface EditFormProps extends Pick<PilotFormProps, 'clubs' | 'onSend' | 'onSaved'> {
  id: string
  onRemoved: (pilot: Pilot) => void
}

export function EditForm({ id, onRemoved, ...handlers }: EditFormProps) {
  const { user, role } = useSession()
  const { value, error, reload } = useLoad((signal) => staffApi.get(id, signal), id)
  /** The last version that was loaded. It stays if a reload fails, so that the form keeps what was typed. */
  const [latest, setLatest] = useState<Pilot>()
  useEffect(() => {
    if (value) setLatest(value)
  }, [value])
  const slot = useDraftSlot({ user, id })
  const [isRemoving, setRemoving] = useState(false)
  useChanges(({ ids }) => {
    if (!isRemoving && (!ids || ids.includes(latest?.id ?? id))) reload()
  })

  if (!latest && error) {
    return (
      <Failure error={error} retry={reload}>
        <Link className={button.button} to={formPath()}>
          Registrar un piloto nuevo
        </Link>
      </Failure>
    )
  }
  if (!latest || !slot) return <Loading />

  async function refresh(): Promise<Pilot> {
    const now = await staffApi.get(id)
    setLatest(now)
    return now
  }

  async function remove(pilot: Pilot) {
    const removed = await staffApi.remove(pilot.id).catch((failure) => {
      throw isGone(failure) ? new ApiError(failure.status, 'Este piloto ya estaba borrado.') : failure
    })
    slot?.forget()
    onRemoved(removed)
  }

  return (
    <>
      <div className={styles.head}>
        <p>{fullName(latest)}</p>
        {role === 'admin' && (
          <button type="button" className={button.danger} onClick={() => setRemoving(true)}>
            Borrar piloto
          </button>
        )}
      </div>
      <PilotForm
        edited={{
          latest,
          gone: isGone(error) ? error : undefined,
          refresh,
        }}
        slot={slot}
        submitLabel="Editar"
        submit={(submission, base) => staffApi.update(id, submission, base)}
        {...handlers}
      />
      {isRemoving && (
        <Confirmation
          title="Borrar piloto"
          action="Borrar piloto"
          confirm={() => remove(latest)}
          onClose={() => {
            setRemoving(false)
            reload()
          }}
        >
          <p>
            ¿Borrar a <strong>{fullName(latest)}</strong>? Su credencial deja de abrirse. Se puede deshacer
            justo después.
          </p>
        </Confirmation>
      )}
    </>
  )
}

/** Returns true if the pilot was removed or has a new identifier. */
function isGone(error: unknown): error is ApiError {
  return error instanceof ApiError && [404, 410].includes(error.status)
}
