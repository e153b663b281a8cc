/** `pilotos print`: writes credentials to a PDF, true to the millimetre. */
import { Command, InvalidArgumentError } from 'commander'
import {
  bleeds,
  type Layout,
  layoutNames,
  layouts,
  layoutWords,
  maxOffset,
  maxUndrawable,
  mostPlaces,
  type Offset,
  problemOfPrint,
  readOffset,
  sheets,
  undrawableText,
} from '#domain/credential/cards'
import {
  withChangedData,
  withEarlierDay,
  withOtherAddress,
  withOutdatedCard,
} from '#domain/credential/printed-card'
import type { StatusBasis } from '#domain/credential/status'
import { AlreadyPrintedError, ForbiddenError, UsageError } from '#domain/errors'
import { openEvent } from '#domain/events/events'
import { decidePrint, type Reprint } from '#domain/pilots/decisions'
import { divided, noCredentialText, requireComplete, riderLacking } from '#domain/pilots/incomplete'
import { fieldTable } from '#domain/pilots/own/field-table'
import type { Pilot } from '#domain/pilots/pilot'
import { inTheTerminal } from '#domain/staff/roles'
import { printable } from '#domain/text/names'
import { count, enumerate } from '#domain/text/text'
import {
  findUndrawable,
  noteCards,
  printCards,
  printEmergencySheet,
  resolveOffset,
} from '../../../server/credential/print/print-order.ts'
import { writeAtomically } from '../../../server/files/atomic-file.ts'
import { readBasis, readFieldTable } from '../../../server/settings/current-settings.ts'
import { selectPilots } from '../../../server/store/queries/select.ts'
import { Workers } from '../../../server/workers/workers.ts'
import {
  cardAddress,
  type DataOptions,
  dataOption,
  fileOnly,
  type Installed,
  integer,
  pilotArgument,
  pilotIdsOf,
  publicUrlOption,
  searchOption,
  withStores,
  wordOption,
} from '../../terminal/options.ts'
import { progressBar, requireWritable, say } from '../../terminal/output.ts'

interface PrintCommandOptions extends DataOptions {
  all?: boolean
  search?: string
  layout: Layout
  out: string
  start?: number
  offset?: Offset
  bleed?: boolean
  emergency?: boolean
  outdated?: boolean
  again?: boolean
  new?: boolean
  publicUrl?: string
}

export function printCommand(installed: Installed): Command {
  return new Command('print')
    .description('escribe un PDF con las credenciales, listo para imprimir al 100 %')
    .argument('[id...]', pilotArgument)
    .addOption(dataOption())
    .option('--all', 'de todos los pilotos')
    .addOption(searchOption())
    .addOption(
      wordOption(
        '--layout <formato>',
        `tamaño: ${enumerate(
          layoutNames.map((name) => layouts[name].words),
          'o',
        )}`,
        layoutWords,
      ).default('card', layoutWords.card),
    )
    .requiredOption('--out <archivo>', 'el PDF que se escribe', fileOnly)
    .option(
      '--emergency',
      'en lugar de credenciales, la hoja de emergencia: sangre, alergias, contacto y seguro',
    )
    .option('--start <lugar>', 'primer lugar libre de una hoja ya usada', integer(1, mostPlaces))
    .option('--offset <x,y>', 'mueve lo impreso, en mm a la derecha y abajo; queda guardado', offset)
    .option(
      '--bleed',
      `con ${enumerate(bleeds.map(String), 'o')} mm de sangrado por lado, para cortar después de imprimir`,
    )
    .option(
      '--outdated',
      'de quienes tienen una credencial con otra dirección, o con una fecha anterior, que la de ahora',
    )
    .option('--again', 'imprime otra vez a quienes ya tienen una credencial impresa')
    .option('--new', 'deja fuera a quienes ya tienen una credencial impresa')
    .addOption(publicUrlOption())
    .addHelpText(
      'after',
      '\nEjemplos:\n  pilotos print 7K3Q9XW2M4TB --out credencial.pdf\n  pilotos print --all --layout hoja --out credenciales.pdf\n  pilotos print --all --emergency --out emergencia.pdf',
    )
    .action((ids, options) => print(ids, options, installed))
}

