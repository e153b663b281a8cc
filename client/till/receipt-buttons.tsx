/** The receipt of a payment for the person who paid: on paper, or as a picture. */
import { useState } from 'react'
import type { Payment } from '#domain/till/lines'
import { callForList } from '../api/call.ts'
import { callForFile } from '../api/files.ts'
import button from '../ui/button.module.css'
import { useAction } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Failure } from '../ui/notice.tsx'
import { canSharePictures, DownloadStatus, givePicture, useDownload } from '../ui/run.tsx'

/** Without a printer of receipts, the receipt is saved as a PDF. */
export function ReceiptButtons({ payment: { receipt } }: { payment: Pick<Payment, 'receipt'> }) {
  const params = { id: receipt }
  const download = useDownload()
  const [isPrinting, setPrinting] = useState(false)
  const { run, isBusy, error } = useAction(async () => {
    const jobs = await callForList('POST /api/payments/:id/print', { params })
    setPrinting(jobs.length > 0)
    if (jobs.length === 0)
      download.start('el recibo', (onBytes, signal) =>
        callForFile(
          'GET /api/payments/:id/receipt.pdf',
          { params, query: {}, signal },
          'recibo.pdf',
          onBytes,
        ),
      )
  })
  const send = () =>
    download.start(
      'la imagen',
      (onBytes, signal) =>
        callForFile('GET /api/payments/:id/receipt.png', { params, signal }, 'recibo.png', onBytes),
      async (file) => {
        await givePicture(file)
        return canSharePictures() ? undefined : 'La imagen se descargó: adjúntela en el chat.'
      },
    )
  return (
    <>
      <div className={layout.wrap}>
        <button type="button" className={button.button} aria-disabled={isBusy} onClick={run}>
          Imprimir recibo
        </button>
        <button type="button" className={button.button} aria-disabled={download.isBusy} onClick={send}>
          Enviar recibo
        </button>
      </div>
      {isPrinting && <p role="status">El recibo va a la impresora.</p>}
      {error && <Failure error={error} />}
      <DownloadStatus download={download} />
    </>
  )
}
