/** What is built: the program, and its rehearsal. */
import type { Installed } from './installed.ts'

export { main } from './cli.ts'
export async function warmUp(installed: Installed): Promise<void> {
  const { warmUp } = await import('./warm-up.ts')
  return warmUp(installed)
}