async function print(ids: string[], options: PrintCommandOptions, installed: Installed): Promise<void> {
  const { all, search, outdated, layout, out, start, bleed } = options
  if ([ids.length > 0, all, search?.trim(), outdated].filter(Boolean).length !== 1) {
    throw new UsageError('diga los identificadores, --search, --outdated o --all, y solo uno de ellos')
  }
  if (start !== undefined && !sheets.includes(layout)) {
    throw new UsageError(
      `--start es para --layout ${enumerate(
        sheets.map((name) => layoutWords[name]),
        'o',
      )}`,
    )
  }
  if (options.emergency) return printEmergency(ids, options, installed)
  const problem = problemOfPrint({ layout, start, bleed })
  if (problem) throw new UsageError(bleed ? `${problem}: quite --bleed` : problem)
  if (options.again && options.new) throw new UsageError('diga --again o --new, pero no ambos')
  await withStores(options, async (stores) => {
    await requireWritable(out)
    const address = await cardAddress(stores, options)
    const named = ids.length > 0 ? await pilotIdsOf(stores, ids) : undefined
    const found = await selectPilots(stores, { ids: named, search, isExact: true })
    const basis = await readBasis(stores)
    const { id: event } = openEvent((await stores.settings.read()).events)
    const { complete, incomplete } = divided(found)
    if (complete.length === 0) requireComplete(found)
    if (incomplete.length > 0) say(noCredentialText(incomplete.map(riderLacking), incomplete.length))
    const selected = outdated ? withOutdatedCard(complete, address, basis, event) : complete
    if (selected.length === 0) return say(noneOutdated(address))
    const chosen = await choose(selected, { again: options.again || outdated, onlyNew: options.new })
    if (!chosen) {
      say('No falta ninguna: todas ya tienen una credencial impresa.')
      return sayOutdated(found, address, basis, event)
    }
    const { pilots, again } = chosen
    const offset = await resolveOffset(stores, options)
    const workers = new Workers(installed)
    const bar = progressBar('Imprimiendo')
    const { signal, release } = interruption()
    try {
      const { fields, events } = await stores.settings.read()
      await sayUndrawable(workers, pilots, 'cards', { table: fieldTable(fields), event: openEvent(events) })
      const ids = pilots.map(({ id }) => id)
      const order = { ids, layout, start, offset, bleed, address, again, by: inTheTerminal }
      await printCards({ stores, workers }, pilots, order, out, {
        onCards: (done) => bar.show(done / pilots.length),
        signal,
        beforeReplacing: (lastDays) => noteCards(stores, { ...order, lastDays }),
      })
    } finally {
      bar.end()
      release()
      await workers.close()
    }
    say(`${count(pilots.length, 'credencial', 'credenciales')} en ${out}, con la dirección ${address}`)
    say('Imprima al 100 %, sin ajustar a la página.')
    if (options.publicUrl) await stores.settings.change({ address })
    sayOutdated((await stores.pilots.list()).pilots, address, basis, event)
  })
}

/** Writes the emergency sheet. No card is recorded as printed. */
async function printEmergency(
  ids: string[],
  options: PrintCommandOptions,
  installed: Installed,
): Promise<void> {
  const { search, out } = options
  const other = ['start', 'bleed', 'offset', 'outdated', 'again', 'new', 'publicUrl'] as const
  if (other.some((name) => options[name] !== undefined)) {
    throw new UsageError('la hoja de emergencia lleva solo --all, --search o identificadores, y --out')
  }
  await withStores(options, async (stores) => {
    await requireWritable(out)
    const named = ids.length > 0 ? await pilotIdsOf(stores, ids) : undefined
    const pilots = await selectPilots(stores, { ids: named, search, isExact: true })
    const workers = new Workers(installed)
    try {
      await sayUndrawable(workers, pilots, 'emergency-sheet', { table: await readFieldTable(stores) })
      await writeAtomically(out, await printEmergencySheet({ stores, workers }, pilots))
    } finally {
      await workers.close()
    }
    say(
      `Hoja de emergencia de ${count(pilots.length, 'piloto')} en ${out}. Tiene datos de salud: guárdela bien.`,
    )
  })
}

