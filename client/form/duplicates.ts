/** Asks the server who already has the DNI, the number or the licence number of a form. */
import type { DuplicateQuery, Duplicates } from '#domain/pilot/duplicates'
import { readDni } from '#domain/pilot/pilot'
import { staffApi } from '../api/staff-api.ts'
import { useLoad } from '../api/use-load.ts'
import type { Values } from './pilot-values.ts'

/**
 * Returns the owners of the values that a person has left. An owner is dropped when the value changes. A failure
 * shows no owner: the server refuses a second pilot with a DNI anyway.
 * @param except the identifier of the pilot that the form edits
 */
export function useDuplicates(values: Values, left: Partial<Values>, except?: string): Duplicates {
  const wanted = queryOf(left, except)
  const { value: known } = useLoad(async (signal) => {
    const { dni, npiloto, nlicencia, modalidad } = wanted
    if (dni === undefined && !(modalidad && (npiloto || nlicencia))) return undefined
    return { query: wanted, found: await staffApi.duplicates(wanted, signal) }
  }, JSON.stringify(wanted))
  if (!known) return {}
  const { query, found } = known
  const now = queryOf(values, except)
  const isHere = query.modalidad === now.modalidad
  return {
    dni: query.dni === now.dni ? found.dni : undefined,
    npiloto: isHere && query.npiloto === now.npiloto ? found.npiloto : undefined,
    nlicencia: isHere && query.nlicencia === now.nlicencia ? found.nlicencia : undefined,
  }
}

function queryOf({ dni, npiloto, nlicencia, modalidad }: Partial<Values>, except?: string): DuplicateQuery {
  return {
    dni: readDni(dni),
    npiloto: npiloto?.trim().slice(0, maxLength),
    nlicencia: nlicencia?.trim().slice(0, maxLength),
    modalidad: modalidad || undefined,
    except,
  }
}

/** The longest number that the server compares, in characters: longer ones break the rule of their field. */
const maxLength = 120
