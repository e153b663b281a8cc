/** A port of loopback that nobody has, and that nobody is given by chance before it is used. */
import { createServer } from 'node:net'

/** Below those that Linux gives to connections, and above those that browsers refuse; each worker has some of them. */
const lowest = 11_000
const perWorker = 3_000

const first = lowest + (Number(process.env.VITEST_POOL_ID ?? 0) % 7) * perWorker
let last = Math.floor(Math.random() * perWorker)

export async function freePort(): Promise<number> {
  for (;;) {
    last = (last + 1) % perWorker
    if (await isFree(first + last)) return first + last
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
