/** The receipt of a payment: what it says, how much change is given back, and its paper or its picture for the person who paid. */
import { type ReactNode, useState } from 'react'
import { maxReason, maxReference } from '#domain/stored/limits'
import { count } from '#domain/text/text'
import type { TillDone } from '#domain/till/calls'
import { cash, meansTexts, type Payment, receiptName, sumOf } from '#domain/till/lines'
import { formatMoney } from '#domain/till/money'
import { callForList, callForOne } from '../api/call.ts'
import { fileOf } from '../api/files.ts'
import { Confirmation, FormDialog, ReasonDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Button, useAction, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Failure } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import { canSharePictures, DownloadStatus, givePicture, useDownload } from '../ui/run.tsx'
import { Figure } from './amounts.tsx'

export const referenceLabel = 'Número de operación'

interface ReceiptDialogProps {
  title?: string
  /** The lines of the receipt, one for each rider. */
  lines: readonly Payment[]
  onClose: () => void
  /** The buttons of what else can be done about it. */
  children?: ReactNode
}

export function ReceiptDialog({ title, lines, onClose, children }: ReceiptDialogProps) {
  const [first] = lines
  const [reference, setReference] = useState(first?.reference)
  const [isAdding, setAdding] = useState(false)
  if (!first) return null
  const payment = { ...first, reference }
  const { means, currency, handed } = payment
  const cents = sumOf(lines)
  const riders = lines.length > 1 && count(lines.length, 'piloto')
  return (
    <>
      <Confirmation
        title={title ?? (cents < 0 ? 'Devuelto' : 'Cobrado')}
        action="Listo"
        isActionFocused
        cancel={undefined}
        confirm={async () => onClose()}
        onClose={onClose}
      >
        <p className={parts.lead} role="status">
          Recibo {receiptName(payment)}
        </p>
        <p>
          {[formatMoney(Math.abs(cents), currency), ...meansTexts(payment), riders]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {handed !== undefined && <Figure words="Vuelto" amount={formatMoney(handed - cents, currency)} />}
        <ReceiptButtons id={payment.receipt}>
          {means !== cash && !reference && payment.voids === undefined && (
            <Button onClick={() => setAdding(true)}>Anotar el número</Button>
          )}
          {children}
        </ReceiptButtons>
      </Confirmation>
      {isAdding && (
        <ReferenceDialog
          payment={payment}
          onAdded={(added) => {
            setReference(added)
            setAdding(false)
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

interface ReferenceDialogProps extends Pick<ReceiptDialogProps, 'onClose'> {
  payment: Payment
  onAdded: (reference: string) => void
}

/** Adds the number of the operation to a payment that was made before the desk had it. */
function ReferenceDialog({ payment: { event, receipt }, onAdded, onClose }: ReferenceDialogProps) {
  const form = useForm({
    stored: { reference: '' },
    async send(body) {
      await callForOne('POST /api/payments/:id/reference', {
        params: { id: receipt },
        body: { event, ...body },
      })
      onAdded(body.reference.trim())
    },
  })
  return (
    <FormDialog title="Anotar el número" action="Anotar" form={form} onClose={onClose}>
      <TextField {...form.field('reference')} label={referenceLabel} maxLength={maxReference} />
    </FormDialog>
  )
}

interface VoidDialogProps {
  payment: Payment
  onVoided?: (done: TillDone) => void
  onClose: () => void
}

export function VoidDialog({ payment, onVoided, onClose }: VoidDialogProps) {
  const { event, receipt } = payment
  return (
    <ReasonDialog
      title="Anular"
      action="Anular"
      maxLength={maxReason}
      confirm={async (reason) => {
        const body = { event, reason }
        onVoided?.(await callForOne('POST /api/payments/:id/void', { params: { id: receipt }, body }))
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        El recibo {receiptName(payment)} se anula entero, con otro recibo: también para los demás pilotos que
        estén en él.
      </p>
    </ReasonDialog>
  )
}

/** Returns the lines of the receipt that an order has made. The riders have none of an event that is over. */
export function receiptOf({ pilots, payment }: TillDone): Payment[] {
  const all = pilots.flatMap(({ payments = [] }) => payments)
  const lines = all.filter(({ receipt }) => receipt === payment?.receipt)
  return lines.length > 0 || !payment ? lines : [payment]
}

/** Without a printer of receipts, the receipt is saved as a PDF. */
function ReceiptButtons({ id, children }: { id: string; children: ReactNode }) {
  const params = { id }
  const download = useDownload()
  const [isPrinting, setPrinting] = useState(false)
  const { run, isBusy, error } = useAction(async () => {
    const jobs = await callForList('POST /api/payments/:id/print', { params })
    setPrinting(jobs.length > 0)
    if (jobs.length > 0) return
    const paper = fileOf('GET /api/payments/:id/receipt.pdf', { params, query: {} }, 'recibo.pdf')
    download.start('el recibo', paper)
  })
  const send = () =>
    download.start(
      'la imagen',
      fileOf('GET /api/payments/:id/receipt.png', { params }, 'recibo.png'),
      async (file) => {
        await givePicture(file)
        return canSharePictures() ? undefined : 'La imagen se descargó: adjúntela en el chat.'
      },
    )
  return (
    <>
      <div className={layout.wrap}>
        <Button aria-disabled={isBusy} onClick={run}>
          Imprimir recibo
        </Button>
        <Button aria-disabled={download.isBusy} onClick={send}>
          Enviar recibo
        </Button>
        {children}
      </div>
      {isPrinting && <p role="status">El recibo va a la impresora.</p>}
      {error && <Failure error={error} />}
      <DownloadStatus download={download} />
    </>
  )
}
