/** Ports of loopback for programs that cannot say which they got, or that must get the same one again later. */

/**
 * Systems give none of these to outgoing connections (Linux: from 32,768 on), so that a port stays free while its
 * program is away; browsers refuse ports below. Each worker has some of them.
 */
const lowest = 11_000
const perWorker = 3_000

const first = lowest + (Number(process.env.VITEST_POOL_ID ?? 0) % 7) * perWorker
let last = Math.floor(Math.random() * perWorker)

const mostTries = 50

/** What Node, PilotOS, PostgreSQL and PgBouncer say. */
const taken = /EADDRINUSE|El puerto \d+ está en uso|already in use/

/** Starts a program on a port of its own: on another one where it says that somebody has the port. */
export async function onOwnPort<Program>(start: (port: number) => Promise<Program>): Promise<Program> {
  for (let tries = 1; ; tries += 1) {
    last = (last + 1) % perWorker
    try {
      return await start(first + last)
    } catch (error) {
      if (tries === mostTries || !(error instanceof Error && taken.test(error.message))) throw error
    }
  }
}

/** A port on which nobody listens: that of a service that systems no longer have (tcpmux). */
export const closedPort = 1
