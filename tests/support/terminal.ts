/** Runs the real command on a pseudo-terminal, created by script(1) of util-linux. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './root.ts'

export const hasTerminal = existsSync('/usr/bin/script')

/** Runs a command and returns all output that the terminal received. Presses Enter once it contains `question`. */
export async function onTerminal(args: string[], question?: string): Promise<string> {
  const { PILOTOS_DATA: _data, NO_COLOR: _colour, ...env } = process.env
  const words = [process.execPath, join(root, 'bin/pilotos.cjs'), ...args].map((word) => `'${word}'`)
  const command = `stty cols 200 rows 50; ${words.join(' ')} || true`
  const running = promisify(execFile)('script', ['-qec', command, '/dev/null'], { env, timeout: 20_000 })
  let sent = ''
  running.child.stdout?.on('data', (text: string) => {
    const had = question && sent.includes(question)
    sent += text
    if (question && !had && sent.includes(question)) running.child.stdin?.write('\r')
  })
  return (await running).stdout
}
