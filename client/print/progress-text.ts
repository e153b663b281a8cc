/** The Spanish sentence about a print that is prepared, or that waits for others. */
import { atTheLaptop } from '#domain/author'
import { count, figure } from '#domain/text/text'
import type { Progress } from './print-run.ts'

/** `user` is the account of this page, or null if nobody has signed in, which is possible only at the laptop. */
export function progressText(
  { before, waits_for: first, done, total }: Progress,
  user: string | null,
): string {
  if (!first) return `Preparando el PDF… ${total > 0 ? `${figure(done)} de ${figure(total)}` : ''}`
  const others = before > 1 ? ` y ${count(before - 1, 'impresión', 'impresiones')} más` : ''
  const progress = `${figure(first.done)} de ${figure(first.total)} credenciales`
  return `Espera su turno: antes va ${printOf(first.by, user)} (${progress})${others}.`
}

/** Names the print of an author. The laptop is «esta laptop» only on itself. */
function printOf(by: string, user: string | null): string {
  if (by === user) return 'otra impresión suya'
  if (by !== atTheLaptop) return `la impresión de ${by}`
  return user === null ? 'otra impresión de esta laptop' : 'la impresión de la laptop'
}
