/**
 * Runs one job in a process of its own. Ending a thread does not end the native code that it has called, which runs on
 * the threads of libuv; ending a process does.
 */
import { fork } from 'node:child_process'
import type { Call } from './jobs.ts'
import type { Reply } from './replies.ts'

/** The most memory of the process, in bytes. */
const maxMemory = 1024 ** 3

/** The interval between two looks at the memory, in milliseconds. */
const memoryInterval = 50

/**
 * Runs a job of `workerFile`. `signal` ends the process, and `memory` is its largest heap, in MB.
 * @returns undefined if the process ends without a reply, such as for want of memory
 */
export function callProcess(
  workerFile: string,
  call: Call,
  { signal, memory }: { signal: AbortSignal; memory: number },
): Promise<Reply | undefined> {
  return new Promise((resolve, reject) => {
    const child = fork(workerFile, {
      execArgv: [`--max-old-space-size=${memory}`, ...loaderOf(workerFile)],
      serialization: 'advanced',
      stdio: 'ignore',
      killSignal: 'SIGKILL',
      signal,
    })
    child.on('message', (reply: Reply) => {
      resolve(reply)
      child.disconnect()
    })
    child.on('error', (error) => (signal.aborted ? resolve(undefined) : reject(error)))
    child.on('exit', () => resolve(undefined))
    child.send(call)
  })
}

/** Answers the only call of this process. */
export function serveProcess(work: (call: Call) => Promise<Reply>): void {
  // An ordinary exit would wait for the threads of libuv.
  const end = () => process.kill(process.pid, 'SIGKILL')
  process.once('disconnect', end)
  setInterval(() => {
    if (process.memoryUsage.rss() > maxMemory) end()
  }, memoryInterval)
  process.once('message', async (call: Call) => process.send?.(await work(call)))
}

/** Returns the options of Node that load the built program, or its sources. */
export function loaderOf(file: string): string[] {
  return file.endsWith('.ts') ? ['--import', 'tsx'] : []
}
