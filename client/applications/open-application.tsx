/** One application at the desk: the photo beside the document, and the form of a new rider, or that of a known one. */
import { useState } from 'react'
import { approvalPath, photoPath } from '#domain/api/addresses'
import { maxRefusal, turnText } from '#domain/applications/application'
import { categoryOf, categoryTitle } from '#domain/events/categories/category'
import { minorText, type Pilot, type StoredDraft } from '#domain/pilots/pilot'
import { waiverDueText } from '#domain/signing/problems'
import { ageOn, formatDate, today } from '#domain/text/date'
import { fixLetters } from '#domain/text/person-names'
import { count, meanwhile } from '#domain/text/text'
import { ApiError, call, callForOne, request } from '../api/call.ts'
import { useCurrentEvents } from '../api/event-list.ts'
import { useLoad } from '../api/load.ts'
import type { DonePilot } from '../pilots/form/form-messages.tsx'
import { BlankForm, EditForm } from '../pilots/form/form-screen.tsx'
import { type Values, valuesOf } from '../pilots/form/pilot-values.ts'
import { Signature } from '../signing/signature-pad.tsx'
import button from '../ui/button.module.css'
import { Confirmation, ReasonDialog } from '../ui/dialog.tsx'
import { Button } from '../ui/form.tsx'
import { Photo } from '../ui/images.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { Menu } from '../ui/menu.tsx'
import { Failure, Loading, Notice } from '../ui/notice.tsx'
import { actionKeys, useActionKeys } from '../ui/page-events.ts'
import parts from '../ui/parts.module.css'
import styles from './approvals.module.css'

interface OpenApplicationProps {
  id: string
  /** The rider who has the document by now, if there is one. */
  known?: string
  onApproved: (approved: DonePilot) => void
  /** Receives what was done instead. */
  onDone: (text: string) => void
  /** Is called if somebody else has decided. */
  onDecided: (refusal: ApiError) => void
}

/** Loads an application with its photo, and opens it in the form. */
export function OpenApplication({ id, known, ...handlers }: OpenApplicationProps) {
  const { value, error, reload } = useLoad((signal) => loadWhole(id, signal), id)
  if (value) return <ApplicationForm application={value} known={known ?? value.known} {...handlers} />
  if (!error) return <Loading />
  const isDecided = error instanceof ApiError && error.details.turn !== undefined
  return (
    <Failure error={error} retry={isDecided ? undefined : reload}>
      <Link className={button.button} to={approvalPath()}>
        Ir a Por aprobar
      </Link>
    </Failure>
  )
}

type LoadedApplication = Awaited<ReturnType<typeof loadWhole>>

async function loadWhole(id: string, signal: AbortSignal) {
  const whole = await callForOne('GET /api/applications/:id', { params: { id }, signal })
  const draft = JSON.parse(whole.data_driver) as StoredDraft
  const photo = whole.photo ? await loadPhoto(whole.photo, signal) : undefined
  const typed = valuesOf(draft)
  // The person at the desk compares the names with the document.
  const values = { ...typed, name: fixLetters(typed.name), lastname: fixLetters(typed.lastname) }
  return { ...whole, birthday: draft.fechanac, values, file: photo }
}

type HandlerProps = Omit<OpenApplicationProps, 'id' | 'known'>

interface ApplicationFormProps extends HandlerProps {
  application: LoadedApplication
  known?: string
}

/** The photo beside the form of a new rider, or beside that of a known one, in which the desk decides. */
function ApplicationForm({ application, known, ...handlers }: ApplicationFormProps) {
  const { turn, values, file, category } = application
  /** The rider whose form is shown, with what the desk had typed already. */
  const [shown, show] = useState<{ known?: string; values: Values }>({ known, values })
  const [isSent, setSent] = useState(false)
  const { value: clubs = [] } = useLoad(
    async (signal) => (await callForOne('GET /api/clubs', { signal })).clubs,
    'clubs',
  )
  const form = {
    application: {
      ...{ ...application, values: shown.values, photo: file, note: signingText(application) },
      onDecided: handlers.onDecided,
      onKnown: (holder: string, typed: Values) => show({ known: holder, values: typed }),
    },
    clubs,
    onSend: () => setSent(true),
    onSaved: (pilot: Pilot) =>
      handlers.onApproved({ pilot, done: shown.known ? 'edited' : 'registered', hasApplied: true, category }),
  }
  return (
    <div className={styles.opened}>
      <title>{`Turno ${turnText(turn)} · PilotOS`}</title>
      <Applicant application={application} {...handlers} />
      <div>
        <div role="alert">
          {/* While it is sent, it is this desk that registers the rider. */}
          {known && !shown.known && !isSent && (
            <Notice kind="warning">
              <p>{meanwhile('registró este documento', 'Otra mesa')}.</p>
              <Button onClick={() => show({ known, values })}>Ver las diferencias</Button>
            </Notice>
          )}
        </div>
        {shown.known ? <EditForm id={shown.known} {...form} /> : <BlankForm isFollowUp={false} {...form} />}
      </div>
    </div>
  )
}

