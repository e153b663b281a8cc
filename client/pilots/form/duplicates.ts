/** Asks the server who already has the document of a form, or a value that riders should not share. */

import type { DuplicateQuery, Duplicates } from '#domain/pilots/calls'
import { personKey, readPerson, wantedValues } from '#domain/pilots/checks/duplicates'
import { documentOf, readDocument, readIdentity } from '#domain/pilots/document'
import { maxShared, sharedNames } from '#domain/pilots/fields'
import { useLoad } from '../../api/load.ts'
import { loadDuplicates } from '../../api/pilots.ts'
import type { Values } from './pilot-values.ts'

/**
 * Returns the owners of the values that a person has left. An owner is dropped when the value changes. A failure
 * shows no owner: the server refuses a second pilot with a document anyway.
 * @param except the identifier of the pilot that the form edits
 */
export function useDuplicates(
  values: Values,
  left: Partial<Values>,
  except?: string,
): Duplicates & { refresh?: () => void } {
  const wanted = queryOf(left, except)
  const { value: known, reload } = useLoad(async (signal) => {
    if (!keyOf(wanted) && !readPerson(wanted) && wantedValues(wanted).length === 0) return undefined
    return { query: wanted, found: await loadDuplicates(wanted, signal) }
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
      removed: found.removed,
    }),
    ...(keyOfPerson(query) === keyOfPerson(now) && keyOf(query) === keyOf(now) && { person: found.person }),
    ...Object.fromEntries(kept.map(({ name }) => [name, found[name]])),
    refresh: reload,
  }
}

function keyOf(query: DuplicateQuery): string | undefined {
  const document = readDocument(query)
  return document && documentOf(document)
}

function keyOfPerson(query: DuplicateQuery): string | undefined {
  const person = readPerson(query)
  return person && personKey(person)
}

function queryOf(values: Partial<Values>, except?: string): DuplicateQuery {
  const shared = sharedNames.map((name) => [name, values[name]?.trim().slice(0, maxShared)])
  const { dni, tipodoc, documento } = readDocument(values) ?? {}
  // Half a name is nobody's: the server is asked once all three are there.
  const person = readPerson(values)
  return {
    ...Object.fromEntries(shared),
    ...(person && {
      name: person.name.slice(0, maxShared),
      lastname: person.lastname.slice(0, maxShared),
    }),
    dni,
    tipodoc: tipodoc ?? undefined,
    documento: documento ?? undefined,
    fechanac: (person ?? readIdentity(values))?.fechanac,
    modalidad: values.modalidad || undefined,
    except,
  }
}
