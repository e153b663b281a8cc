/** Asks the server who already has the DNI of a form, or a value that riders should not share. */
import { type DuplicateQuery, type Duplicates, maxShared, wantedValues } from '#domain/pilot/duplicates'
import { sharedNames } from '#domain/pilot/fields'
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
    if (wanted.dni === undefined && wantedValues(wanted).length === 0) return undefined
    return { query: wanted, found: await staffApi.duplicates(wanted, signal) }
  }, JSON.stringify(wanted))
  if (!known) return {}
  const { query, found } = known
  const now = queryOf(values, except)
  const still = wantedValues(now)
  const isSame = ({ name, key, modalidad }: (typeof still)[number]) =>
    still.some((one) => one.name === name && one.key === key && one.modalidad === modalidad)
  const kept = wantedValues(query).filter(isSame)
  return {
    dni: query.dni === now.dni ? found.dni : undefined,
    ...Object.fromEntries(kept.map(({ name }) => [name, found[name]])),
  }
}

function queryOf(values: Partial<Values>, except?: string): DuplicateQuery {
  const shared = sharedNames.map((name) => [name, values[name]?.trim().slice(0, maxShared)])
  return {
    ...Object.fromEntries(shared),
    dni: readDni(values.dni),
    modalidad: values.modalidad || undefined,
    except,
  }
}
