/** A yes or no of the person at the terminal. */

/** Whether they say yes; where nobody can be asked, undefined. */
export async function ask(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  const prompts = await import('@clack/prompts')
  const answer = await prompts.confirm({
    message: question,
    active: 'Sí',
    inactive: 'No',
    initialValue: false,
    output: process.stderr,
  })
  return answer === true
}
