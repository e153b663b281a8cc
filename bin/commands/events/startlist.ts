/** `pilotos startlist`: writes start lists of the open event as a PDF or a CSV. */
import { extname } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { NotFoundError, UsageError } from '#domain/errors'
import { categoryTitle } from '#domain/events/categories/category'
import { categoriesMeant, requiredCategory } from '#domain/events/categories/meant'
import { eventTitle, type RaceEvent } from '#domain/events/event'
import { openEvent } from '#domain/events/events'
import { type StartForm, startForms } from '#domain/events/startlist/calls'
import type { StartGroup } from '#domain/events/startlist/group'
import { issueText, startListTitle } from '#domain/events/startlist/sheet'
import { maxHeat, maxPasted, maxSeed, type StartOrder } from '#domain/events/startlist/start-list'
import { wordKey } from '#domain/pilots/rules'
import { count, enumerate } from '#domain/text/text'
import { makeStartLists, startListFile } from '../../../server/events/startlist/start-lists.ts'
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
  all?: boolean
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
    .description('escribe la lista de salida de una categoría o de una modalidad del evento abierto')
    .argument('[grupo]', 'la modalidad o la categoría, como RALLY o MX2')
    .requiredOption('--out <archivo>', 'el archivo, .pdf o .csv')
    .option('--all', 'las listas de todas las categorías, y de las modalidades que no las tienen')
    .addOption(wordOption('--order <orden>', 'el orden de salida: sin ella, por número', orderWords))
    .option('--seed <semilla>', 'con la que se sortea: la misma da el mismo orden', bounded(maxSeed))
    .option('--numbers <números>', 'los números en su orden, como "27 8 101"', bounded(maxPasted))
    .option('--heat <pilotos>', 'los que caben en una manga', integer(1, maxHeat))
    .option('--grid', 'en dos columnas, como una parrilla de karting')
    .option('--starter', 'solo número, nombre y categoría, para quien da la salida')
    .option('--final', 'es la definitiva; sin ella, es provisoria')
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nEjemplo:\n  pilotos startlist "enduro cross" --order sorteo --seed 4821 --heat 20 --out lista.pdf',
    )
    .action((group: string | undefined, options: StartListOptions) => startLists(group, options, installed))
}

async function startLists(
  group: string | undefined,
  options: StartListOptions,
  installed: Installed,
): Promise<void> {
  const { order = orderOf(options), heat, seed, numbers, grid, starter, final, out, all, ...data } = options
  if ((group === undefined) !== (all === true))
    throw new UsageError('diga de quiénes es la lista, como RALLY o MX2, o --all para tenerlas todas')
  if (all && numbers !== undefined) throw new UsageError('--numbers es para una sola lista, sin --all')
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
    const { lists, event } = await withStores(data, async (stores) => {
      const event = openEvent((await stores.settings.read()).events)
      const wish = {
        ...(group !== undefined && groupNamed(event, group)),
        ...({ order, heat, seed, numbers, kind: final ? 'final' : 'provisional', issue: true } as const),
      }
      return { event, lists: await makeStartLists(stores, workers, event, wish) }
    })
    await writeOut(
      out,
      await startListFile(workers, { lists, event: eventTitle(event), grid, starter }, form),
    )
    for (const list of lists) {
      for (const note of list.notes) say(`Atención: ${all ? `${list.title}: ` : ''}${note}`)
      const riders = count(list.heats.flatMap(({ riders }) => riders).length, 'piloto')
      say(`${startListTitle} de ${list.title}, ${riders}, en ${out}`)
      say(`${issueText(list)} · ${list.order}`)
    }
  } finally {
    await workers.close()
  }
}

/** Returns the group of a text: `RALLY`, `MX2` or, if several modalidades have that category, `MOTOCROSS MX2`. */
function groupNamed(event: RaceEvent, text: string): StartGroup {
  const { modalidades, categories } = event
  const modalidad = modalidades.find((one) => wordKey(one) === wordKey(text))
  if (modalidad !== undefined) return { modalidad }
  if (categoriesMeant(event, text).length === 0) {
    const choice = enumerate([...modalidades, ...categories.map(categoryTitle)], 'o')
    throw new NotFoundError(`${text} no corre en ${eventTitle(event)}: elija entre ${choice}`)
  }
  const category = requiredCategory(event, text)
  return { modalidad: category.modalidad, category: category.id }
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
