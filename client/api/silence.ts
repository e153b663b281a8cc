/** Limits every wait for the kiosk: a laptop that sleeps and a program that hangs neither answer nor refuse. */
import { sessionPath } from '#domain/api/addresses'

/** The pause before the kiosk is asked whether it is there, in milliseconds. */
const pause = 8000

/** The longest wait for the answer to that question, in milliseconds. */
export const questionTime = 5000

/** Resolves as `wait` does, however long that takes. Rejects once the kiosk answers no question either. */
export function whileAnswering<Value>(wait: Promise<Value>): Promise<Value> {
  let asking: ReturnType<typeof setInterval> | undefined
  const silence = new Promise<never>((_, reject) => {
    asking = setInterval(() => askKiosk().catch(reject), pause)
  })
  return Promise.race([wait, silence]).finally(() => clearInterval(asking))
}

/** Asks the kiosk whether it is there. @throws Error if no answer arrives in time */
export function askKiosk(): Promise<Response> {
  return fetch(sessionPath, { cache: 'no-store', signal: timeLimit(questionTime) })
}

/** Returns a signal that aborts after a time, in milliseconds. Browsers older than 2022 have none. */
export function timeLimit(time: number): AbortSignal | undefined {
  return AbortSignal.timeout?.(time)
}
