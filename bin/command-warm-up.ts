/** The warm-up for the code cache of the commands: it compiles the code of the most frequent ones. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { main } from './cli.ts'
import type { Installed } from './data-folder.ts'

/** Imports a pilot into an empty folder, and lists and exports it. */
export async function warmUpCommands(folder: string, installed: Installed): Promise<void> {
  const [csv, exported] = [join(folder, 'in.csv'), join(folder, 'out.csv')]
  await writeFile(csv, roster)
  for (const args of [['import', csv], ['list'], ['export', exported]]) {
    const code = await main([...args, '--data', join(folder, 'data')], installed)
    if (code !== 0) throw new Error(`pilotos ${args.join(' ')} ended with ${code}`)
  }
}

const roster = `
name,lastname,email,celular,dni,fechanac,nlicencia,npiloto,licencia,modalidad,club,tiposangre,participacion
Rosa,Núñez,rosa@correo.pe,987654321,45678901,1990-05-17,FM-2026-1,7,Anual,RALLY,Moto Club,O+,2024: finalista
`.trim()
