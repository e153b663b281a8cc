/** The registration form: blank, or loaded with a pilot for editing. It becomes blank after each save or removal. */
import { startTransition, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { formPath } from '#domain/api/addresses'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import { ApiError, callForOne, callForPilot } from '../../api/call.ts'
import { useChanges } from '../../api/changes.ts'
import { useCurrentFields } from '../../api/field-table.ts'
import { useLoad } from '../../api/load.ts'
import { loadFullPilot } from '../../api/pilots.ts'
import { useSession } from '../../api/session.ts'
import { readPhotoCode } from '../../camera/decoder.ts'
import { hasLiveCamera, LiveReader } from '../../camera/live-reader.tsx'
import { cardInbox } from '../../scan/identity/card-scan.ts'
import button from '../../ui/button.module.css'
import { Confirmation, Dialog } from '../../ui/dialog.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { Button } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { Failure, Loading } from '../../ui/notice.tsx'
import { useDraftSlot } from './drafts.ts'
import styles from './form.module.css'
import { firstName, focusControl, rememberRegistered } from './form-keys.ts'
import { DoneNotice, type DonePilot } from './form-messages.tsx'
import { PilotForm } from './pilot-form.tsx'
import type { PilotFormProps } from './pilot-form-state.ts'

/** `id` is the pilot to edit; without it, the form is blank. */
export function FormScreen({ id }: { id?: string }) {
  useCurrentFields()
  const navigate = useNavigate()
  const [done, setDone] = useState<DonePilot>()
  /** Counts the blank forms that this screen has displayed. */
  const [blank, setBlank] = useState(0)
  /** True if the blank form is for the next pilot after a save. */
  const [isFollowUp, setFollowUp] = useState(false)
  /** True while the next pilot is typed. */
  const [isTyping, setTyping] = useState(false)
  const { value: clubs = [] } = useLoad(
    async (signal) => (await callForOne('GET /api/clubs', { signal })).clubs,
    done?.pilot.id ?? '',
  )
  /** True while the camera reads an identity card. */
  const [isReading, setReading] = useState(false)

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
  function finish(now: DonePilot, isStillHere = true) {
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

  const hideNotice = () => setDone(undefined)

  return (
    <>
      <title>{`${id ? 'Editar piloto' : 'Registrar piloto'} · PilotOS`}</title>
      <div className={styles.top}>
        <h1>{id ? 'Editar piloto' : 'Registrar piloto'}</h1>
        <Button
          // The field that has the focus keeps it: it is not left empty by this.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setReading(true)}
        >
          Leer documento
        </Button>
      </div>
      {isReading && <CardReader onClose={() => setReading(false)} />}
      <DoneNotice
        last={done}
        isTyping={isTyping}
        onChange={(pilot) => setDone(done && { ...done, pilot })}
        onNext={() => focusControl(firstName)}
      />
      {id ? (
        <EditForm
          key={id}
          id={id}
          clubs={clubs}
          onSend={hideNotice}
          onSaved={(pilot, isStillHere) => finish({ pilot, done: 'edited' }, isStillHere)}
          onRemoved={(pilot) => finish({ pilot, done: 'removed' })}
        />
      ) : (
        <BlankForm
          key={blank}
          isFollowUp={isFollowUp}
          clubs={clubs}
          onSend={hideNotice}
          onUnsaved={setTyping}
          onKnown={hideNotice}
          onSaved={(pilot, isStillHere) => {
            rememberRegistered(pilot)
            finish({ pilot, done: 'registered' }, isStillHere)
          }}
        />
      )}
    </>
  )
}

interface BlankFormProps
  extends Pick<PilotFormProps, 'application' | 'clubs' | 'onSend' | 'onSaved' | 'onUnsaved' | 'onKnown'> {
  /** True if the form follows another one and is for the next pilot, so that it recovers no unfinished draft. */
  isFollowUp: boolean
}

/** A form of a new pilot, blank or with an application. */
export function BlankForm({ isFollowUp, ...props }: BlankFormProps) {
  const { user } = useSession()
  const { application } = props
  const slot = useDraftSlot({ user, id: application?.id }, !isFollowUp)
  if (!slot) return <Loading />
  const submitLabel = application ? 'Aprobar' : 'Registrar'
  return <PilotForm slot={slot} hasFocus={isFollowUp} submitLabel={submitLabel} {...props} />
}

interface EditFormProps extends Pick<PilotFormProps, 'application' | 'clubs' | 'onSend' | 'onSaved'> {
  id: string
  /** Absent where the pilot cannot be removed. */
  onRemoved?: (pilot: Pilot) => void
}

/** The edit form of one pilot. It follows changes that are made elsewhere, and can remove the pilot. */
export function EditForm({ id, onRemoved, ...handlers }: EditFormProps) {
  const { user, role } = useSession()
  const { value, error, reload } = useLoad((signal) => loadFullPilot(id, signal), id)
  /** The last version that was loaded. It stays if a reload fails, so that the form keeps what was typed. */
  const [latest, setLatest] = useState<Pilot>()
  useEffect(() => {
    if (value) setLatest(value)
  }, [value])
  const { application } = handlers
  const slot = useDraftSlot({ user, id: application?.id ?? id })
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
    const now = await loadFullPilot(id)
    setLatest(now)
    return now
  }

  async function remove(pilot: Pilot) {
    const removed = await callForPilot('DELETE /api/pilots/:id', { params: { id: pilot.id } }).catch(
      (failure) => {
        throw isGone(failure) ? new ApiError(failure.status, 'Este piloto ya estaba borrado.') : failure
      },
    )
    slot?.drop()
    onRemoved?.(removed)
  }

  return (
    <>
      {onRemoved && (
        <div className={styles.head}>
          <p>{fullName(latest)}</p>
          {role === 'admin' && (
            <Button className={button.danger} onClick={() => setRemoving(true)}>
              Borrar piloto
            </Button>
          )}
        </div>
      )}
      <PilotForm
        edited={{
          id,
          latest,
          gone: isGone(error) ? error : undefined,
          refresh,
        }}
        slot={slot}
        submitLabel={application ? 'Aprobar' : 'Editar'}
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

/** The dialog in which a camera, or a photo, shows an identity card. */
function CardReader({ onClose }: { onClose: () => void }) {
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<Error>()

  function pass(text: string) {
    onClose()
    cardInbox.onText(text)
  }

  async function read(photo: File) {
    setProblem(undefined)
    setReading(true)
    try {
      pass(await readPhotoCode(photo, 'documents'))
    } catch (error) {
      setProblem(error as Error)
    } finally {
      setReading(false)
    }
  }

  return (
    <Dialog
      title="Leer el documento"
      isBusy={isReading}
      onClose={onClose}
      foot={
        <FileInput
          label="Foto del documento"
          accept="image/*"
          capture="environment"
          disabled={isReading}
          onChoose={read}
        />
      }
    >
      <p>Muestre el código de barras o el QR del documento, derecho y sin brillos.</p>
      {hasLiveCamera && !isReading && (
        <div className={styles.picture}>
          <LiveReader codes="documents" onCode={pass} />
        </div>
      )}
      {isReading && <Loading />}
      {problem && <Failure error={problem} />}
    </Dialog>
  )
}
