/** The dialog in which a rider signs the waiver on the device of a gate. */
import { useState } from 'react'
import type { GatePilot } from '#domain/gate/schemas'
import { waiverChanged } from '#domain/signing/problems'
import { count } from '#domain/text/text'
import { ApiError, type ItemOf } from '../api/call.ts'
import {
  SignatureFields,
  SigningSheet,
  signatureBody,
  signingProblems,
  unsigned,
} from '../signing/signature-fields.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { useForm } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import type { SignatureDrawing } from './gate-memory.ts'
import { RiderName } from './rider-search.tsx'
import styles from './scan-answers.module.css'

export interface SigningDialogProps {
  pilot: GatePilot
  waiver: ItemOf<'GET /api/waiver'>
  /** The number of scans that wait until the dialog is closed. */
  held: number
  /** Loads the text again. @throws ApiError */
  reload: () => Promise<SigningDialogProps['waiver']>
  /** Stores the signature below the text of a hash. @throws ApiError */
  onSign: (hash: string, drawing: SignatureDrawing) => Promise<void>
  onClose: () => void
}

export function SigningDialog({ pilot, waiver, held, reload, onSign, onClose }: SigningDialogProps) {
  const isMinor = pilot.minor === true
  /** The new text, once the first one has changed meanwhile. */
  const [changed, setChanged] = useState<SigningDialogProps['waiver']>()
  const { text, hash } = changed ?? waiver
  const form = useForm({
    stored: unsigned,
    check: (values) => signingProblems(values, isMinor),
    async send(values) {
      try {
        await onSign(hash, signatureBody(values, isMinor))
        return values
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error
        setChanged(await reload())
        return { ...values, strokes: '' }
      }
    },
  })
  return (
    <FormDialog title="Deslinde" action="Guardar la firma" isWide isTall form={form} onClose={onClose}>
      <SigningSheet>
        <p className={styles.signer}>
          <RiderName rider={pilot} />
        </p>
        {changed && <Notice kind="warning">{`${waiverChanged}.`}</Notice>}
        <SignatureFields
          text={text}
          isMinor={isMinor}
          value={form.values}
          problems={form.problems}
          onChange={form.change}
        />
        <p role="status">{held > 0 && `${count(held, 'lectura')} por registrar, al cerrar esta firma.`}</p>
      </SigningSheet>
    </FormDialog>
  )
}
