/** `pilotos startlist`: writes the start list of a modalidad of the open event as a PDF or a CSV. */
import { extname } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { NotFoundError, UsageError } from '#domain/errors'
import { eventTitle } from '#domain/events/event'
import { openEvent } from '#domain/events/events'
import { type StartForm, startForms } from '#domain/events/startlist/calls'
import { issueText, startListTitle } from '#domain/events/startlist/sheet'
import { maxHeat, maxPasted, maxSeed, type StartOrder } from '#domain/events/startlist/start-list'
import { classKeys } from '#domain/pilots/classes/classes'
import { count } from '#domain/text/text'
import { makeStartList, startListFile } from '../../../server/events/startlist/start-lists.ts'
import { Workers } from '../../../server/workers/workers.ts'
import {
  type DataOptions,
  dataOption,
  type Installed,
  integer,
  withStores,
  wordOption,
} from '../../terminal/options.ts'
import { requireWritable, say, writeOut } from '../../terminal/output.ts'

interface StartListOptions extends DataOptions {
  order?: StartOrder
  heat?: number
  seed?: string
  numbers?: string
  grid?: boolean
  starter?: boolean
  final?: boolean
  out: string
}

const orderWords: Readonly<Record<StartOrder, string>> = {
  entry: 'inscripcion',
  number: 'numero',
  draw: 'sorteo',
  list: 'lista',
}

export function startListCommand(installed: Installed): Command {
  return new Command('startlist')
    .description('escribe la lista de salida de una modalidad del evento abierto')
    .argument('<modalidad>', 'la modalidad, como RALLY')
    .requiredOption('--out <archivo>', 'el archivo, .pdf o .csv')
    .addOption(wordOption('--order <orden>', 'el orden de salida: sin ella, por número', orderWords))
    .option('--seed <semilla>', 'con la que se sortea: la misma da el mismo orden', bounded(maxSeed))
    .option('--numbers <números>', 'los números en su orden, como "27 8 101"', bounded(maxPasted))
    .option('--heat <pilotos>', 'los que caben en una manga', integer(1, maxHeat))
    .option('--grid', 'en dos columnas, como una parrilla de karting')
    .option('--starter', 'solo número, nombre y modalidad, para quien da la salida')
    .option('--final', 'es la definitiva; sin ella, es provisoria')
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nEjemplo:\n  pilotos startlist "enduro cross" --order sorteo --seed 4821 --heat 20 --out lista.pdf',
    )
    .action((modalidad: string, options: StartListOptions) => startList(modalidad, options, installed))
}

async function startList(text: string, options: StartListOptions, installed: Installed): Promise<void> {
  const { order = orderOf(options), heat, seed, numbers, grid, starter, final, out, ...data } = options
  const form = extname(out).slice(1).toLowerCase()
  if (!isForm(form))
    throw new UsageError(`la lista se escribe en un archivo .pdf o .csv: elija otro nombre que ${out}`)
  if ((order === 'draw') !== (seed !== undefined))
    throw new UsageError('un sorteo lleva --order sorteo y --seed con su semilla, como --seed 4821')
  if ((order === 'list') !== (numbers !== undefined))
    throw new UsageError('una lista de números lleva --order lista y --numbers, como --numbers "27 8 101"')
  await requireWritable(out)
  const workers = new Workers(installed)
  try {
    const { list, event } = await withStores(data, async (stores) => {
      const event = openEvent((await stores.settings.read()).events)
      const modalidad = event.modalidades.find(
        (one) => classKeys.modalidad(one) === classKeys.modalidad(text),
      )
      if (modalidad === undefined)
        throw new NotFoundError(`${text} no corre en ${eventTitle(event)}: ${event.modalidades.join(', ')}`)
      const wish = { modalidad, order, heat, seed, numbers, kind: final ? 'final' : 'provisional' } as const
      return { event, list: await makeStartList(stores, workers, event, { ...wish, issue: true }) }
    })
    await writeOut(out, await startListFile(workers, { list, event: eventTitle(event), grid, starter }, form))
    for (const note of list.notes) say(`Atención: ${note}`)
    const riders = count(list.heats.flatMap(({ riders }) => riders).length, 'piloto')
    say(`${startListTitle} de ${list.modalidad}, ${riders}, en ${out}`)
    say(`${issueText(list)} · ${list.order}`)
  } finally {
    await workers.close()
  }
}

function orderOf({ seed, numbers }: StartListOptions): StartOrder {
  if (seed !== undefined) return 'draw'
  return numbers === undefined ? 'number' : 'list'
}

function isForm(text: string): text is StartForm {
  return Object.hasOwn(startForms, text)
}

function bounded(longest: number): (text: string) => string {
  return (text) => {
    if (text.length > longest) throw new InvalidArgumentError(`tiene hasta ${longest} letras`)
    return text
  }
}
