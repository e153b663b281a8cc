/** `pilotos staff`: manages the accounts that staff on the LAN sign in with. */
import { Command } from 'commander'
import { UsageError } from '#domain/errors'
import { count } from '#domain/text/text'
import { noAccount, userProblem } from '#domain/web/sign-in'
import { type DataOptions, dataOption, withStores } from '../options.ts'
import { print, say } from '../terminal/output.ts'
import { askPassword } from '../terminal/password.ts'

export function staffCommand(): Command {
  return new Command('staff')
    .description('maneja las cuentas de quienes usan el kiosco desde otros equipos')
    .addHelpText('after', '\nEjemplo:\n  pilotos staff list')
    .addCommand(
      new Command('add')
        .description('crea una cuenta, o cambia su contraseña')
        .argument('<usuario>', 'nombre con el que inicia sesión')
        .addOption(dataOption())
        .addHelpText(
          'after',
          '\nEjemplo:\n  pilotos staff add marta\n\nSin terminal, la contraseña se lee de PILOTOS_PASSWORD.',
        )
        .action(add),
    )
    .addCommand(
      new Command('list')
        .description('muestra las cuentas')
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

async function add(name: string, options: DataOptions): Promise<void> {
  const user = name.trim()
  const problem = userProblem(user)
  if (problem) throw new UsageError(problem)
  const password = await askPassword()
  const { hashPassword } = await import('../../server/access/passwords.ts')
  const account = { user, password: await hashPassword(password) }
  await withStores(options, (stores) => stores.accounts.put(account))
  say(`La cuenta ${user} está lista: ya puede iniciar sesión.`)
}

async function list(options: DataOptions): Promise<void> {
  const accounts = await withStores(options, (stores) => stores.accounts.list())
  if (accounts.length > 0) await print(`${accounts.map(({ user }) => user).join('\n')}\n`)
  say(
    accounts.length > 0
      ? count(accounts.length, 'cuenta')
      : 'No hay cuentas: cree una con pilotos staff add USUARIO.',
  )
}

async function remove(user: string, options: DataOptions): Promise<void> {
  const removed = await withStores(options, (stores) => stores.accounts.remove(user.trim()))
  if (!removed) throw noAccount(user)
  say(`La cuenta ${user} fue borrada.`)
}
