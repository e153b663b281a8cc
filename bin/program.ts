/** What is built: the program, and its rehearsal. */
export { main } from './cli.ts'
export async function rehearse(clientFolder: string): Promise<void> {
  const { rehearse } = await import('./rehearsal.ts')
  return rehearse(clientFolder)
}
