/** Matches the file names of pictures with the pilots that will exist after an import. */
import { formatDni } from '../pilot/dni.ts'
import type { Pilot } from '../pilot/pilot.ts'
import { fold } from '../text/text.ts'

/** A pilot as it will be after the import. */
export interface PictureOwner {
  pilot: Pilot
  /** The line of the file that registers or changes the pilot. */
  line?: number
}

/** Finds the owner of a picture by DNI, licence or pilot's number. */
export class PictureOwners {
  #byName = new Map<string, Set<PictureOwner>>()

  constructor(owners: Iterable<PictureOwner>) {
    for (const owner of owners) {
      for (const name of namesOf(owner.pilot)) {
        this.#byName.set(name, (this.#byName.get(name) ?? new Set()).add(owner))
      }
    }
  }

  /** Returns a message in Spanish if `name`, a file name without its extension, does not name exactly one pilot. */
  find(name: string): PictureOwner | string {
    const [owner, ...others] = this.#byName.get(fold(name)) ?? []
    if (!owner) return 'no coincide con el DNI, la licencia ni el número de ningún piloto'
    return others.length > 0 ? 'coincide con más de un piloto: nómbrela por el DNI' : owner
  }
}

function namesOf({ dni, nlicencia, npiloto }: Pilot): string[] {
  return [String(dni), formatDni(dni), nlicencia, npiloto].map(fold)
}
