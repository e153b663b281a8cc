/** Asks the person at the terminal for a yes or a no. */
import { UsageError } from '#domain/errors'
import { printable } from '#domain/text/control-characters'
import { fold } from '#domain/text/text'

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
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError('sin una terminal no se puede preguntar: use --yes')
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
