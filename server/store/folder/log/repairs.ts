/** Repairs the defects that reading a data folder finds, and describes them in Spanish. */
import { truncate, writeFile } from 'node:fs/promises'
import { count, shortened } from '#domain/text/text'
import { diskError, isReadOnly, renameFile, stamp, writeAtomically } from '../../../files/atomic-file.ts'
import { onceFree } from '../../../files/held-file.ts'
import { readPlain } from '../../../files/plain-file.ts'

export type Repair =
  | TornEnd
  /** A journal that is shorter than `durable.json` says: complete changes are lost and cannot be repaired. */
  | { kind: 'lost'; path: string; bytes: number }
  /** A snapshot that is damaged or missing; the previous snapshot and the journals have the same data. */
  | { kind: 'snapshot'; path: string; exists: boolean }
  | DamagedLines
  /** A log of passages whose last passages are missing, by the number of the last one in `durable.json`. */
  | { kind: 'missing'; path: string; passages: number }

/** Lines of a log that cannot be read, and that are set aside so that the other lines count. */
interface DamagedLines {
  kind: 'lines'
  path: string
  /** The lines that stay. */
  good: readonly Buffer[]
  bad: readonly Buffer[]
}

/** An incomplete change at the end of a journal, which a crash or a fault of the disk has cut short. */
export interface TornEnd {
  kind: 'torn'
  path: string
  /** The offset at which the incomplete change begins, in bytes. */
  offset: number
  /** The length of the incomplete change, in bytes. */
  bytes: number
  /** True if the change was acknowledged; undefined if this is unknown. */
  wasAcknowledged?: boolean
}

/** Makes the repairs that are possible, and describes them in Spanish. @throws DiskFullError, MachineError */
export async function repair(repairs: readonly Repair[]): Promise<string[]> {
  const suffix = stamp()
  const done: string[] = []
  for (const one of repairs) {
    try {
      done.push(await make(one, suffix))
    } catch (error) {
      // The data of a read-only disk is used without repairs.
      if (!isReadOnly(error)) throw diskError(error, one.path)
    }
  }
  return done
}

function make(one: Repair, suffix: string): Promise<string> | string {
  switch (one.kind) {
    case 'torn':
      return cut(one, suffix)
    case 'lost':
      return `${describeLoss(one)}. ${checkLast}`
    case 'snapshot':
      return setAside(one, suffix)
    case 'lines':
      return setLinesAside(one, suffix)
    case 'missing':
      return `${describeMissing(one)}. ${checkLast}`
  }
}

async function cut(torn: TornEnd, suffix: string): Promise<string> {
  const { path, offset, bytes, wasAcknowledged } = torn
  const content = (await readPlain(path)).subarray(offset)
  // The copy helps to examine the incomplete change, but a full disk should not make the repair fail.
  await writeFile(`${path}.torn-${suffix}`, content, { mode: 0o600 }).catch(() => {})
  await onceFree(path, () => truncate(path, offset))
  const description = `Se cortaron ${bytes} bytes al final de ${path}: un cambio a medias ${acknowledgement(torn)}`
  return wasAcknowledged ? `${description}. ${checkLast}` : description
}

/** Says in Spanish whether a torn change was acknowledged, as a clause that follows a noun. */
export function acknowledgement({ wasAcknowledged }: TornEnd): string {
  if (wasAcknowledged === undefined) return 'del que no se sabe si se dio por guardado'
  return wasAcknowledged ? 'que ya se había dado por guardado' : 'que nunca se dio por guardado'
}

export function describeLoss({ path, bytes }: { path: string; bytes: number }): string {
  return `A ${path} le faltan al final ${bytes} bytes que ya se habían dado por guardados`
}

export function describeMissing({ path, passages }: { path: string; passages: number }): string {
  return `A ${path} le falta al final lo que ya se había dado por guardado: ${count(passages, 'lectura')}`
}

export const checkLast = 'Revise si están los últimos que se registraron, o restaure una copia'

/** Describes the damaged lines of a log of passages. */
export function describeLines({ path, bad }: { path: string; bad: readonly Buffer[] }): string {
  const lines = count(bad.length, 'línea dañada o repetida', 'líneas dañadas o repetidas')
  return `${path} tiene ${lines}: ${bad.map(excerpt).slice(0, 3).join(' ')}${bad.length > 3 ? '…' : ''}`
}

function excerpt(line: Buffer): string {
  const text = line.subarray(0, 300).toString('utf8')
  return `«${shortened(text.replace(/[\p{C}\s]+/gu, ' ').trim(), 80)}»`
}

async function setLinesAside({ path, good, bad }: DamagedLines, suffix: string): Promise<string> {
  const aside = `${path}.corrupt-${suffix}`
  await writeAtomically(aside, bad)
  await writeAtomically(path, good)
  const lines = count(
    bad.length,
    'línea dañada o repetida: se apartó',
    'líneas dañadas o repetidas: se apartaron',
  )
  return `${path} tenía ${lines} en ${aside}, y las demás lecturas siguen`
}

async function setAside({ path, exists }: Repair & { kind: 'snapshot' }, suffix: string): Promise<string> {
  if (!exists) return `Faltaba ${path}: se rehízo con la copia anterior y los diarios, sin perder nada`
  const aside = `${path}.corrupt-${suffix}`
  await renameFile(path, aside)
  return `${path} estaba dañado: se apartó como ${aside} y se rehízo con la copia anterior y los diarios, sin perder nada`
}
