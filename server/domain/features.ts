/** The features that add to what an event checks, tells and reports. */
import type { CheckedEvent, Feature, Rider } from './api/feature.ts'
import { type CheckName, entriesIn, type Requirements } from './events/entry.ts'
import { isMinor } from './pilots/pilot.ts'
import { today } from './text/date.ts'
import { till } from './till/feature.ts'
import { waivers } from './waivers/feature.ts'

export const features: readonly Feature[] = [till, waivers]

/** Returns what the checks of an event ask of a rider on a day. */
export function requirementsOf(rider: Rider, event: CheckedEvent, day: string): Requirements {
  const done = features.flatMap(({ check }) =>
    check ? [[check.name, check.isDone(rider, event, day)] as const] : [],
  )
  return { isMinor: isMinor(rider, day), ...Object.fromEntries(done) }
}

/** Returns true for a rider for whom the desk has a check of an event left to do. */
export function isLacking(rider: Rider, event: CheckedEvent, name: CheckName): boolean {
  const check = features.find((one) => one.check?.name === name)?.check
  if (!check || (check.isOfEntered && entriesIn(rider, event.id).length === 0)) return false
  return check.isDone(rider, event, today()) === false
}

/** Returns what the features add in a place. */
export function added<Part extends object>(partOf: (feature: Feature) => Part | undefined): Part {
  return Object.assign({}, ...features.map(partOf))
}
