/** Decides where a rider starts in an event: in which category and with which number, or why not at all. */
import { incompleteText, missingNames } from '../pilots/incomplete.ts'
import type { Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { type CategoryChoice, decideCategory } from './categories/choice.ts'
import type { Entry, EntryNote } from './entry.ts'
import type { RaceEvent } from './event.ts'
import type { Numbers } from './numbers.ts'

interface Placing {
  event: RaceEvent
  numbers: Numbers
  note: EntryNote
  choice?: CategoryChoice
  /** The category of the last entry in the modalidad. */
  last?: string
  /** True if the entry gets the next free number where it cannot have its own. */
  takesNext?: boolean
  /** True if a person has typed the number, which then comes before one that is reserved for the rider. */
  isNumberGiven?: boolean
}

/**
 * Returns an entry with its category, and with the number that is reserved for the rider in it. If the rider cannot be
 * entered so, `problem` has the reason, and who has the number. An incomplete rider may lack the modalidad, which is then
 * empty, or the number.
 */
export function placedEntry<Wanted extends Pick<Entry, 'modalidad' | 'number' | 'motorcycle'>>(
  rider: Pilot,
  wanted: Wanted,
  { event, numbers, note, choice, last, takesNext = false, isNumberGiven = false }: Placing,
): { entry: Wanted & Pick<Entry, 'category' | 'exception'>; problem?: { reason: string; other?: PilotId } } {
  const reserved = numbers.reservedFor(rider, wanted.modalidad)
  const hasNumber = wanted.number !== undefined || takesNext || (reserved.length > 0 && !isNumberGiven)
  const lacking = missingNames(rider).filter(
    (name) => (name === 'modalidad' && wanted.modalidad === '') || (name === 'npiloto' && !hasNumber),
  )
  const reason = lacking.length > 0 ? incompleteText(lacking) : unriddenProblem(wanted, event)
  if (reason !== undefined) return { entry: wanted, problem: { reason } }
  const placing = { fechanac: rider.fechanac, last: reserved[0]?.category ?? last, ...wanted }
  const { problem: misfit, ...its } = decideCategory(event, placing, choice, note)
  if (misfit !== undefined) return { entry: wanted, problem: { reason: misfit } }
  const own = reserved
    .filter(({ category }) => !isNumberGiven && (category ?? its.category) === its.category)
    .map(({ number }) => ({ ...wanted, ...its, number }))
    .find((one) => !numbers.problem(rider, one))
  const placed = own ?? { ...wanted, ...its }
  const entry = takesNext ? numbers.nextFree(rider, placed) : placed
  return { entry, problem: numbers.problem(rider, entry) }
}

/** Says that a modalidad does not ride in an event. */
export function unriddenProblem(
  { modalidad }: Pick<Entry, 'modalidad'>,
  event: RaceEvent,
): string | undefined {
  return event.modalidades.includes(modalidad) ? undefined : `${modalidad} no corre en este evento`
}
