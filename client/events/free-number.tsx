/** The next free number of the open event, which the form of a rider proposes where the categories have numbers. */
import { categoryOf, rangesOf } from '#domain/events/categories/category'
import { proposedCategory } from '#domain/events/categories/choice'
import { categoryFits } from '#domain/events/categories/fit'
import { groupOf, nearestFree, takenNumbers } from '#domain/events/numbers'
import { readDay, today } from '#domain/text/date'
import { loadEvents } from '../api/event-list.ts'
import { useLoad } from '../api/load.ts'
import { loadTaken } from './number-field.tsx'

interface FreeNumberProps {
  modalidad: string
  /** The birth date as it is typed. */
  fechanac: string
  onTake: (number: string) => void
}

/** Proposes the number of the category that fits the rider by age. Shows nothing in a modalidad without ranges. */
export function FreeNumber({ modalidad, fechanac, onTake }: FreeNumberProps) {
  const { value } = useLoad(
    async (signal) => ({ ...(await loadEvents(signal)), taken: await loadTaken(signal) }),
    'free number',
  )
  if (!value) return null
  const { open, taken } = value
  const fits = categoryFits(open, modalidad, { fechanac: readDay(fechanac) }, today())
  const category = categoryOf(open, { category: proposedCategory(fits, {}) })
  if (!category?.numbers) return null
  const others = taken.get(groupOf({ modalidad, category: category.id })) ?? takenNumbers([])
  const { above } = nearestFree('', others, rangesOf(category))
  if (above === undefined) return `No queda ningún número libre en ${category.name}`
  return (
    <>
      Libre en {category.name}:{' '}
      <button type="button" onClick={() => onTake(above)}>
        {above}
      </button>
    </>
  )
}
