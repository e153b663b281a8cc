/** Tests of the PDF of a report, read as a person reads its pages. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultBrand } from '#domain/desk/brand'
import type { EventReport } from '#domain/events/report/calls'
import { drawReport } from '../../server/events/report-pdf.ts'
import { aFolder } from '../support/folder.ts'
import { canReadPdfs } from '../support/machine.ts'
import { aPassageRecord, at } from '../support/passages.ts'
import { infoOfPdf, textOfPdf } from '../support/pdfs.ts'

const empty: EventReport = {
  event: { id: 'primero', title: 'Primer evento', place: '', days: '', is_open: true },
  from: '',
  before: null,
  at: at('18:00', 22),
  registered: 0,
  renewed: 0,
  cards: { printed: 0, revoked: 0 },
  entered: { riders: 0, modalidades: [], categories: [], exceptions: { total: 0, riders: [] }, clubs: [] },
  checks: [],
  complete: 0,
  persons: 0,
  days: [],
  inside: { total: 0, riders: [] },
  incidents: { open: 0, settled: 0, taken_back: 0, doubtful: 0, passages: [] },
  work: [],
}

const incident = aPassageRecord({
  scanned: 'x',
  at: at('09:42', 22),
  offline: true,
  result: 'expired',
  incident: true,
  pilot: { id: '7K3Q9XW2M4TB', name: 'Ana Ñato', npiloto: '127' },
})

function many<Item>(length: number, make: (index: number) => Item): Item[] {
  return Array.from({ length }, (_, index) => make(index))
}

const full: EventReport = {
  ...empty,
  event: {
    id: 'copa',
    title: 'Copa Sur de Enduro',
    place: 'Lima',
    days: 'del 21/11/2026 al 22/11/2026',
    is_open: true,
  },
  from: at('07:00', 20),
  registered: 1234,
  entered: {
    riders: 900,
    modalidades: many(30, (index) => ({ name: `Modalidad ${index}`, riders: index })),
    categories: many(20, (index) => ({ modalidad: 'Modalidad 2', name: `Clase ${index}`, riders: 1 })),
    exceptions: { total: 7, riders: [] },
    clubs: many(80, (index) => ({ name: index ? `Moto Club ${index}` : '', riders: 80 - index })),
  },
  checks: [
    { name: 'payment', lacking: 12 },
    { name: 'insurance', lacking: 3 },
    { name: 'inspection', lacking: 0 },
    { name: 'guardian', lacking: 4 },
  ],
  complete: 850,
  persons: 640,
  days: [21, 22].map((day) => ({
    day: `2026-11-${day}`,
    persons: 320,
    hours: many(11, (index) => ({ hour: 7 + index, persons: ((index * 37) % 90) + 3 })),
  })),
  inside: {
    total: 640,
    riders: many(500, (index) => ({
      ...{ id: '', number: String(index + 1), gate: 'Puerta principal' },
      ...{ name: `Nombre bastante Largo Apellido ${index}`, at: at('09:42') },
    })),
  },
  incidents: {
    open: 40,
    settled: 3,
    taken_back: 1,
    doubtful: 2,
    passages: many(44, (index) =>
      index % 3
        ? incident
        : {
            ...incident,
            incident: false,
            settled: { at: at('11:00', 22), by: 'marta', reason: 'Renovó en la mesa' },
          },
    ),
  },
  work: many(30, (index) => ({
    name: `cuenta${index}`,
    registered: 30 - index,
    changes: 2,
    prints: 0,
    scans: 5,
  })),
}

/** Returns the text of the PDF of a report, and what pdfinfo says. */
async function readReport(report: EventReport): Promise<{ info: string; text: string }> {
  const path = join(await aFolder(), 'informe.pdf')
  await writeFile(path, await drawReport(report, { ...defaultBrand, name: 'Federación del Sur' }, 'a4'))
  const info = infoOfPdf(path)
  const text = textOfPdf(path, '-layout')
  return { info, text: text.replace(/\s+/g, ' ') }
}

const twoPages = /Pages: +2\n.*Page size: +595\.2\d* x 841\.\d* pts/s

describe.skipIf(!canReadPdfs())('on paper', () => {
  test('a report of any length is on two pages, which say how much they leave out', async () => {
    const { info, text } = await readReport(full)
    expect(info).toMatch(twoPages)
    for (const part of [
      'Federación del Sur · Informe del evento',
      'Copa Sur de Enduro',
      'Lima, del 21/11/2026 al 22/11/2026 · desde el 20/11/2026, 07:00 hasta ahora',
      '1.234',
      'Entraron por hora',
      '21/11',
      'Sin firma del apoderado',
      'Con todo en regla',
      'Sin club',
      'y 60 más',
      'Siguen adentro: 640',
      '127 Ana Ñato Entró a las 09:42 por Norte, sin conexión, con la credencial vencida.',
      'Resuelta por marta el 22/11/2026, 11:00: Renovó en la mesa',
      'y 37 más',
      'cuenta10',
      'y 19 más',
      'Página 2 de 2',
    ])
      expect(text).toContain(part)
  })

  test('the till of an event is on further pages, with everybody who owes', async () => {
    const expected = { Efectivo: 17_000, Yape: 4000 }
    const drawer = { letter: 'A', drawer: 'ana', shift: 1, float: 5000, expected }
    const counted = { Efectivo: 17_100, Yape: 4000 }
    const owing = many(70, (index) => ({ id: `${index}`, name: `Deudor ${index}`, cents: 2000 }))
    const till: EventReport['till'] = {
      ...{ currency: 'PEN', charged: 160_000, exempt: 4000, paid: 16_000, overpaid: [], owing },
      drawers: [
        { ...drawer, closed: { at: at('18:00'), counted } },
        { ...drawer, shift: 2 },
      ],
      means: { Efectivo: 12_000, Yape: 4000 },
      concepts: [{ label: 'Inscripción', charged: 160_000, exempt: 4000 }],
      lent: [{ id: '1', name: 'Eva Paz', chip: '401', label: '12', at: at('09:00'), document: 'DNI' }],
    }
    const { info, text } = await readReport({ ...full, till })
    expect(info).toMatch(/Pages: +5\n/)
    for (const part of [
      'Página 3 de 5',
      'Inscripción S/ 1,600.00 S/ 40.00',
      'Yape S/ 40.00',
      'A · ana, turno 1 Efectivo S/ 170.00 S/ 171.00 sobra S/ 1.00',
      'A · ana, turno 1 Yape S/ 40.00 S/ 40.00 cuadra',
      'A · ana, turno 2 Efectivo S/ 170.00 sin contar',
      'Deben: S/ 1,400.00 Monto',
      'Deben: S/ 1,400.00 (sigue)',
      'Deudor 69 S/ 20.00',
      'Chips sin devolver: 1',
      'Eva Paz 12 (401)',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('Pagaron de más')
  })

  test('a report of an event in which nothing happened says so, on two pages', async () => {
    const { info, text } = await readReport(empty)
    expect(info).toMatch(twoPages)
    for (const part of [
      'Primer evento',
      'Desde el comienzo hasta ahora',
      'Nadie pasó por las puertas.',
      'Nadie está inscrito en el evento.',
      'No hay nadie adentro.',
      'No hubo incidencias.',
      'Nadie hizo nada en este tiempo.',
    ])
      expect(text).toContain(part)
  })
})
