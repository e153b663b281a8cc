/** Closes at the end of a test what the test has opened. */
import { onTestFinished } from 'vitest'

/** Returns opened stores, servers or sessions, which are closed at the end of the test. */
export async function closing<Opened extends { close(): unknown }>(
  opening: Promise<Opened>,
): Promise<Opened> {
  const opened = await opening
  onTestFinished(async () => void (await opened.close()))
  return opened
}
