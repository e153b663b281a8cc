/** The dialog in which a rider signs the waiver on this screen, or in which staff note a signature on paper. */
import type { CredentialPilot } from '#domain/api/wire'
import { fullName, isMinor } from '#domain/pilots/pilot'
import { waiverChanged } from '#domain/signing/problems'
import { today } from '#domain/text/date'
import type { SignedInfo } from '#domain/waivers/schemas'
import { signedText } from '#domain/waivers/signature'
import type { CurrentWaiver } from '#domain/waivers/waiver'
import { ApiError, callForOne } from '../api/call.ts'
import { useWaiver } from '../api/event-list.ts'
import type { Loaded } from '../api/load.ts'
import { useSession } from '../api/session.ts'
import {
  GuardianFields,
  SignatureFields,
  type Signing,
  SigningSheet,
  signatureBody,
  signingProblems,
  unsigned,
} from '../signing/signature-fields.tsx'
import { Dialog, FormDialog, useLeaving } from '../ui/dialog.tsx'
import { useForm } from '../ui/form.tsx'
import { Awaited, Notice } from '../ui/notice.tsx'

interface SignDialogProps {
  pilot: CredentialPilot
  /** True if the rider has signed on paper, which somebody of the staff has seen. */
  isPaper: boolean
  onSigned: (signed: SignedInfo) => void
  onClose: () => void
}

export function SignDialog(props: SignDialogProps) {
  const { pilot, isPaper, onClose } = props
  const { signed, waiverDue } = pilot
  const load = useWaiver()
  const [waiver] = load.value ?? []
  const isDone = waiverDue === undefined && signed && (isPaper || !signed.paper)
  const title = isPaper ? `${fullName(pilot)} firmó en papel` : `Firma de ${fullName(pilot)}`
  if (waiver && !isDone) return <SignForm {...props} title={title} load={load} waiver={waiver} />
  return (
    <Dialog title={title} cancel="Cerrar" onClose={onClose}>
      <Awaited load={load}>
        {() => (
          <p>
            {isDone
              ? `Ya ${signedText(signed)}. No hace falta otra firma.`
              : 'Este evento ya no tiene un deslinde que firmar.'}
          </p>
        )}
      </Awaited>
    </Dialog>
  )
}

interface SignFormProps extends SignDialogProps {
  title: string
  load: Loaded<CurrentWaiver[]>
  waiver: CurrentWaiver
}

/** The drawing belongs to the text that was read: below another text, the rider draws again. */
function SignForm({ pilot, isPaper, title, load, waiver, onSigned, onClose }: SignFormProps) {
  const { user } = useSession()
  const hasAdult = isMinor(pilot, today())
  const drawnBelow = ({ hash, ...signing }: Signing & { hash: string }): Signing =>
    hash === waiver.hash ? signing : { ...signing, strokes: '' }
  const form = useForm({
    stored: { ...unsigned, guardian_name: pilot.apoderado ?? '', hash: '' },
    check: (values) => {
      const problems = signingProblems(drawnBelow(values), hasAdult)
      return isPaper ? { ...problems, strokes: undefined } : problems
    },
    async send(values) {
      const { strokes, ...adult } = signatureBody(drawnBelow(values), hasAdult)
      const body = { hash: waiver.hash, ...adult, ...(isPaper ? { paper: true } : { strokes }) }
      try {
        onSigned(await callForOne('POST /api/pilots/:id/waiver', { params: { id: pilot.id }, body }))
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) load.reload()
        throw error
      }
    },
  })
  const { values, problems } = form
  const hasOtherText = values.strokes !== '' && values.hash !== waiver.hash
  const { leaving, question } = useLeaving(
    form.isChanged,
    'La firma se perderá',
    `La firma de ${fullName(pilot)} todavía no se guardó.`,
  )
  const fields = {
    value: drawnBelow(values),
    problems,
    onChange: (changes: Partial<Signing>) =>
      form.change({ ...changes, ...(changes.strokes !== undefined && { hash: waiver.hash }) }),
  }
  const save = isPaper ? 'Anotar' : 'Guardar la firma'
  return (
    <>
      <FormDialog
        title={title}
        isTall={!isPaper}
        action={form.isBusy ? 'Guardando…' : save}
        form={form}
        askBeforeClose={leaving(onClose)}
        onClose={onClose}
      >
        {hasOtherText && !form.error && (
          <Notice kind="warning">
            <p role="alert">{waiverChanged}</p>
          </Notice>
        )}
        {isPaper ? (
          <>
            <p>
              Es para una firma que usted vio en papel, debajo de la versión {waiver.version} del texto. Queda
              anotado que la vio <b>{user ?? 'esta laptop'}</b>, y cuándo.
            </p>
            {hasAdult && <GuardianFields {...fields} />}
          </>
        ) : (
          <SigningSheet>
            <SignatureFields text={waiver.text} isMinor={hasAdult} {...fields} />
          </SigningSheet>
        )}
      </FormDialog>
      {question}
    </>
  )
}
