/** Test data: pilots and pictures. */
import { fieldNames } from '#domain/pilots/fields'
import { isIncomplete } from '#domain/pilots/incomplete'
import { type CompletePilot, type PilotDraft, type StoredDraft, withDraft } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'

let lastDni = 40_000_000

/** Returns a valid draft with a unique DNI. */
export function aDraft(changes: Partial<PilotDraft> = {}): PilotDraft & { dni: number } {
  lastDni += 1
  return {
    name: 'Íñigo',
    lastname: 'Núñez Peña',
    email: 'inigo@ejemplo.org',
    celular: 987654321,
    dni: lastDni,
    fechanac: '1994-02-28',
    nlicencia: 'FM-2026-0001',
    npiloto: '93',
    licencia: 'Anual',
    modalidad: 'ENDURO CROSS',
    club: 'Moto Club "Ñandú"',
    tiposangre: 'AB+',
    participacion: '2021: campeón regional\n2023: 3.º, con "El Rayo"',
    ...changes,
  } as PilotDraft & { dni: number }
}

/** Returns a pilot of a store, or its fields, who is not incomplete. */
export function complete<Rider extends StoredDraft>(pilot: Rider): Rider & PilotDraft {
  if (isIncomplete(pilot)) throw new Error(`${pilot.name} is incomplete`)
  return pilot as Rider & PilotDraft
}

/** Returns a pilot without a photo who was registered at a fixed time. */
export function aPilot(id: PilotId, draft: PilotDraft): CompletePilot {
  return withDraft({ id, photo: null, since: '2020-02-01T08:00:00.000Z' }, draft)
}

/** Returns a valid draft of a rider without a DNI, with a unique passport. */
export function aForeigner(changes: Partial<PilotDraft> = {}): PilotDraft {
  const { dni, ...draft } = aDraft()
  const foreign = { ...draft, dni: null, tipodoc: 'Pasaporte' as const, documento: `AB${dni}`, ...changes }
  // The fields stand in their order, as they are stored.
  const inOrder = fieldNames.filter((name) => name in foreign).map((name) => [name, foreign[name]])
  return Object.fromEntries(inOrder) as PilotDraft
}

/** Returns a row of an imported file, as a reader returns it. `index` counts from 0, and the header is on line 1. */
export function aRow(index: number, values: Record<string, unknown> = aDraft()) {
  return { line: index + 2, values }
}

export async function aPicture(
  format: 'jpeg' | 'png' | 'webp' | 'gif' = 'png',
  width = 1200,
  height = 900,
): Promise<Buffer> {
  // Loaded on demand, since unit tests use the pilots of this file without the image library.
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width, height, channels: 3, background: '#c4001a' } })
    .toFormat(format)
    .toBuffer()
}
