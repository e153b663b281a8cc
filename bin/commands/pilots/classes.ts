/** `pilotos classes`: lists, adds, changes and retires the modalidades and the licencias. */
import { Argument, Command, Option } from 'commander'
import { NotFoundError, UsageError } from '#domain/errors'
import type { ClassesOrder } from '#domain/pilots/classes/class-changes'
import {
  type ClassField,
  classesOf,
  classFields,
  classKeys,
  type OwnClasses,
} from '#domain/pilots/classes/classes'
import { type CountedClass, listedClasses } from '#domain/pilots/own/listed'
import { inTheTerminal } from '#domain/staff/roles'
import { count } from '#domain/text/text'
import type { Stores } from '../../../server/store/shared/stores.ts'
import { type DataOptions, dataOption, withStores } from '../../terminal/options.ts'
import { print, say, widthOf } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'

interface ClassOptions extends DataOptions {
  json?: boolean
}

interface PartOptions extends ClassOptions {
  name?: string
  spellings?: string[]
}

export function classesCommand(): Command {
  const fieldArgument = () => new Argument('<campo>', 'modalidad o licencia').choices(classFields)
  return new Command('classes')
    .description('maneja las modalidades y las licencias')
    .addHelpText('after', '\nEjemplo:\n  pilotos classes list')
    .addCommand(
      ended(new Command('list').description('muestra las modalidades y las licencias, también las retiradas'))
        .addHelpText('after', '\nEjemplo:\n  pilotos classes list --json')
        .action(list),
    )
    .addCommand(
      ended(
        new Command('add')
          .description('agrega una modalidad o una licencia')
          .addArgument(fieldArgument())
          .argument('<nombre>', 'el nombre, como se lee en el formulario')
          .addOption(spellingsOption()),
      )
        .addHelpText('after', '\nEjemplo:\n  pilotos classes add licencia Nacional --spellings "Nac,Nal"')
        .action(add),
    )
    .addCommand(
      ended(
        new Command('change')
          .description('cambia el nombre o las otras maneras de escribirlo; los pilotos lo siguen')
          .addArgument(fieldArgument())
          .argument('<nombre>', 'el nombre de ahora')
          .option('--name <nombre>', 'otro nombre; el de antes se sigue leyendo')
          .addOption(spellingsOption()),
      )
        .addHelpText('after', '\nEjemplo:\n  pilotos classes change modalidad MX1 --name "MX 1"')
        .action(change),
    )
    .addCommand(
      ended(
        new Command('retire')
          .description('deja de ofrecer una modalidad o una licencia; quien la tiene la conserva')
          .addArgument(fieldArgument())
          .argument('<nombre>', 'el nombre')
          .option('--undo', 'la vuelve a ofrecer'),
      )
        .addHelpText('after', '\nEjemplo:\n  pilotos classes retire modalidad "TUNING OFF"')
        .action(retire),
    )
}

function spellingsOption(): Option {
  return new Option(
    '--spellings <palabras>',
    'cómo la escriben las planillas, separadas por comas',
  ).argParser((text: string) => text.split(',').filter((word) => word.trim() !== ''))
}

function ended(command: Command): Command {
  return command.addOption(dataOption()).option('--json', 'como JSON')
}

async function list({ json, ...options }: ClassOptions): Promise<void> {
  const all = await withStores(options, readClasses)
  await print(json ? `${JSON.stringify(all, null, 2)}\n` : tableOf(all))
}

async function add(field: ClassField, name: string, { spellings, ...options }: PartOptions): Promise<void> {
  await order(
    options,
    () => ({ kind: 'add-class', field, option: { name, spellings } }),
    'ya se puede elegir',
  )
}

async function change(
  field: ClassField,
  text: string,
  { name, spellings, ...options }: PartOptions,
): Promise<void> {
  if (name === undefined && spellings === undefined)
    throw new UsageError('diga qué cambia, como --name "Otro nombre"')
  const changed = (own: OwnClasses): ClassesOrder => {
    const [key] = requireClass(own, field, text)
    return {
      kind: 'change-class',
      field,
      key,
      option: { ...(name !== undefined && { name }), ...(spellings && { spellings }) },
    }
  }
  await order(options, changed, 'quedó cambiada')
}

async function retire(
  field: ClassField,
  text: string,
  { undo, ...options }: ClassOptions & { undo?: boolean },
): Promise<void> {
  const retired = (own: OwnClasses): ClassesOrder => {
    const [key] = requireClass(own, field, text)
    return { kind: 'retire-class', field, key, isRetired: !undo }
  }
  await order(options, retired, undo ? 'se ofrece otra vez' : 'ya no se ofrece: quien la tiene la conserva')
}

/** Stores the order that `orderFor` makes of the classes, and prints the class. @throws PilotosError */
async function order(
  { json, ...options }: ClassOptions,
  orderFor: (own: OwnClasses) => ClassesOrder,
  done: string,
): Promise<void> {
  const stored = await withStores(options, async (stores) => {
    const wanted = orderFor((await stores.settings.read()).fields ?? {})
    const key = await stores.settings.changeClasses(wanted, inTheTerminal)
    return (await readClasses(stores)).find((one) => one.field === wanted.field && one.key === key)
  })
  if (!stored) throw new NotFoundError('No existe esa opción')
  if (json) return print(`${JSON.stringify(stored, null, 2)}\n`)
  await print(tableOf([stored]))
  say(`\n${stored.name} ${done}.`)
}

async function readClasses({ settings, pilots }: Stores): Promise<CountedClass[]> {
  const [{ fields = {} }, { pilots: all }] = await Promise.all([settings.read(), pilots.list()])
  return listedClasses(fields, all)
}

/** Finds a class by its name. @throws NotFoundError */
function requireClass(own: OwnClasses, field: ClassField, text: string) {
  const keyOf = classKeys[field]
  const found = classesOf(field, own).find(([, { name }]) => keyOf(name) === keyOf(text))
  if (!found) throw new NotFoundError(`No hay una ${field} «${text}»: pilotos classes list las muestra`)
  return found
}

function tableOf(classes: readonly CountedClass[]): string {
  const rows = classes.map(({ field, name, spellings, formerNames, isRetired, pilots }) => [
    field,
    name,
    [...spellings, ...formerNames].join(', '),
    isRetired ? 'retirada' : '',
    count(pilots, 'piloto'),
  ])
  return table(['CAMPO', 'NOMBRE', 'TAMBIÉN', 'ESTADO', 'LA TIENEN'], rows, widthOf(process.stdout))
}
