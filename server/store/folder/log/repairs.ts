/** The defects that reading a data folder finds, what is known of each, and how it is mended. */
import { readFile, rename, truncate, writeFile } from 'node:fs/promises'
import { diskError, isReadOnly, stamp } from '../../../files/atomic-file.ts'

export type Repair =
  | TornEnd
  /** A journal that ends before the length that was noted for it: whole changes are gone, and nothing can be mended. */
  | { kind: 'lost'; path: string; bytes: number }
  /** A snapshot that cannot be read, or is gone; the one before and the journals hold the same. */
  | { kind: 'snapshot'; path: string; isThere: boolean }

/** A change at the end of a journal that is not whole: a crash, or a fault of the disk, has cut it short. */
export interface TornEnd {
  kind: 'torn'
  path: string
  offset: number
  bytes: number
  /** Whether it was acknowledged before; undefined where nothing says so. */
  wasAcknowledged?: boolean
}

/** Mends what can be mended, and says in Spanish what was done. @throws DiskFullError, MachineError */
export async function repair(repairs: readonly Repair[]): Promise<string[]> {
  const suffix = stamp()
  const done: string[] = []
  for (const one of repairs) {
    try {
      if (one.kind === 'lost') done.push(`${describeLoss(one)}. ${checkLast}`)
      else done.push(one.kind === 'torn' ? await cut(one, suffix) : await setAside(one, suffix))
    } catch (error) {
      // A disk that cannot be written is read as it is.
      if (!isReadOnly(error)) throw diskError(error, one.path)
    }
  }
  return done
}

async function cut(torn: TornEnd, suffix: string): Promise<string> {
  const { path, offset, bytes, wasAcknowledged } = torn
  const content = (await readFile(path)).subarray(offset)
  // Half a change is worth a look, but not worth failing for on a full disk.
  await writeFile(`${path}.torn-${suffix}`, content, { mode: 0o600 }).catch(() => {})
  await truncate(path, offset)
  const told = `Se cortaron ${bytes} bytes al final de ${path}: un cambio a medias ${acknowledgement(torn)}`
  return wasAcknowledged ? `${told}. ${checkLast}` : told
}

/** Says in Spanish what is known of a torn end, after the words that name it. */
export function acknowledgement({ wasAcknowledged }: TornEnd): string {
  if (wasAcknowledged === undefined) return 'del que no se sabe si se dio por guardado'
  return wasAcknowledged ? 'que ya se había dado por guardado' : 'que nunca se dio por guardado'
}

export function describeLoss({ path, bytes }: { path: string; bytes: number }): string {
  return `A ${path} le faltan al final ${bytes} bytes que ya se habían dado por guardados`
}

export const checkLast = 'Revise si están los últimos que se registraron, o recupere una copia'

async function setAside({ path, isThere }: Repair & { kind: 'snapshot' }, suffix: string): Promise<string> {
  if (!isThere) return `Faltaba ${path}: se rehízo con la copia anterior y los diarios, sin perder nada`
  const aside = `${path}.corrupt-${suffix}`
  await rename(path, aside)
  return `${path} estaba dañado: se apartó como ${aside} y se rehízo con la copia anterior y los diarios, sin perder nada`
}
