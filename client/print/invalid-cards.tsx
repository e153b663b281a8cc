/** The warning of the print dialog that some of the cards are expired or suspended. */
import { useState } from 'react'
import { count, figure } from '#domain/text/text'
import type { PrintPreview } from '#domain/web/schemas'
import { type Selection, staffApi } from '../api/staff-api.ts'
import { useLoad } from '../api/use-load.ts'
import { Notice } from '../ui/notice.tsx'
import styles from './print-dialog.module.css'

/** Shows nothing while the number is not known: the cards can be printed all the same. */
export function InvalidCards({ order }: { order: Selection }) {
  const [cards] = useState(order)
  const { value } = useLoad((signal) => staffApi.previewPrint(cards, signal), 'cards')
  return (
    <div role="status" className={styles.invalid}>
      {value && value.expired + value.suspended > 0 && (
        <Notice kind="warning">
          <p>
            <b>{warningText(value)}</b> Se {value.total === 1 ? 'imprime' : 'imprimen'} igual, con su fecha.
          </p>
        </Notice>
      )}
    </div>
  )
}

function warningText({ total, expired, suspended }: PrintPreview): string {
  if (total === 1) return `Esta credencial está ${expired ? 'vencida' : 'suspendida'}.`
  const kinds = [
    expired > 0 && count(expired, 'está vencida', 'están vencidas'),
    suspended > 0 && count(suspended, 'está suspendida', 'están suspendidas'),
  ].filter(Boolean)
  return `De ${figure(total)} credenciales, ${kinds.join(' y ')}.`
}
