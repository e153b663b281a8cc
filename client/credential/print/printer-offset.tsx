/** The offset of the printer, typed or as the server remembers it, and its fields. */

import { useState } from 'react'
import { isOffset, type Offset } from '#domain/credential/cards'
import { callForOne } from '../../api/call.ts'
import { useLoad } from '../../api/load.ts'
import { TextField } from '../../ui/field.tsx'
import { Failure, Loading } from '../../ui/notice.tsx'
import styles from './print-dialog.module.css'

interface PrinterOffset {
  /** The text of both fields, absent until the remembered offset is loaded. */
  typed?: readonly string[]
  setTyped(typed: readonly string[]): void
  /** Says why the remembered offset is not loaded. */
  error?: Error
  reload(): void
}

export function usePrinterOffset(): PrinterOffset {
  const { value, error, reload } = useLoad((signal) => callForOne('GET /api/print', { signal }), 'printer')
  const [changed, setTyped] = useState<readonly string[]>()
  return { typed: changed ?? value?.offset.map(formatLength), setTyped, error, reload }
}

/**
 * Returns the offset in millimetres, in which an emptied field counts as 0, and null if it is invalid. Returns
 * undefined before the remembered offset is loaded: the server then applies it.
 */
export function readOffset(typed: readonly string[] | undefined): Offset | undefined | null {
  const offset = typed?.map((text) => Number(text.trim().replace(',', '.')))
  return offset === undefined || isOffset(offset) ? offset : null
}

const labels = ['A la derecha (mm)', 'Hacia abajo (mm)']

interface OffsetFieldsProps {
  offset: PrinterOffset
  problem?: string
}

export function OffsetFields({ offset: { typed, setTyped, error, reload }, problem }: OffsetFieldsProps) {
  if (!typed) return error ? <Failure hasUnsavedData error={error} retry={reload} /> : <Loading />
  return (
    <div className={styles.offset}>
      {labels.map((label, axis) => (
        <TextField
          key={label}
          name={`offset-${axis}`}
          label={label}
          problem={problem}
          inputMode="decimal"
          value={typed[axis] ?? ''}
          onChange={(changed) => setTyped(typed.map((text, index) => (index === axis ? changed : text)))}
        />
      ))}
    </div>
  )
}

function formatLength(length: number): string {
  return String(length).replace('.', ',')
}
