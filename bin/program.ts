/** The entry point of the built program: the commands and the warm-ups of its code caches. */
import type { Installed } from './data-folder.ts'

export { main } from './cli.ts'

/** Runs the code that a code cache should contain, in an empty folder. */
export async function warmUp(
  part: 'server' | 'commands',
  folder: string,
  installed: Installed,
): Promise<void> {
  if (part === 'server') await (await import('./server-warm-up.ts')).warmUpServer(folder, installed)
  else await (await import('./command-warm-up.ts')).warmUpCommands(folder, installed)
}
