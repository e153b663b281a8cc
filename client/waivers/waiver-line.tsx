/** The line about the waiver of a rider, with the actions of staff: the signature, also on paper, and taking it back. */
import { useState } from 'react'
import { addressOf } from '#domain/api/addresses'
import { fullName } from '#domain/pilots/pilot'
import { waiverDueText } from '#domain/signing/problems'
import { signedText } from '#domain/waivers/signature'
import { call } from '../api/call.ts'
import { useDemand } from '../api/event-list.ts'
import type { RiderProps, TaskProps } from '../api/feature.ts'
import { loadPilot } from '../api/pilots.ts'
import button from '../ui/button.module.css'
import { Confirmation } from '../ui/dialog.tsx'
import { KeyButton } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { actionKeys, useActionKeys } from '../ui/page-events.ts'
import { SignDialog } from './sign-dialog.tsx'

type Step = 'sign' | 'paper' | 'remove'

/** The line of a rider who has signed. */
export function SignedLine(props: RiderProps) {
  return <WaiverLine {...props} isDone />
}

/**
 * Shows the line while the signature is due, with `isWhole` also afterwards, and with `isDone` only then. An open dialog
 * stays. Nothing is shown of a rider who never signed where nobody has to.
 */
export function WaiverLine({ pilot, isWhole, isDone, onChange }: TaskProps & { isDone?: boolean }) {
  const { signed, waiverDue: due } = pilot
  const [open, setOpen] = useState<Step>()
  const isDue = due !== undefined
  const isShown = isDone ? !isDue : isDue || isWhole
  useActionKeys({ [actionKeys.sign]: isDue && isShown ? () => setOpen('sign') : undefined })
  if (!isDue && !signed) return null
  const close = () => setOpen(undefined)
  return (
    <>
      {isShown && <ShownLine pilot={pilot} onOpen={setOpen} />}
      {(open === 'sign' || open === 'paper') && (
        <SignDialog
          pilot={pilot}
          isPaper={open === 'paper'}
          onSigned={(now) => {
            onChange({ ...pilot, waiverDue: undefined, signed: now })
            close()
          }}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <Confirmation
          title="Quitar la firma del deslinde"
          action="Quitar"
          confirm={async () => {
            await call('DELETE /api/pilots/:id/waiver', { params: { id: pilot.id } })
            onChange(await loadPilot(pilot.id))
            close()
          }}
          onClose={close}
        >
          <p>
            <b>{fullName(pilot)}</b> vuelve a quedar sin firmar el deslinde. La firma ya no se ve ni se
            imprime; sigue en los datos guardados hasta que se borre para siempre a la persona.
          </p>
        </Confirmation>
      )}
    </>
  )
}

interface ShownLineProps extends Pick<RiderProps, 'pilot'> {
  onOpen: (step: Step) => void
}

function ShownLine({ pilot: { id, signed, waiverDue: due }, onOpen }: ShownLineProps) {
  const isDue = due !== undefined
  const { isDemanded, stops } = useDemand('waiver')
  const opener = (step: Step, text: string, className = button.button, shortcut?: string) => (
    <KeyButton className={className} name={text} shortcut={shortcut} onClick={() => onOpen(step)} />
  )
  const demanded = isDemanded ? waiverDueText : 'Deslinde sin firmar'
  return (
    <div className={layout.stack} data-waiver>
      <p className={isDue ? (stops ? layout.problem : layout.soft) : undefined}>
        {isDue ? demanded : 'Deslinde'}
        {signed && `: ${[signedText(signed, due), signed.by].filter(Boolean).join(' · ')}`}
      </p>
      <div className={layout.wrap}>
        {isDue && opener('sign', 'Firmar', isDemanded ? button.primary : button.button, actionKeys.sign)}
        {!isDue && signed?.paper && opener('sign', 'Firmar')}
        {isDue && opener('paper', 'Firmó en papel')}
        {signed && (
          <a
            className={button.button}
            href={addressOf('GET /api/pilots/:id/waiver.pdf', { params: { id } })}
            download
          >
            PDF de la firma
          </a>
        )}
        {!isDue && opener('remove', 'Quitar la firma', button.danger)}
      </div>
    </div>
  )
}
