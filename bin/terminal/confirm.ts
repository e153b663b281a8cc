/** Asks the person at the terminal for a yes or a no. */
import { UsageError } from '#domain/errors'
import { printable } from '#domain/text/control-characters'

/** Returns true if the person says yes, here or with `--yes`. @throws UsageError if there is no terminal to ask on */
export async function confirm(question: string, yes = false): Promise<boolean> {
  if (yes) return true
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError('sin una terminal no se puede preguntar: use --yes')
  const prompts = await import('@clack/prompts')
  const answer = await prompts.confirm({
    message: printable(question),
    active: 'Sí',
    inactive: 'No',
    initialValue: false,
    output: process.stderr,
  })
  return answer === true
}
