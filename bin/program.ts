/** The entry point of the built program: the commands and the warm-up. */
import type { Installed } from './installed.ts'

export { main } from './cli.ts'

export async function warmUp(installed: Installed): Promise<void> {
  const { warmUp } = await import('./warm-up.ts')
  return warmUp(installed)
}
