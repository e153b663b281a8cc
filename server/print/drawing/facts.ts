/** The facts about a pilot that a printed credential of any size contains. */
import type { Pilot } from '#domain/pilot/pilot'
import { groupedId } from '#domain/pilot/pilot-id'
import { formatDate } from '#domain/text/date'

export const cardTitle = 'CREDENCIAL DE PILOTO'

export interface Fact {
  /** The text above the value, in capitals. */
  label: string
  value: string
}

export interface CardFacts {
  name: string
  lastname: string
  licencia: Fact
  blood: Fact
  /** The pilot's number, as it is written on the vehicle. */
  plate: string
  rest: readonly Fact[]
  /** The code that a person types if the QR cannot be scanned. */
  code: string
}

/** Returns the facts of a card that is valid until `until`, as `YYYY-MM-DD`. */
export function factsOf(pilot: Pilot, until: string): CardFacts {
  return {
    name: pilot.name,
    lastname: pilot.lastname,
    licencia: { label: 'LICENCIA', value: pilot.licencia.toUpperCase() },
    // A minus sign is wider than a hyphen, and the sign of a blood type must not be overlooked.
    blood: { label: 'TIPO DE SANGRE', value: pilot.tiposangre.replace('-', '\u2212') },
    plate: pilot.npiloto,
    rest: [
      { label: 'LICENCIA N°', value: pilot.nlicencia },
      { label: 'MODALIDAD', value: pilot.modalidad },
      { label: 'CLUB', value: pilot.club },
      { label: 'VÁLIDA HASTA', value: formatDate(until) },
    ],
    code: groupedId(pilot.id),
  }
}
