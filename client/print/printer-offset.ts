/** The offset of the printer: the typed one, or the one that the server remembers. */
import { useState } from 'react'
import { isOffset, type Offset } from '#domain/cards'
import { staffApi } from '../api/staff-api.ts'
import { useLoad } from '../api/use-load.ts'

export interface PrinterOffset {
  /** The text of both fields, absent until the remembered offset is loaded. */
  typed?: readonly string[]
  setTyped(typed: readonly string[]): void
  /** Says why the remembered offset is not loaded. */
  error?: Error
  reload(): void
}

export function usePrinterOffset(): PrinterOffset {
  const { value, error, reload } = useLoad((signal) => staffApi.printer(signal), 'printer')
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

function formatLength(length: number): string {
  return String(length).replace('.', ',')
}
