/** Generates pilot identifiers from the system's random source, which it reads in batches. */
import { idBytes, idCharacters, type PilotId } from '#domain/pilot/pilot-id'

const idsPerBatch = 256

export class PilotIds {
  #characters = ''

  next(): PilotId {
    if (this.#characters === '') {
      this.#characters = idCharacters(crypto.getRandomValues(new Uint8Array(idBytes * idsPerBatch)))
    }
    const id = this.#characters.slice(0, idBytes)
    this.#characters = this.#characters.slice(idBytes)
    return id
  }
}
