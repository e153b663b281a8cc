/** Tests of the emergency sheet, read as a person reads its pages. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OwnFields } from '#domain/pilots/own/own-fields'
import { drawEmergencySheet } from '../../server/credential/print/emergency-sheet.ts'
import { aFolder } from '../support/folder.ts'
import { canReadPdfs } from '../support/machine.ts'
import { infoOfPdf, textOfPdf } from '../support/pdfs.ts'
import { aDraft } from '../support/pilots.ts'

const allergies = 'Penicilina, látex y polen. '.repeat(11).trim()

test.skipIf(!canReadPdfs())('forty riders are on two pages, with all that an ambulance needs', async () => {
  const pilots = Array.from({ length: 40 }, (_, index) => ({
    id: String(index).padStart(12, '0'),
    photo: null,
    ...aDraft({
      npiloto: `${index + 1}`,
      ...(index % 3 && { emergencia_celular: '912 345 678', seguro: 'Pacífico' }),
    }),
  }))
  const [first, second] = pilots
  Object.assign(first ?? {}, { tiposangre: null, alergias: allergies })
  Object.assign(second ?? {}, {
    tiposangre: 'O-',
    emergencia_nombre: 'Rosa',
    emergencia_parentesco: 'Madre',
    poliza: 'P-7',
    propio_casilla_diabetes: 'Sí',
    propio_texto_bus: 'Cóndor',
  })
  const fields: OwnFields = {
    propio_casilla_diabetes: { label: 'Diabetes', audience: 'desk', dataGroup: 'health', order: 1 },
    propio_texto_bus: { label: 'Bus', audience: 'desk', dataGroup: 'contact', order: 2 },
  }
  const path = join(await aFolder(), 'emergencia.pdf')
  await writeFile(
    path,
    await drawEmergencySheet({
      paper: 'a4',
      event: 'Copa Sur',
      at: new Date(2026, 10, 25, 9, 42).toISOString(),
      pilots,
      fields,
    }),
  )
  expect(infoOfPdf(path)).toMatch(/Pages: +2\n.*Page size: +595\.2\d* x 841\.\d* pts/s)
  const text = textOfPdf(path, '-raw').replace(/\s+/g, ' ')
  for (const part of [
    'Copa Sur · 25/11/2026, 09:42, 40 pilotos',
    'No sabe',
    allergies,
    'O\u2212',
    'Rosa, Madre',
    'P-7',
    'Diabetes: Sí',
    'Página 2 de 2',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Cóndor')
})
