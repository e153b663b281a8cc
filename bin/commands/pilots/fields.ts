/** `pilotos fields`: lists, adds, changes and retires the fields of one's own. */
import { Argument, Command, Option } from 'commander'
import { NotFoundError, UsageError } from '#domain/errors'
import type { DataGroup } from '#domain/pilots/field'
import { type CountedField, listedFields } from '#domain/pilots/own/listed'
import type { FieldsOrder, TypedField } from '#domain/pilots/own/own-changes'
import {
  entriesOf,
  maxOwnFields,
  type OwnAudience,
  type OwnField,
  type OwnFields,
  ownAudiences,
} from '#domain/pilots/own/own-fields'
import { type OwnKind, type OwnName, ownKindNames, ownKindOf, ownKinds } from '#domain/pilots/own/own-name'
import { wordKey } from '#domain/pilots/rules'
import { count } from '#domain/text/text'
import type { Stores } from '../../../server/store/shared/stores.ts'
import { type DataOptions, dataOption, withStores, wordOption } from '../../terminal/options.ts'
import { print, say, widthOf } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'

interface FieldOptions extends DataOptions {
  json?: boolean
}

/** The parts of a definition, of which those that are absent stay as they are. */
interface PartOptions extends FieldOptions {
  options?: string[]
  audience?: OwnAudience
  required?: boolean
  card?: boolean
  forgetWith?: DataGroup | 'none'
}

export function fieldsCommand(): Command {
  const existing = () => new Argument('<campo>', 'su nombre, o su código, como salen en la lista')
  return new Command('fields')
    .description('maneja los campos propios, que se piden además de los de siempre')
    .addHelpText('after', '\nEjemplo:\n  pilotos fields list')
    .addCommand(
      ended(new Command('list').description('muestra los campos propios, también los retirados'))
        .addHelpText('after', '\nEjemplo:\n  pilotos fields list --json')
        .action(list),
    )
    .addCommand(
      ended(
        withParts(
          new Command('add')
            .description('agrega un campo propio')
            .argument('<nombre>', 'el nombre, como se lee en el formulario')
            .addOption(
              new Option('--kind <tipo>', 'el tipo, que no cambia después')
                .choices(ownKindNames)
                .default('texto'),
            ),
        ),
      )
        .addHelpText(
          'after',
          '\nEjemplos:\n  pilotos fields add "Talla de polo" --kind opcion --options "S,M,L" --audience todos\n  pilotos fields add Camping --kind casilla --card',
        )
        .action(add),
    )
    .addCommand(
      ended(
        withParts(
          new Command('change')
            .description('cambia un campo propio; lo que no se dice queda como está')
            .addArgument(existing())
            .option('--label <nombre>', 'otro nombre; los datos siguen'),
        ).option('--no-required', 'ya no es obligatorio'),
      )
        .option('--no-card', 'ya no va en la credencial impresa')
        .addHelpText(
          'after',
          '\nEjemplo:\n  pilotos fields change Bus --label "Bus de ida" --audience puertas',
        )
        .action(change),
    )
    .addCommand(
      ended(
        new Command('retire')
          .description('deja de pedir y de mostrar un campo propio; lo escrito se guarda')
          .addArgument(existing())
          .option('--undo', 'lo vuelve a usar, con los datos que tenía'),
      )
        .addHelpText('after', '\nEjemplo:\n  pilotos fields retire Bus')
        .action(retire),
    )
}

/** The words of `--audience` and `--forget-with`. */
const audienceWords: Record<OwnAudience, string> = {
  everyone: 'todos',
  gates: 'puertas',
  complete: 'completa',
  desk: 'mesa',
}
const groupWords: Record<DataGroup | 'none', string> = {
  health: 'salud',
  contact: 'contactos',
  none: 'nada',
}

function withParts(command: Command): Command {
  return command
    .option('--options <opciones>', 'las que se eligen, separadas por comas', (text: string) =>
      text.split(',').filter((option) => option.trim() !== ''),
    )
    .addOption(wordOption('--audience <quién>', 'quién lo ve, además de la mesa', audienceWords))
    .option('--required', 'sin él no se guarda a nadie más')
    .option('--card', 'va en la credencial impresa')
    .addOption(wordOption('--forget-with <datos>', 'con qué datos personales se olvida', groupWords))
}

function ended(command: Command): Command {
  return command.addOption(dataOption()).option('--json', 'como JSON')
}

async function list({ json, ...options }: FieldOptions): Promise<void> {
  const all = await withStores(options, readFields)
  if (json) return print(`${JSON.stringify(all, null, 2)}\n`)
  if (all.length > 0) await print(tableOf(all))
  const active = all.filter(({ isRetired }) => !isRetired).length
  say(
    all.length > 0
      ? `Van ${active} de ${maxOwnFields}.`
      : 'No hay campos propios: agregue uno con pilotos fields add NOMBRE.',
  )
}

