/** Asks the server who already has the document of a form, or a value that riders should not share. */
import { documentOf, readDocument, readIdentity } from '#domain/pilot/document'
import { type DuplicateQuery, type Duplicates, maxShared, wantedValues } from '#domain/pilot/duplicates'
import { sharedNames } from '#domain/pilot/fields'
import { staffApi } from '../api/staff-api.ts'
import { useLoad } from '../api/use-load.ts'
import type { Values } from './pilot-values.ts'

/**
 * Returns the owners of the values that a person has left. An owner is dropped when the value changes. A failure
 * shows no owner: the server refuses a second pilot with a document anyway.
 * @param except the identifier of the pilot that the form edits
 */
export function useDuplicates(values: Values, left: Partial<Values>, except?: string): Duplicates {
  const wanted = queryOf(left, except)
  const { value: known } = useLoad(async (signal) => {
    if (!keyOf(wanted) && wantedValues(wanted).length === 0) return undefined
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
    ...(keyOf(query) === keyOf(now) && {
      dni: found.dni,
      documento: found.documento,
      ...(query.fechanac === now.fechanac && { erased: found.erased }),
    }),
    ...Object.fromEntries(kept.map(({ name }) => [name, found[name]])),
  }
}

function keyOf(query: DuplicateQuery): string | undefined {
  const document = readDocument(query)
  return document && documentOf(document)
}

function queryOf(values: Partial<Values>, except?: string): DuplicateQuery {
  const shared = sharedNames.map((name) => [name, values[name]?.trim().slice(0, maxShared)])
  const { dni, tipodoc, documento } = readDocument(values) ?? {}
  return {
    ...Object.fromEntries(shared),
    dni,
    tipodoc: tipodoc ?? undefined,
    documento: documento ?? undefined,
    fechanac: readIdentity(values)?.fechanac,
    modalidad: values.modalidad || undefined,
    except,
  }
}