/** Names the riders whose print has empty boxes in place of letters. */
async function sayUndrawable(...args: Parameters<typeof findUndrawable>): Promise<void> {
  const riders = await findUndrawable(...args)
  if (riders.length > 0) say(`Atención: ${undrawableText(riders.slice(0, maxUndrawable), riders.length)}`)
}

function noneOutdated(address: string): string {
  return `Ninguna credencial lleva otra dirección que ${address}, ni una fecha anterior a la de ahora, ni datos que cambiaron.`
}

/** Warns about printed cards with another address, an earlier last day or other data. */
function sayOutdated(pilots: readonly Pilot[], address: string, basis: StatusBasis, event: string): void {
  const differences = [
    [withOtherAddress(pilots, address).length, 'otra dirección'],
    [withEarlierDay(pilots, basis).length, 'una fecha anterior a la de ahora'],
    [withChangedData(pilots, event).length, 'datos que cambiaron'],
  ] as const
  const lines = differences
    .filter(([cards]) => cards > 0)
    .map(
      ([cards, what]) =>
        `${count(cards, 'credencial impresa lleva', 'credenciales impresas llevan')} ${what}.`,
    )
  if (lines.length === 0) return
  const advice = 'Para imprimirlas otra vez: pilotos print --outdated --out otra-vez.pdf'
  say(`\nAtención: ${lines.join(' ')} ${advice}`)
}

/**
 * Returns the pilots to print, or undefined if `onlyNew` leaves none. Asks the person if some cards are already
 * printed.
 * @throws AlreadyPrintedError if there is no terminal to ask on, ForbiddenError if the person declines
 */
async function choose(
  pilots: readonly Pilot[],
  reprint: Reprint,
): Promise<{ pilots: readonly Pilot[]; again?: boolean } | undefined> {
  try {
    return { pilots: decidePrint(pilots, reprint), again: reprint.again }
  } catch (error) {
    if (!(error instanceof AlreadyPrintedError)) throw error
    if (reprint.onlyNew) return undefined
    if (!process.stdin.isTTY || !process.stderr.isTTY) {
      const onlyMissing = error.printed < error.total ? ', o --new para imprimir solo las que faltan' : ''
      const advice = `use --again para imprimirlas otra vez${onlyMissing}`
      throw new AlreadyPrintedError(error.printed, error.total, advice)
    }
    const answer = await ask(error.message, pilots.filter(({ card }) => !card).length, pilots.length)
    return { pilots: decidePrint(pilots, answer), again: answer.again }
  }
}

async function ask(question: string, missing: number, total: number): Promise<Reprint> {
  const prompts = await import('@clack/prompts')
  const answer = await prompts.select<'missing' | 'all' | 'none'>({
    message: printable(question),
    showInstructions: false,
    output: process.stderr,
    options: [
      ...(missing > 0
        ? [{ value: 'missing' as const, label: `Imprimir solo las que faltan (${missing})` }]
        : []),
      { value: 'all', label: `Imprimir otra vez (${total})` },
      { value: 'none', label: 'No imprimir' },
    ],
  })
  if (prompts.isCancel(answer) || answer === 'none') throw new ForbiddenError('No se imprimió nada')
  return answer === 'all' ? { again: true } : { onlyNew: true }
}

/** Returns a signal that Ctrl-C aborts, so that no partial file is written. */
function interruption(): { signal: AbortSignal; release: () => void } {
  const abort = new AbortController()
  const stop = () => abort.abort(new ForbiddenError('Se interrumpió: no se escribió ningún archivo'))
  process.once('SIGINT', stop)
  return { signal: abort.signal, release: () => process.off('SIGINT', stop) }
}

function offset(text: string): Offset {
  const read = readOffset(text)
  if (!read)
    throw new InvalidArgumentError(`deben ser dos números de -${maxOffset} a ${maxOffset}, como 0.5,-1`)
  return read
}