async function add(
  label: string,
  { kind, json, data, ...parts }: PartOptions & { kind: OwnKind },
): Promise<void> {
  requireOptions(kind, parts)
  if (kind === 'opcion' && !parts.options) throw new UsageError('diga las opciones, como --options "S,M,L"')
  const field = { kind, label, audience: 'desk' as const, ...partsOf(parts) }
  await order({ data, json }, () => ({ kind: 'add', field }), 'ya se pide en el formulario')
}

async function change(
  text: string,
  { label, json, data, ...parts }: PartOptions & { label?: string },
): Promise<void> {
  if (label === undefined && Object.keys(parts).length === 0)
    throw new UsageError('diga qué cambia, como --label "Otro nombre"')
  const changed = (all: OwnFields): FieldsOrder => {
    const [name] = requireField(all, text)
    requireOptions(ownKindOf(name), parts)
    return { kind: 'change', name, field: { ...(label !== undefined && { label }), ...partsOf(parts) } }
  }
  await order({ data, json }, changed, 'quedó cambiado')
}

async function retire(text: string, { undo, ...options }: FieldOptions & { undo?: boolean }): Promise<void> {
  const retired = (all: OwnFields): FieldsOrder => {
    const [name] = requireField(all, text)
    return { kind: 'retire', name, isRetired: !undo }
  }
  await order(options, retired, undo ? 'se usa otra vez' : 'ya no se pide: lo escrito se guarda')
}

/** Stores the order that `orderFor` makes of the definitions, and prints the field. @throws PilotosError */
async function order(
  { json, ...options }: FieldOptions,
  orderFor: (all: OwnFields) => FieldsOrder,
  done: string,
): Promise<void> {
  const field = await withStores(options, async (stores) => {
    const { fields = {} } = await stores.settings.read()
    const name = await stores.settings.changeFields(orderFor(fields))
    return (await readFields(stores)).find((one) => one.name === name)
  })
  if (!field) throw new NotFoundError('No existe ese campo')
  if (json) return print(`${JSON.stringify(field, null, 2)}\n`)
  await print(tableOf([field]))
  say(`\n«${field.label}» ${done}.`)
}

async function readFields({ settings, pilots }: Stores): Promise<CountedField[]> {
  const [{ fields = {} }, { pilots: all }] = await Promise.all([settings.read(), pilots.list()])
  return listedFields(fields, all)
}

/** Finds a field by its name or its label. @throws NotFoundError */
function requireField(all: OwnFields, text: string): [OwnName, OwnField] {
  const found = entriesOf(all).find(
    ([name, { label }]) => name === text.trim() || wordKey(label) === wordKey(text),
  )
  if (!found) throw new NotFoundError(`No hay un campo «${text}»: pilotos fields list los muestra`)
  return found
}

/** @throws UsageError */
function requireOptions(kind: OwnKind, { options }: Pick<PartOptions, 'options'>): void {
  if (options && kind !== 'opcion') throw new UsageError('--options es para un campo de tipo opcion')
}

/** Returns the parts that the command line names. */
function partsOf({
  options,
  audience,
  required,
  card,
  forgetWith,
}: Omit<PartOptions, 'data'>): Partial<TypedField> {
  return {
    ...(options && { options }),
    ...(audience && { audience }),
    ...(required !== undefined && { isRequired: required }),
    ...(card !== undefined && { isOnCard: card }),
    ...(forgetWith && { dataGroup: forgetWith === 'none' ? '' : forgetWith }),
  }
}

function tableOf(fields: readonly CountedField[]): string {
  const rows = fields.map(
    ({ name, label, options, audience, isRequired, isOnCard, dataGroup, isRetired, pilots }) => {
      const kind = ownKinds[ownKindOf(name as OwnName)]
      const traits = [
        isRetired && 'retirado',
        isRequired && 'obligatorio',
        isOnCard && 'en la credencial impresa',
        dataGroup && `se olvida con ${groupWords[dataGroup]}`,
      ]
      return [
        label,
        options ? `${kind}: ${options.join(', ')}` : kind,
        ownAudiences[audience],
        traits.filter(Boolean).join(', '),
        count(pilots, 'piloto'),
        name,
      ]
    },
  )
  const titles = ['CAMPO', 'TIPO', 'QUIÉN LO VE', 'ADEMÁS', 'CON DATO', 'CÓDIGO']
  return table(titles, rows, widthOf(process.stdout))
}
