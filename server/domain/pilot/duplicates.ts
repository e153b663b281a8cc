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
    return key ? { name, key, end: key.slice(-1) } : []
  })
  const found: Duplicates = {}
  for (const pilot of candidates) {
    if (pilot.dni !== dni && pilot.modalidad !== modalidad) continue
    if (pilot.id === except) continue
    const owner = { id: pilot.id, name: fullName(pilot) }
    if (pilot.dni === dni) found.dni ??= owner
    if (pilot.modalidad !== modalidad) continue
    for (const { name, key, end } of wanted) {
      // The last character rules out most pilots, and is cheaper than the key.
      if (endOf(pilot[name]) === end && numberKey(pilot[name]) === key) found[name] ??= owner
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

function endOf(text: string): string {
  return text.slice(-1).toLowerCase()
}
