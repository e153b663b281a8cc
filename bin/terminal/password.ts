/** Asks for a new password twice, without echo, or reads it from the environment. */
import { UsageError } from '#domain/errors'
import { passwordProblem, repetitionProblem } from '#domain/web/sign-in'

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
