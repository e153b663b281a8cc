/** Pilots and pictures to test with. */
import type { PilotDraft } from '#domain/pilot/pilot'

let lastDni = 40_000_000

/** A good draft with a DNI of its own. */
export function aDraft(changes: Partial<PilotDraft> = {}): PilotDraft {
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
  }
}

/** A row of a file, as it comes out of a reader: the header is on line 1. */
export function aRow(index: number, values: Record<string, unknown> = aDraft()) {
  return { line: index + 2, values }
}

export async function aPicture(
  format: 'jpeg' | 'png' | 'webp' | 'gif' = 'png',
  width = 1200,
  height = 900,
): Promise<Buffer> {
  // Loaded late, since unit tests use the pilots of this file without the library of pictures.
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width, height, channels: 3, background: '#c4001a' } })
    .toFormat(format)
    .toBuffer()
}
