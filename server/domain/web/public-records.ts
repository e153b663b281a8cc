/** The records of pilots for people who are no staff. The `audience` of a field decides who sees it. */
import type { Audience } from '../pilot/field.ts'
import { emergencyNames, fieldNames, fields } from '../pilot/fields.ts'
import type { Pilot } from '../pilot/pilot.ts'
import type { Status } from '../validity/status.ts'
import type { EmergencyContact, PilotRecord } from './pilot-schemas.ts'
import { publicStatus } from './wire.ts'

/** The audiences from the widest, each of which sees the fields of those before it. */
const audiences = ['everyone', 'gates', 'complete'] as const satisfies readonly Audience[]

/**
 * Returns the record that an audience sees, without the terms and without the reason of a suspension. Under the complete
 * public view it also says when and with which address the card was printed, and has the number of the chat with the pilot.
 */
export function toPublicRecord(
  pilot: Pilot,
  status: Status,
  audience: (typeof audiences)[number],
  chat?: string,
): PilotRecord {
  const seen: readonly Audience[] = audiences.slice(0, audiences.indexOf(audience) + 1)
  const names = fieldNames.filter((name) => seen.includes(fields[name].audience))
  const { id, photo, card } = pilot
  return {
    id_driver: id,
    attachment: photo,
    data_driver: JSON.stringify(Object.fromEntries(names.map((name) => [name, pilot[name]]))),
    ...(audience === 'complete' && card && { card }),
    ...(audience === 'complete' && chat !== undefined && { chat }),
    status: publicStatus(status),
  }
}

/** Returns the emergency contact, which only a gate that was noted in the history gets. */
export function toEmergencyContact(pilot: Pilot): EmergencyContact {
  return Object.fromEntries(emergencyNames.map((name) => [name, pilot[name] ?? null])) as EmergencyContact
}
