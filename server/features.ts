/** The features that an event may do without, each with the rule that says whether the open event uses it. */
import type { FeatureName } from '#domain/desk/features'
import { usesChips, usesTill } from '#domain/till/event-till'
import type { ReceptionDesk } from './settings/reception.ts'
import type { Till } from './settings/till.ts'
import type { Waivers } from './settings/waivers.ts'

interface Parts {
  till: Pick<Till, 'current'>
  waiver: Pick<Waivers, 'current'>
  reception: Pick<ReceptionDesk, 'isOpen'>
}

const features: Readonly<Record<FeatureName, (parts: Parts) => boolean>> = {
  till: ({ till }) => usesTill(till.current),
  chips: ({ till }) => usesChips(till.current),
  waivers: ({ waiver }) => waiver.current !== undefined,
  applications: ({ reception }) => reception.isOpen,
}

/** Returns the names of the features that the open event uses now. */
export function featuresInUse(parts: Parts): FeatureName[] {
  return Object.entries(features).flatMap(([name, isInUse]) => (isInUse(parts) ? [name as FeatureName] : []))
}
