/** Runs the real command on a pseudo-terminal, created by script(1) of util-linux. */
import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './root.ts'

/**
 * Runs a command and returns all output that the terminal received. Types each key of `keys` once the output contains
 * `question` and the key before it was shown. Types each answer of `answers` after its question, one after the other.
 */
export async function onTerminal(
  args: string[],
  question?: string,
  {
    keys = ['\r'],
    answers = [],
    columns = 200,
  }: { keys?: string[]; answers?: [question: string, keys: string][]; columns?: number } = {},
): Promise<string> {
  const { PILOTOS_DATA: _data, NO_COLOR: _colour, ...env } = process.env
  const words = [process.execPath, join(root, 'bin/pilotos.cjs'), ...args].map(quoted)
  const command = `stty cols ${columns} rows 50; ${words.join(' ')} || true`
  const running = promisify(execFile)('script', ['-qec', command, '/dev/null'], { env, timeout: 20_000 })
  let sent = ''
  const waiting = [...keys]
  const open = [...answers]
  let answered = 0
  running.child.stdout?.on('data', (text: string) => {
    sent += text
    // The program draws the question again after each key.
    if (question && sent.includes(question)) running.child.stdin?.write(waiting.shift() ?? '')
    const [asked = '', typed = ''] = open[0] ?? []
    const found = open.length > 0 ? sent.indexOf(asked, answered) : -1
    if (found === -1) return
    open.shift()
    answered = found + asked.length
    running.child.stdin?.write(typed)
  })
  return (await running).stdout
}

/**
 * Starts a program in a terminal, which the standard input and output of the child are. The child ends with the exit code
 * of the program.
 */
export function startInTerminal(words: readonly string[], options: SpawnOptions = {}): ChildProcess {
  // The shell becomes the program: one that waits for it would end by the Ctrl+C that the program answers.
  return spawn('script', ['-qfec', `exec ${words.map(quoted).join(' ')}`, '/dev/null'], options)
}

/** Quotes a word for a shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
