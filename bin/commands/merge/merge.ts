/** `pilotos merge`: brings the data of another desk in, after a preview and the choices of a person. */
import { Command, Option } from 'commander'
import type {
  ConflictChoice,
  MergeChoices,
  MergeConflict,
  MergeReport,
  MergeValue,
  SamePerson,
} from '#domain/merge/calls'
import { accountText, type MergeSideName, mergeSides } from '#domain/merge/merge'
import { inTheTerminal } from '#domain/staff/roles'
import { formatMoment } from '#domain/text/date'
import { count, enumerate } from '#domain/text/text'
import { type MergeResult, mergeDesk, type OtherDesk, previewMerge } from '../../../server/merge/merge.ts'
import { readOther } from '../../../server/merge/other-desk.ts'
import { BackupReader } from '../../../server/store/backup/backup-reader.ts'
import { backupFolderOf } from '../../../server/store/data-address.ts'
import type { Stores } from '../../../server/store/shared/stores.ts'
import {
  type DataOptions,
  dataOption,
  type Installed,
  ReportedFailure,
  withStores,
} from '../../terminal/options.ts'
import { print, say } from '../../terminal/output.ts'
import { askErases, canAsk, choose, confirm, riderText, sayErases } from '../../terminal/questions.ts'

interface MergeCommandOptions extends DataOptions {
  dryRun?: boolean
  json?: boolean
  admins?: boolean
  eraseToo?: boolean
  prefer?: MergeSideName
}

export function mergeCommand(installed: Installed): Command {
  return new Command('merge')
    .description('une los datos de otra mesa, de su carpeta o de una copia, después de mostrar qué cambia')
    .argument('<otro>', 'la carpeta de datos o la copia de la otra mesa')
    .addOption(dataOption())
    .option('--dry-run', 'dice qué haría, sin guardar nada')
    .option('--json', 'el resultado como JSON; no pregunta')
    .addOption(
      new Option(
        '--prefer <lado>',
        'donde las dos mesas cambiaron un dato, queda el de aquí o el de la otra; no pregunta',
      ).choices(mergeSides),
    )
    .option('--admins', 'trae también las cuentas de admin de la otra mesa; las demás entran siempre')
    .option('--erase-too', 'borra para siempre también aquí a quienes la otra mesa borró para siempre')
    .addHelpText('after', '\nEjemplo:\n  pilotos merge copia.tar.gz --dry-run')
    .action((path: string, options: MergeCommandOptions) => merge(path, options, installed))
}

async function merge(path: string, options: MergeCommandOptions, installed: Installed): Promise<void> {
  const { data, dryRun = false, json = false, prefer, eraseToo = false } = options
  const other = await readOther(path, new BackupReader(installed))
  const given = {
    prefer,
    eraseToo,
    ...(options.admins && { admins: other.accounts.map(({ user }) => user) }),
  }
  const report = await withStores({ data }, async (stores) => {
    const store = async (choices: MergeChoices) => {
      const by = inTheTerminal
      const result = await mergeDesk(stores, other, { choices, by, folder: backupFolderOf(data) })
      sayStored(result)
      return result.report
    }
    const preview = await previewMerge(stores, other, given)
    if (!json) sayMerge(preview)
    if (dryRun || json || prefer || !canAsk()) {
      sayAdmins(preview)
      sayErases(preview.erases, preview.desk, eraseToo)
      return dryRun ? preview : store(given)
    }
    say(mergeSummary(preview, false).trimEnd())
    const choices = await ask(stores, other, { preview, given })
    return choices && store(choices)
  })
  if (!report) return say('No se unió nada.')
  await print(json ? `${JSON.stringify(report, null, 2)}\n` : mergeSummary(report, dryRun))
  const open = prefer ? 0 : report.conflicts.filter(({ isChosen }) => !isChosen).length
  if (open === 0) return
  if (!json) sayOpen(open, dryRun)
  throw new ReportedFailure(1)
}

/** Prints how the conflicts that nobody has decided can be decided. */
function sayOpen(open: number, dryRun: boolean): void {
  const what = count(open, 'dato')
  if (dryRun)
    say(`Si nadie elige, ${what} en conflicto ${open === 1 ? 'queda' : 'quedan'} como aquí (vea --prefer)`)
  else
    say(
      `Nadie eligió, y ${what} en conflicto ${open === 1 ? 'quedó' : 'quedaron'} como aquí. Para elegir, repita la ` +
        'unión en una terminal, o con --prefer',
    )
}

/** Prints where the backup is, and how the merge is undone. */
function sayStored({ change, saved }: MergeResult): void {
  if (change === undefined) say('No hay nada que traer: aquí está todo lo de la otra mesa.')
  else {
    say(`Lo que había quedó en ${saved}`)
    say(`Para deshacer esta unión: pilotos undo-import ${change}`)
  }
}