/** Loads the photo as a file, as if it was chosen in the form. One that is gone is left out. */
async function loadPhoto(name: string, signal: AbortSignal): Promise<File | undefined> {
  const response = await request(photoPath(name), { signal })
  if (!response.ok) return undefined
  return new File([await response.blob()], name, { type: 'image/jpeg' })
}

/** The person who stands at the desk, to be compared with the document, and the ways not to approve. */
function Applicant({ application, ...handlers }: Omit<ApplicationFormProps, 'known'>) {
  const { id, turn, name, document: its, minor, known, photo, category, birthday, waiver } = application
  const [open, setOpen] = useState<'refuse' | 'remove'>()
  const event = useCurrentEvents().value?.open
  const asked = event && categoryOf(event, { category })
  const refuse = () => setOpen('refuse')
  useActionKeys({ [actionKeys.leaveOut]: refuse })
  const facts = [
    known ? 'Ya registrado' : 'Nuevo',
    birthday && `${formatDate(birthday)}, ${count(ageOn(birthday, today()), 'año')}`,
    asked && `Pide ${categoryTitle(asked)}`,
    signingText(application),
  ]
  return (
    <section className={styles.applicant} aria-label={`Turno ${turnText(turn)}`}>
      <Photo className={styles.face} src={photo ? photoPath(photo) : undefined} alt="Foto del teléfono" />
      <div>
        <h1>
          <span className={parts.number}>{turnText(turn)}</span> {name}
        </h1>
        <p className={styles.document}>
          {its || 'Sin documento'} {minor && <b className={styles.minor}>{minorText}</b>}
        </p>
        {facts.map((fact) => fact && <p key={fact}>{fact}</p>)}
      </div>
      <div className={layout.wrap}>
        <Button className={button.danger} aria-keyshortcuts={actionKeys.leaveOut} onClick={refuse}>
          Rechazar <kbd>{actionKeys.leaveOut}</kbd>
        </Button>
        <Link className={button.button} to={approvalPath()}>
          Volver
        </Link>
        <Menu
          groups={[[{ name: 'Quitar el turno', isDangerous: true, onChoose: () => setOpen('remove') }]]}
        />
      </div>
      {waiver && <Signature strokes={waiver.strokes} label="Firma del deslinde" />}
      {open === 'refuse' && (
        <RefuseDialog application={application} {...handlers} onClose={() => setOpen(undefined)} />
      )}
      {open === 'remove' && (
        <Confirmation
          title={`¿Quitar el turno ${turnText(turn)}?`}
          action="Quitar"
          confirm={async () => {
            await call('DELETE /api/applications/:id', { params: { id } })
            handlers.onDone(`Se quitó el turno ${turnText(turn)}.`)
          }}
          onClose={() => setOpen(undefined)}
        >
          <p>
            Se borra lo que escribió {name}, sin rastro, y su teléfono no recibe ningún motivo. Es para
            pruebas y repetidos: si falta algo, use «Rechazar».
          </p>
        </Confirmation>
      )}
    </section>
  )
}

/** Says whether the rider has signed the waiver: on the phone, perhaps below an earlier text, or before. */
function signingText({ signed, waiver }: Pick<LoadedApplication, 'signed' | 'waiver'>): string | undefined {
  if (signed === undefined && !waiver) return undefined
  const adult = waiver?.guardian && `, con ${waiver.guardian.name} (${waiver.guardian.document})`
  if (signed !== false) return `Deslinde firmado${adult ?? ''}`
  const due = waiver ? `Firmó otro texto del deslinde (versión ${waiver.version})` : waiverDueText
  return `${due}: se firma en la mesa, después de aprobar`
}

interface RefuseDialogProps extends Omit<HandlerProps, 'onApproved'> {
  application: LoadedApplication
  onClose: () => void
}

function RefuseDialog({ application: { id, turn, name }, onDone, onDecided, onClose }: RefuseDialogProps) {
  async function refuse(reason: string) {
    try {
      await callForOne('POST /api/applications/:id/refuse', { params: { id }, body: { reason } })
      onDone(`Se rechazó el turno ${turnText(turn)}: su teléfono muestra el motivo.`)
    } catch (error) {
      if (!(error instanceof ApiError && error.details.turn)) throw error
      onDecided(error)
    }
  }
  return (
    <ReasonDialog
      title={`Rechazar a ${name}`}
      action="Rechazar"
      hint="Se muestra en su teléfono, por ejemplo: Falta la licencia del año"
      maxLength={maxRefusal}
      missing="Escriba el motivo: se lee en su teléfono"
      confirm={refuse}
      onClose={onClose}
    />
  )
}
