/** One application at the desk: the photo beside the document, and the form of a new rider, or that of a known one. */
import { useEffect, useState } from 'react'
import { approvalPath, photoPath } from '#domain/api/addresses'
import { maxRefusal, turnText } from '#domain/applications/application'
import type { ApplicationInfo, WholeApplication } from '#domain/applications/calls'
import { categoryOf, categoryTitle } from '#domain/events/categories/category'
import { minorText, type Pilot, type StoredDraft } from '#domain/pilots/pilot'
import { ageOn, formatDate, today } from '#domain/text/date'
import { count, meanwhile } from '#domain/text/text'
import { ApiError, call, callForOne, request } from '../api/call.ts'
import { useCurrentEvents } from '../api/event-list.ts'
import { useLoad } from '../api/load.ts'
import { BlankForm, EditForm } from '../pilots/form/form-screen.tsx'
import { type Values, valuesOf } from '../pilots/form/pilot-values.ts'
import { Signature } from '../signing/signature-pad.tsx'
import { waiverDueText } from '../signing/waiver-line.tsx'
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
  application: ApplicationInfo
  clubs: readonly string[]
  onApproved: (pilot: Pilot, isKnown: boolean) => void
  /** Receives what was done instead. */
  onDone: (text: string) => void
  /** Is called if somebody else has decided. */
  onDecided: (refusal: ApiError) => void
}

/** Loads the values and the photo, and decides on them. */
export function OpenApplication({ application, clubs, onDecided, ...handlers }: OpenApplicationProps) {
  const { id, turn, known } = application
  /** The rider whose form is shown, with what the desk had typed already. */
  const [shown, show] = useState<{ known?: string; values?: Values }>({ known })
  const [isSent, setSent] = useState(false)
  const { value, error, reload } = useLoad((signal) => loadWhole(id, signal), id)
  const refusal = error instanceof ApiError && error.details.turn ? error : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (refusal) onDecided(refusal)
  }, [refusal])
  if (!value)
    return error && !refusal ? (
      <Failure error={error} retry={reload}>
        <Link className={button.button} to={approvalPath()}>
          Volver a la lista
        </Link>
      </Failure>
    ) : (
      <Loading />
    )
  const form = {
    application: {
      ...{ ...value, ...(shown.values && { values: shown.values }), id, onDecided },
      onKnown: (holder: string, values: Values) => show({ known: holder, values }),
    },
    clubs,
    onSend: () => setSent(true),
    onSaved: (pilot: Pilot) => handlers.onApproved(pilot, shown.known !== undefined),
  }
  return (
    <div className={styles.opened}>
      <title>{`Turno ${turnText(turn)} · PilotOS`}</title>
      <Applicant
        {...{ application, ...handlers, onDecided }}
        birthday={value.birthday}
        note={value.note}
        waiver={value.waiver}
      />
      <div>
        <div role="alert">
          {/* While it is sent, it is this desk that registers the rider. */}
          {known && !shown.known && !isSent && (
            <Notice kind="warning">
              <p>{meanwhile('registró este documento', 'Otra mesa')}.</p>
              <Button onClick={() => show({ known })}>Ver las diferencias</Button>
            </Notice>
          )}
        </div>
        {shown.known ? <EditForm id={shown.known} {...form} /> : <BlankForm isFollowUp={false} {...form} />}
      </div>
    </div>
  )
}

async function loadWhole(id: string, signal: AbortSignal) {
  const whole = await callForOne('GET /api/applications/:id', { params: { id }, signal })
  const { data_driver, version, photo, consent, signed, waiver } = whole
  const draft = JSON.parse(data_driver) as StoredDraft
  return {
    values: valuesOf(draft),
    birthday: draft.fechanac,
    version,
    consent,
    waiver,
    note: signingText(signed, waiver),
    photo: photo ? await loadPhoto(photo, signal) : undefined,
  }
}

/** Loads the photo as a file, as if it was chosen in the form. One that is gone is left out. */
async function loadPhoto(name: string, signal: AbortSignal): Promise<File | undefined> {
  const response = await request(photoPath(name), { signal })
  if (!response.ok) return undefined
  return new File([await response.blob()], name, { type: 'image/jpeg' })
}

interface ApplicantProps extends Pick<OpenApplicationProps, 'application' | 'onDone' | 'onDecided'> {
  birthday?: string
  /** Says whether the waiver is signed. */
  note?: string
  waiver: WholeApplication['waiver']
}

/** The person who stands at the desk, to be compared with the document, and the ways not to approve. */
function Applicant({ application, birthday, note, waiver, onDone, onDecided }: ApplicantProps) {
  const { id, turn, name, document: its, minor, known, photo, category } = application
  const [open, setOpen] = useState<'refuse' | 'remove'>()
  const event = useCurrentEvents().value?.open
  const asked = event && categoryOf(event, { category })
  const refuse = () => setOpen('refuse')
  useActionKeys({ [actionKeys.leaveOut]: refuse })
  const facts = [
    known ? 'Ya registrado' : 'Nuevo',
    birthday && `${formatDate(birthday)}, ${count(ageOn(birthday, today()), 'año')}`,
    asked && `Pide ${categoryTitle(asked)}`,
    note,
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
        <Menu groups={[[{ name: 'Quitar', isDangerous: true, onChoose: () => setOpen('remove') }]]} />
      </div>
      {waiver && <Signature strokes={waiver.strokes} label="Firma del deslinde" />}
      {open === 'refuse' && (
        <RefuseDialog {...{ application, onDone, onDecided }} onClose={() => setOpen(undefined)} />
      )}
      {open === 'remove' && (
        <Confirmation
          title={`¿Quitar el turno ${turnText(turn)}?`}
          action="Quitar"
          confirm={async () => {
            await call('DELETE /api/applications/:id', { params: { id } })
            onDone(`Se quitó el turno ${turnText(turn)}.`)
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
function signingText(signed?: boolean, waiver?: WholeApplication['waiver']): string | undefined {
  if (signed === undefined && !waiver) return undefined
  const adult = waiver?.guardian && `, con ${waiver.guardian.name} (${waiver.guardian.document})`
  if (signed !== false) return `Deslinde firmado${adult ?? ''}`
  const due = waiver ? `Firmó otro texto del deslinde (versión ${waiver.version})` : waiverDueText
  return `${due}: se firma en la mesa, después de aprobar`
}

interface RefuseDialogProps extends Pick<OpenApplicationProps, 'application' | 'onDone' | 'onDecided'> {
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
