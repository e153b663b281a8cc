/** The features of the server: their settings, their routes, and which of them the open event uses. */
import { type FeatureName, featureNames } from '#domain/desk/features'
import { usesChips, usesTill } from '#domain/till/event-till'
import type { Events } from './settings/race-events.ts'
import { ReceptionDesk } from './settings/reception.ts'
import type { OpenSettings } from './store/documents/settings.ts'
import { type ReceiptNeeds, Receipts } from './till/receipts.ts'
import { chipSheets, chips, money } from './till/routes.ts'
import { Till } from './till/till.ts'
import { waivers } from './waivers/routes.ts'
import { Waivers } from './waivers/texts.ts'

/** The routes of the features, in the order of the description of the API. */
export const featureRoutes = [waivers, money, chips, chipSheets] as const

/** Creates what the routes of the features need. */
export function createFeatures(needs: ReceiptNeeds & { settings: OpenSettings; events: Events }) {
  const { settings, events, stores } = needs
  const waiver = new Waivers(settings, events)
  const till = new Till(settings, events, stores)
  const reception = new ReceptionDesk(settings, events)
  const isInUse: Readonly<Record<FeatureName, () => boolean>> = {
    till: () => usesTill(till.current),
    chips: () => usesChips(till.current),
    waivers: () => waiver.current !== undefined,
    applications: () => reception.isOpen,
  }
  /** Returns the names of the features that the open event uses now. */
  const uses = () => featureNames.filter((name) => isInUse[name]())
  return { waiver, till, reception, uses, receipts: new Receipts(needs) }
}
