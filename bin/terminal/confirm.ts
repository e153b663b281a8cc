/** A yes or no of the person at the terminal. */
import { UsageError } from '#domain/errors'
import { printable } from '#domain/text/control-characters'

/** Whether they say yes, here or with `--yes` before. @throws UsageError where nobody can be asked */
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
