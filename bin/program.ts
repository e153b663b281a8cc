/** What is built: the program, and its rehearsal. */
import type { Installed } from './installed.ts'

export { main } from './cli.ts'
export async function rehearse(installed: Installed): Promise<void> {
  const { rehearse } = await import('./warm-up.ts')
  return rehearse(installed)
}