/** Asks about everything that a person decides. Returns undefined if the person does not want the merge. */
async function ask(
  stores: Stores,
  other: OtherDesk,
  { preview, given }: { preview: MergeReport; given: MergeChoices },
): Promise<MergeChoices | undefined> {
  const same = await askSame(preview)
  // Two riders who are one may have conflicts of their own.
  const report = same.length > 0 ? await previewMerge(stores, other, { ...given, same }) : preview
  const conflicts = await askConflicts(report)
  if (!conflicts) return undefined
  const admins = [...(given.admins ?? []), ...(await askAdmins(report))]
  const eraseToo = await askErases(report.erases, report.desk, given.eraseToo ?? false)
  const changes = report.new + report.joined + report.removed
  const isAgreed = await confirm(`¿Unir los datos de ${report.desk}? Cambian ${count(changes, 'piloto')}`)
  return isAgreed ? { conflicts, same, admins, eraseToo } : undefined
}

async function askSame({ questions, desk }: MergeReport): Promise<SamePerson[]> {
  const same: SamePerson[] = []
  for (const { this: one, other } of questions) {
    const named = other.name === one.name ? '' : `${other.name}, `
    const both = `${one.name}, ${one.document} aquí y ${named}${other.document} en ${desk}`
    if (await confirm(`¿Son la misma persona? ${both}`))
      same.push({ this: one.id_driver, other: other.id_driver })
  }
  return same
}

/** Returns the names of the admins whose accounts come along. */
async function askAdmins({ accounts, desk }: MergeReport): Promise<string[]> {
  const admins: string[] = []
  for (const { user, isAdded } of accounts) {
    const question = `¿Traer la cuenta de admin ${user} de ${desk}? Podrá ver y cambiar todo aquí`
    if (!isAdded && (await confirm(question))) admins.push(user)
  }
  return admins
}

/** Asks for the side of each conflict. Returns undefined if the person cancels. */
async function askConflicts({ conflicts, desk }: MergeReport): Promise<ConflictChoice[] | undefined> {
  const answers = {
    this: 'el de aquí',
    other: `el de ${desk}`,
    'all-this': 'el de aquí, en este y en todos los que faltan',
    'all-other': `el de ${desk}, en este y en todos los que faltan`,
  }
  const choices: ConflictChoice[] = []
  let rest: MergeSideName | undefined
  for (const conflict of conflicts) {
    const { id_driver, field, side, onlySide } = conflict
    if (onlySide !== undefined) {
      choices.push({ id_driver, field, side })
      continue
    }
    const answer = rest ?? (await choose(conflictText(conflict, desk), answers))
    if (!answer) return undefined
    const chosen = answer === 'this' || answer === 'all-this' ? 'this' : 'other'
    if (answer.startsWith('all-')) rest = chosen
    choices.push({ id_driver, field, side: chosen })
  }
  return choices
}

/** Prints all that a person should know before a merge, except the counts. */
function sayMerge(report: MergeReport): void {
  const {
    desk,
    conflicts,
    questions,
    kept,
    revoked,
    cards,
    numbers,
    accounts,
    events,
    fields,
    passages,
    photos,
  } = report
  say(`Datos de ${desk}`)
  sayConflicts(conflicts, desk)
  sayAll(
    questions,
    (n) =>
      `${count(n, 'piloto')} con el mismo nombre, y la misma fecha de nacimiento o sin documento en una mesa, o con un documento y dos nombres: quedan como dos personas`,
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
  for (const note of fields ?? []) say(note)
  if (events.length > 0)
    say(`${count(events.length, 'evento nuevo', 'eventos nuevos')}: ${enumerate(events.map(eventText))}`)
  const more = [passages > 0 && count(passages, 'lectura'), photos > 0 && count(photos, 'foto')]
  const parts = more.filter((part) => part !== false)
  if (parts.length > 0) say(`También: ${enumerate(parts)}`)
}

/** Says which accounts with the role admin stay out, and how they come along. */
function sayAdmins({ accounts, desk }: MergeReport): void {
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
function conflictText(conflict: MergeConflict, desk: string): string {
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

function sayAll<Item>(
  items: readonly Item[],
  title: (n: number) => string,
  text: (item: Item) => string,
): void {
  if (items.length > 0) say([`${title(items.length)}:`, ...items.map((item) => `  ${text(item)}`)].join('\n'))
}

/** Counts the pilots of a merge on one line. */
function mergeSummary(report: MergeReport, isDryRun: boolean): string {
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
