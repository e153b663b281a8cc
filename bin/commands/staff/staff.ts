/** `pilotos staff`: manages the accounts that staff on the LAN sign in with. */
import { Argument, Command, Option } from 'commander'
import { PilotosError, UsageError } from '#domain/errors'
import { existingAccount, noAccount, unchangeablePhone, userProblem } from '#domain/staff/accounts'
import { type Role, roles, roleTexts } from '#domain/staff/roles'
import { namesMatch } from '#domain/text/names'
import { count } from '#domain/text/text'
import { type Account, isPhone, roleOf } from '../../../server/store/documents/accounts.ts'
import { type DataOptions, dataOption, withStores } from '../../terminal/options.ts'
import { print, say, widthOf } from '../../terminal/output.ts'
import { askPassword } from '../../terminal/questions.ts'
import { table } from '../../terminal/table.ts'

const roleLines = `Roles:\n${roles.map((role) => `  ${role.padEnd(7)} ${roleTexts[role]}`).join('\n')}`

export function staffCommand(): Command {
  return new Command('staff')
    .description('maneja las cuentas de quienes usan el kiosco desde otros equipos')
    .addHelpText('after', '\nEjemplo:\n  pilotos staff list')
    .addCommand(
      new Command('add')
        .description('crea una cuenta, o cambia su contraseña')
        .argument('<usuario>', 'nombre con el que inicia sesión')
        .addOption(
          new Option(
            '--role <rol>',
            'lo que puede hacer; sin esto, admin para una cuenta nueva, o el que tiene',
          ).choices(roles),
        )
        .addOption(dataOption())
        .addHelpText(
          'after',
          `\nEjemplo:\n  pilotos staff add marta --role mesa\n\n${roleLines}\n\nSin terminal, la contraseña se lee de PILOTOS_PASSWORD.`,
        )
        .action(add),
    )
    .addCommand(
      new Command('role')
        .description('cambia lo que puede hacer una cuenta, desde ese momento')
        .argument('<usuario>', 'nombre de la cuenta')
        .addArgument(new Argument('<rol>', 'el nuevo rol').choices(roles))
        .addOption(dataOption())
        .addHelpText('after', `\nEjemplo:\n  pilotos staff role marta mesa\n\n${roleLines}`)
        .action(changeRole),
    )
    .addCommand(
      new Command('list')
        .description('muestra las cuentas con su rol, y los teléfonos emparejados con su puerta')
        .addOption(dataOption())
        .addHelpText('after', '\nEjemplo:\n  pilotos staff list')
        .action(list),
    )
    .addCommand(
      new Command('remove')
        .description('borra una cuenta')
        .argument('<usuario>', 'nombre de la cuenta')
        .addOption(dataOption())
        .addHelpText('after', '\nEjemplo:\n  pilotos staff remove marta')
        .action(remove),
    )
}

interface AddOptions extends DataOptions {
  role?: Role
}

async function add(name: string, { role: given, ...options }: AddOptions): Promise<void> {
  const user = name.trim()
  await withStores(options, async ({ accounts }) => requireUsable(user, await accounts.list()))
  const password = await askPassword()
  const { hashPassword } = await import('../../../server/staff/passwords.ts')
  const hash = hashPassword(password)
  const role = await withStores(options, async ({ accounts }) => {
    const known = requireUsable(user, await accounts.list())
    const account = {
      user: known ? user : user.normalize('NFC'),
      password: hash,
      role: given ?? roleOf(known ?? {}),
    }
    if (!known && !(await accounts.add(account))) throw existing(user, await accounts.list())
    if (known) await accounts.change(given ? account : { user, password: hash })
    return account.role
  })
  say(`La cuenta ${user} está lista, con el rol ${role}: ya puede iniciar sesión.`)
}

/** Returns the account with this name, or undefined if a new one may have it. @throws PilotosError */
function requireUsable(user: string, all: readonly Account[]): Account | undefined {
  const known = all.find((account) => account.user === user)
  if (known && isPhone(known)) throw unchangeablePhone(user)
  if (known) return known
  const problem = userProblem(user)
  if (problem) throw new UsageError(problem)
  if (all.some((account) => namesMatch(account.user, user))) throw existing(user, all)
  return undefined
}

function existing(user: string, all: readonly Account[]): PilotosError {
  return new PilotosError('duplicate', existingAccount(user, all))
}

async function changeRole(name: string, role: Role, options: DataOptions): Promise<void> {
  const user = name.trim()
  const rest = await withStores(options, async ({ accounts }) => {
    const known = (await accounts.list()).find((account) => account.user === user)
    if (!known) throw noAccount(user)
    if (isPhone(known)) throw unchangeablePhone(user)
    if (!(await accounts.change({ user, role }))) throw noAccount(user)
    return accounts.list()
  })
  say(`La cuenta ${user} tiene ahora el rol ${role}.`)
  sayIfNoAdmin(rest)
}

async function list(options: DataOptions): Promise<void> {
  const accounts = await withStores(options, (stores) => stores.accounts.list())
  const rows = accounts.map((account) => [account.user, roleOf(account), account.gate ?? ''])
  if (rows.length > 0) await print(table(['USUARIO', 'ROL', 'PUERTA'], rows, widthOf(process.stdout)))
  say(
    accounts.length > 0
      ? count(accounts.length, 'cuenta')
      : 'No hay cuentas: cree una con pilotos staff add USUARIO.',
  )
}

async function remove(user: string, options: DataOptions): Promise<void> {
  const rest = await withStores(options, async ({ accounts }) => {
    if (!(await accounts.remove(user.trim()))) throw noAccount(user)
    return accounts.list()
  })
  say(`La cuenta ${user} fue borrada.`)
  sayIfNoAdmin(rest)
}

/** Says how to go on without an account of an admin. The terminal may remove the last, since it can make another. */
function sayIfNoAdmin(accounts: readonly Account[]): void {
  if (accounts.length > 0 && !accounts.some((account) => roleOf(account) === 'admin'))
    say('Ya no hay ninguna cuenta de admin. Si hace falta, cree una: pilotos staff add USUARIO --role admin')
}
