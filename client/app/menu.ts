/** The entries of the menu of every page, in the order of the day. */
import { formPath, screens } from '#domain/api/addresses'
import type { FeatureName } from '#domain/desk/features'
import type { SessionInfo } from '#domain/staff/calls'

export interface MenuEntry {
  name: string
  to: string
  /** The feature without which the entry is not there. */
  feature?: FeatureName
}

export const approvalsEntry: MenuEntry = {
  name: 'Por aprobar',
  to: screens.approvals,
  feature: 'applications',
}

const gateEntry: MenuEntry = { name: 'Puerta', to: screens.gate }

const ofStaff: readonly MenuEntry[] = [
  { name: 'Lista', to: screens.search },
  { name: 'Formulario', to: formPath() },
  approvalsEntry,
  { name: 'Chips', to: screens.chips, feature: 'chips' },
  { name: 'Caja', to: screens.till, feature: 'till' },
  gateEntry,
  { name: 'Informe', to: screens.report },
]

/** Returns the entries of a session: those of the day, and those apart. */
export function menuFor({ role, staff, uses = [] }: Pick<SessionInfo, 'role' | 'staff' | 'uses'>) {
  const used = ofStaff.filter(({ feature }) => feature === undefined || uses.includes(feature))
  const help = { name: 'Ayuda', to: screens.help }
  return {
    day: staff ? used : role === null ? [] : [gateEntry],
    apart: role === 'admin' ? [{ name: 'Ajustes', to: screens.settings }, help] : [help],
  }
}
