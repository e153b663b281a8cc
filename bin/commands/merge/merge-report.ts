/** Writes the report of a merge for the terminal. */

import type { MergeConflict, MergedRider, MergeReport, MergeValue } from '#domain/merge/calls'
import { accountText } from '#domain/merge/merge'
import { formatMoment } from '#domain/text/date'
import { count, enumerate, figure } from '#domain/text/text'
import { say } from '../../terminal/output.ts'
import { canAsk, confirm } from '../../terminal/questions.ts'

/** Prints all that a person should know before a merge, except the counts. */
export function sayMerge(report: MergeReport): void {
  const { desk, conflicts, questions, kept, revoked, cards, numbers, accounts, events, passages, photos } =
    report
  say(`Datos de ${desk}`)
  sayConflicts(conflicts, desk)
  sayAll(
    questions,
    (n) =>
      `${count(n, 'piloto')} con el mismo nombre y fecha de nacimiento y otro documento: quedan como dos personas`,
    ({ this: one, other }) => `${riderText(one)}; en ${desk}, ${riderText(other)}`,
  )
  sayAll(
    kept,
    (n) => `${count(n, 'piloto')} que una mesa borró y la otra cambió: no se ${n === 1 ? 'borra' : 'borran'}`,
    (rider) => `${riderText(rider)}: borrado el ${changedText(rider.removed)}`,
  )
  sayAll(
    revoked,
    (n) =>
      `${count(n, 'credencial anulada', 'credenciales anuladas')} en una mesa: no ${n === 1 ? 'vale' : 'valen'} en ninguna`,
    (rider) => `${riderText(rider)}: se anuló ${rider.code} el ${formatMoment(rider.at)}`,
  )
  sayAll(
    cards,
    (n) => `${count(n, 'piloto')} con una credencial de cada mesa: valen las dos`,
    (rider) => `${riderText(rider)}: también vale ${rider.code}`,
  )
  sayAll(
    numbers,
    (n) =>
      `${count(n, 'Numero de Piloto repetido', 'Numeros de Piloto repetidos')}: no se ${n === 1 ? 'cambia' : 'cambian'}`,
    ({ modalidad, npiloto, riders }) => `${npiloto} en ${modalidad}: ${enumerate(riders.map(riderText))}`,
  )
  if (report.erased > 0)
    say(`${count(report.erased, 'piloto')} que una mesa borró para siempre: no vuelve en ninguna`)
  const added = accounts.filter(({ isAdded }) => isAdded).map(accountText)
  if (added.length > 0) say(`${count(added.length, 'cuenta nueva', 'cuentas nuevas')}: ${enumerate(added)}`)
  if (events.length > 0)
    say(`${count(events.length, 'evento nuevo', 'eventos nuevos')}: ${enumerate(events.map(eventText))}`)
  const more = [passages > 0 && count(passages, 'lectura'), photos > 0 && count(photos, 'foto')]
  const parts = more.filter((part) => part !== false)
  if (parts.length > 0) say(`También: ${enumerate(parts)}`)
}

/** The most persons who are named. */
const mostNamed = 20

/** Says whom the list of another desk names and, once it is decided, what becomes of them. */
export function sayErases(riders: readonly MergedRider[], desk: string, eraseToo?: boolean): void {
  if (riders.length === 0) return
  const more = riders.length - mostNamed
  say(
    [
      `${count(riders.length, 'persona')} que ${desk} borró para siempre, y que aquí ${riders.length === 1 ? 'está' : 'están'}:`,
      ...riders.slice(0, mostNamed).map((one) => `  ${riderText(one)}`),
      ...(more > 0 ? [`  … y ${figure(more)} más`] : []),
      ...(eraseToo === undefined ? [] : [eraseToo ? erasedToo : notErased]),
    ].join('\n'),
  )
}

const erasedToo =
  'Se borran para siempre también aquí; siguen en las copias de la carpeta backups, que usted puede borrar.'
const notErased = 'No se borra a nadie aquí, salvo con --erase-too.'

/** Says whom the list of another desk names, and asks whether they are erased here too, unless `eraseToo` says so. */
export async function askErases(
  riders: readonly MergedRider[],
  desk: string,
  eraseToo: boolean,
): Promise<boolean> {
  const isOpen = riders.length > 0 && !eraseToo && canAsk()
  sayErases(riders, desk, isOpen ? undefined : eraseToo)
  if (!isOpen) return eraseToo
  return confirm(
    `¿Borrar para siempre también aquí a ${count(riders.length, 'persona')}? Siguen en las copias`,
  )
}

/** Says which accounts with the role admin stay out, and how they come along. */
export function sayAdmins({ accounts, desk }: MergeReport): void {
  const out = accounts.filter(({ isAdded }) => !isAdded).map(({ user }) => user)
  if (out.length === 0) return
  const title = count(out.length, 'cuenta de admin', 'cuentas de admin')
  say(
    `${title} de ${desk} que no ${out.length === 1 ? 'entra' : 'entran'}, salvo con --admins: ${enumerate(out)}`,
  )
}

function eventText({ name, isOpen }: MergeReport['events'][number]): string {
  return `«${name}»${isOpen ? ', que queda abierto' : ''}`
}

function sayConflicts(conflicts: readonly MergeConflict[], desk: string): void {
  sayAll(
    conflicts,
    (n) => `${count(n, 'dato')} que las dos mesas cambiaron; la flecha dice cuál queda`,
    (conflict) => conflictText(conflict, desk),
  )
}

/** Returns a rider, a field, and its two values: with an arrow the one that stays. */
export function conflictText(conflict: MergeConflict, desk: string): string {
  const { name, id_driver, label, side, onlySide } = conflict
  const line = (of: 'this' | 'other') =>
    `    ${of === side ? '→' : ' '} ${of === 'this' ? 'aquí' : `en ${desk}`}: ${valueText(conflict[of])}`
  const reason = onlySide === undefined ? [] : [`      ${onlySide}`]
  return [`${name} (${id_driver}), ${label}`, line('this'), line('other'), ...reason].join('\n')
}

/** Returns a value of a conflict, with who changed it where and when. */
function valueText(value: MergeValue): string {
  const origin = value.at || value.by ? ` (${changedText(value)})` : ''
  return `${value.value || 'nada'}${origin}`
}

function changedText({ by, at, desk }: Omit<MergeValue, 'value'>): string {
  const parts = [at && formatMoment(at), by && `por ${by}`, desk && `en ${desk}`]
  return parts.filter(Boolean).join(', ')
}

function riderText({ name, document, id_driver }: MergedRider): string {
  return `${name} (${document || id_driver})`
}

function sayAll<Item>(
  items: readonly Item[],
  title: (n: number) => string,
  text: (item: Item) => string,
): void {
  if (items.length > 0) say([`${title(items.length)}:`, ...items.map((item) => `  ${text(item)}`)].join('\n'))
}

/** Counts the pilots of a merge on one line. */
export function mergeSummary(report: MergeReport, isDryRun: boolean): string {
  const { same, joined, removed, conflicts } = report
  const chosen = conflicts.filter(({ isChosen }) => isChosen).length
  const parts = [
    count(report.new, 'nuevo'),
    count(same, 'igual', 'iguales'),
    count(joined, 'unido'),
    removed > 0 && count(removed, 'borrado'),
    chosen > 0 && count(chosen, 'dato elegido', 'datos elegidos'),
    `${count(conflicts.length - chosen, 'dato')} en conflicto`,
  ].filter(Boolean)
  return `${isDryRun ? 'Ensayo, no se guardó nada: ' : ''}${parts.join(', ')}\n`
}
