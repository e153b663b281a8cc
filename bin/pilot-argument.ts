/** The argument of a command that names a pilot: an identifier, or the DNI as people write it. */
import { NotFoundError } from '#domain/errors'
import { type PilotId, readPilotId } from '#domain/pilot/pilot-id'
import type { Stores } from '../server/store/contract/stores.ts'

export const pilotArgument = 'identificador, como sale en la lista, o DNI'

/**
 * Returns the identifier that `text` is, or the identifier of the pilot with this DNI. An identifier may belong to no
 * pilot.
 * @throws NotFoundError if `text` is no identifier and no pilot has this DNI
 */
export async function pilotIdOf({ pilots }: Stores, text: string): Promise<PilotId> {
  const digits = text.replaceAll('.', '')
  if (/^\d+$/.test(digits)) {
    const dni = Number(digits)
    const found = await pilots.list({ search: String(dni) })
    const pilot = found.pilots.find((one) => one.dni === dni)
    if (pilot) return pilot.id
  }
  const id = readPilotId(text)
  if (!id) throw new NotFoundError(`No existe un piloto con el identificador o DNI ${text}`)
  return id
}

/** Returns the identifiers of all `texts`: see `pilotIdOf`. */
export async function pilotIdsOf(stores: Stores, texts: readonly string[]): Promise<PilotId[]> {
  const ids: PilotId[] = []
  for (const text of texts) ids.push(await pilotIdOf(stores, text))
  return ids
}
