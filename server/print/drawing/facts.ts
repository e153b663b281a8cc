/** What a printed credential says of a pilot, whatever its size. */
import type { Pilot } from '#domain/pilot/pilot'
import { groupedId } from '#domain/pilot/pilot-id'

export const cardTitle = 'CREDENCIAL DE PILOTO'

export interface Fact {
  /** Above the value, in capitals. */
  label: string
  value: string
}

export interface CardFacts {
  name: string
  lastname: string
  licencia: Fact
  blood: Fact
  /** As it stands on the vehicle. */
  plate: string
  rest: readonly Fact[]
  /** What is typed where a QR cannot be scanned. */
  code: string
}

export function factsOf(pilot: Pilot): CardFacts {
  return {
    name: pilot.name,
    lastname: pilot.lastname,
    licencia: { label: 'LICENCIA', value: pilot.licencia.toUpperCase() },
    // A hyphen is too short for what must not be overlooked.
    blood: { label: 'TIPO DE SANGRE', value: pilot.tiposangre.replace('-', '\u2212') },
    plate: pilot.npiloto,
    rest: [
      { label: 'LICENCIA N°', value: pilot.nlicencia },
      { label: 'MODALIDAD', value: pilot.modalidad },
      { label: 'CLUB', value: pilot.club },
    ],
    code: groupedId(pilot.id),
  }
}
