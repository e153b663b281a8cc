/** Loopback ports for programs that cannot report the port they got, or that need the same port again later. */

/**
 * The lowest port. Systems do not use the ports from 11,000 to 31,999 for outgoing connections (Linux uses 32,768 and
 * above), so a port stays free while its program is stopped. Browsers refuse some lower ports. Each of the seven
 * workers has a range of its own.
 */
const lowest = 11_000
const perWorker = 3_000

const first = lowest + (Number(process.env.VITEST_POOL_ID ?? 0) % 7) * perWorker
let last = Math.floor(Math.random() * perWorker)

const mostTries = 50

/** Matches the messages of Node, PilotOS, PostgreSQL and PgBouncer for a port that is in use. */
const taken = /EADDRINUSE|El puerto \d+ está en uso|already in use/

/**
 * Starts a program on a free port, if possible on `wanted`. If its error says that the port is in use, tries another
 * one, at most 50 times.
 *
 * @throws the error of `start`, if it is another one or if all tries fail
 */
export async function onOwnPort<Program>(
  start: (port: number) => Promise<Program>,
  wanted?: number,
): Promise<Program> {
  for (let tries = 1; ; tries += 1) {
    const isFirst = tries === 1 && wanted !== undefined
    if (!isFirst) last = (last + 1) % perWorker
    try {
      return await start(isFirst ? wanted : first + last)
    } catch (error) {
      if (tries === mostTries || !(error instanceof Error && taken.test(error.message))) throw error
    }
  }
}

/** A port on which no program listens: the port of tcpmux, a service that systems no longer have. */
export const closedPort = 1
