/** Finds the pilots who already have the DNI, the number or the licence number of a form. */
import { fullName } from './full-name.ts'
import type { Pilot } from './pilot.ts'
import type { PilotId } from './pilot-id.ts'

/** The values of a form. `npiloto` and `nlicencia` are compared only within `modalidad`. */
export interface DuplicateQuery {
  dni?: number
  npiloto?: string
  nlicencia?: string
  modalidad?: string
  /** The pilot that the form edits, who is no duplicate. */
  except?: PilotId
}

/** A pilot who already has the value of a field. */
interface Owner {
  id: PilotId
  /** The full name. */
  name: string
}

/** The owners of the values, by field. */
export type Duplicates = Partial<Record<'dni' | 'npiloto' | 'nlicencia', Owner>>

/**
 * Returns the first pilot with each value. `candidates` contains all pilots with one of the values, the oldest first;
 * it may contain others.
 */
export function decideDuplicates(candidates: Iterable<Pilot>, query: DuplicateQuery): Duplicates {
  const { dni, modalidad, except } = query
  const wanted = numbers.flatMap((name) => {
    const key = modalidad && numberKey(query[name])
    return key ? { name, key } : []
  })
  const found: Duplicates = {}
  for (const pilot of candidates) {
    if (pilot.dni === dni && pilot.id !== except) found.dni ??= ownerOf(pilot)
    if (wanted.length === 0 || pilot.modalidad !== modalidad) continue
    for (const { name, key } of wanted) {
      if (!found[name] && hasKey(pilot[name], key) && pilot.id !== except) found[name] = ownerOf(pilot)
    }
  }
  return found
}

/**
 * Returns a key that ignores case and the zeros before a number. Returns undefined for a text without a number, such
 * as `S/N`, which many pilots may have.
 * @example numberKey('FM-0042') // 'fm-42'
 */
export function numberKey(text = ''): string | undefined {
  if (!/[1-9]/.test(text)) return undefined
  const lower = text.normalize('NFC').toLowerCase().trim()
  return lower.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, ''))
}

const numbers = ['npiloto', 'nlicencia'] as const

function hasKey(text: string, key: string): boolean {
  return mayHaveKey(text, key) && numberKey(text) === key
}

/**
 * Returns false for most texts with another key, without the cost of a key for each of 100,000 pilots. Compares the
 * texts from their ends, up to the first character that a key may change: a zero, or one that is not ASCII.
 */
function mayHaveKey(text: string, key: string): boolean {
  if (text.length < key.length) return false
  for (let back = 1; back <= key.length; back += 1) {
    const code = text.charCodeAt(text.length - back)
    const isUpper = code >= 0x41 && code <= 0x5a
    if ((isUpper ? code + 0x20 : code) === key.charCodeAt(key.length - back)) continue
    return code === 0x30 || code > 0x7e
  }
  return true
}

function ownerOf(pilot: Pilot): Owner {
  return { id: pilot.id, name: fullName(pilot) }
}
