/** Asks the person at the terminal: for a yes or a no, for one of some values, for a new password, or about persons to erase. */
import { UsageError } from '#domain/errors'
import type { MergedRider } from '#domain/merge/calls'
import { passwordProblem, repetitionProblem } from '#domain/staff/accounts'
import { printable } from '#domain/text/names'
import { count, figure, fold } from '#domain/text/text'
import { say } from './output.ts'

const answers = new Map([
  ['s', true],
  ['si', true],
  ['n', false],
  ['no', false],
])

/**
 * Returns true if the person says yes, here or with `--yes`. An answer counts once Enter confirms it; Enter alone
 * means no.
 * @throws UsageError if there is no terminal to ask on
 */
export async function confirm(question: string, yes = false): Promise<boolean> {
  if (yes) return true
  if (!canAsk()) throw new UsageError('sin una terminal no se puede preguntar: use --yes')
  const prompts = await import('@clack/prompts')
  const answer = await prompts.text({
    message: `${printable(question)} (s/N)`,
    defaultValue: 'n',
    validate: (text = '') =>
      text === '' || answerOf(text) !== undefined ? undefined : 'Escriba s o n, y Enter',
    output: process.stderr,
  })
  return !prompts.isCancel(answer) && answerOf(answer) === true
}

function answerOf(text: string): boolean | undefined {
  return answers.get(fold(text.trim()))
}

/**
 * Returns the new password.
 * @throws UsageError if it is too short or too long, if the person cancels, or if there is no terminal to ask on
 */
export async function askPassword(): Promise<string> {
  const fromEnvironment = process.env.PILOTOS_PASSWORD
  if (fromEnvironment !== undefined) {
    const problem = passwordProblem(fromEnvironment)
    if (problem) throw new UsageError(problem)
    return fromEnvironment
  }
  if (!process.stdin.isTTY) {
    throw new UsageError('sin una terminal, la contraseña se lee de PILOTOS_PASSWORD, que no está')
  }
  const password = await ask('Contraseña', passwordProblem)
  await ask('Otra vez', (text) => repetitionProblem(password, text))
  return password
}

async function ask(message: string, validate: (text: string) => string | undefined): Promise<string> {
  const prompts = await import('@clack/prompts')
  const answer = await prompts.password({
    message,
    mask: '',
    output: process.stderr,
    validate: (text) => validate(text ?? ''),
  })
  if (prompts.isCancel(answer)) throw new UsageError('no se cambió nada')
  return answer
}

/** Asks for a text. Returns undefined if the person cancels. */
export async function askText(question: string): Promise<string | undefined> {
  const prompts = await import('@clack/prompts')
  const answer = await prompts.text({ message: printable(question), output: process.stderr })
  return prompts.isCancel(answer) ? undefined : answer
}

/** Asks for one of some values, by the arrow keys and Enter. Returns undefined if the person cancels. */
export async function choose<Value extends string>(
  question: string,
  labels: Readonly<Record<Value, string>>,
): Promise<Value | undefined> {
  const prompts = await import('@clack/prompts')
  const values = Object.keys(labels) as Value[]
  const answer = await prompts.select<string>({
    message: printable(question),
    // Its instructions are in English.
    showInstructions: false,
    options: values.map((value) => ({ value, label: printable(labels[value]) })),
    output: process.stderr,
  })
  return values.find((value) => value === answer)
}

/** Returns true if there is a person at a terminal, who can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY
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

/** Returns a rider with the document or the identifier. */
export function riderText({ name, document, id_driver }: MergedRider): string {
  return `${name} (${document || id_driver})`
}
