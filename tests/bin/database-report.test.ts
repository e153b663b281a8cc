/** Tests of `pilotos report`, on a folder, on a database and beside a running server. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEvent } from '#domain/events/events'
import { openStores } from '../../server/store/open.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { canReadPdfs } from '../support/machine.ts'
import { aReceivedScan, at } from '../support/passages.ts'
import { infoOfPdf, textOfPdf } from '../support/pdfs.ts'
import { aDraft } from '../support/pilots.ts'
import { places } from '../support/places.ts'
import { startTestServer } from '../support/server.ts'

/** Fills a place with a named event, a rider who is entered and inside, and a settled incident. Returns the place. */
async function filled(place: Promise<string>): Promise<string> {
  const data = await place
  const stores = await openStores(data)
  const { id: _id, ...event } = openEvent()
  await stores.settings.change({
    events: { primero: { ...event, name: 'Copa Sur', place: 'Lima', checks: ['payment'] } },
  })
  const { events } = await stores.settings.read()
  const draft = aDraft({ name: 'Ana', lastname: 'Ñato', npiloto: '7', club: 'Los Cóndores' })
  const { id } = await stores.pilots.register(draft, undefined, 'marta')
  await stores.pilots.changeEntries({ kind: 'enter', ids: [id] }, openEvent(events), 'marta')
  const incident = aReceivedScan({ pilot: id, scanned: id, at: at('09:30'), gate: 'Sur', offline: true })
  await stores.passages.record([aReceivedScan({ pilot: id, scanned: id }), incident], 'after-exit')
  await stores.passages.settle({ settles: incident.id, at: at('10:00'), by: 'marta', reason: 'Pagó' })
  await stores.close()
  return data
}

test.each(places)(
  'the report of %s is printed as text, with and without a running server',
  async (_, place) => {
    const data = await filled(place())
    for (const isOpen of [false, true]) {
      if (isOpen) await startTestServer({ folder: data })
      const { code, stdout } = await pilotos(['report', '--event', 'copa', '--data', data])
      expect(code).toBe(0)
      for (const part of [
        /^Informe del evento: Copa Sur\nLima\ndesde el comienzo hasta ahora\n/,
        /^Registrados: 1$/m,
        /^Inscritos: 1$/m,
        /^Entraron por las puertas: 1$/m,
        /^ENTRARON POR HORA *\n +9 h +#{40} +1$/m,
        /^INSCRITOS POR CLUB *\nLos Cóndores +1$/m,
        /^REQUISITOS QUE FALTAN *\nSin pago +1$/m,
        /^Incidencias: 0 sin resolver, 1 resuelta$/m,
        /^7 Ana Ñato +Entró .* por Norte y otra vez .* por Sur, sin conexión\. +Resuelta por marta el .*: Pagó$/m,
        /^marta +1 +1 +0 +0$/m,
        /^ana +0 +0 +0 +2$/m,
      ])
        expect(stdout).toMatch(part)
    }
  },
)

test('--json prints the report as an object, and an event that does not exist is named with those that do', async () => {
  const data = await filled(aFolder())
  const { stdout } = await pilotos(['report', '--json', '--data', data])
  expect(JSON.parse(stdout)).toMatchObject({
    event: { id: 'primero', title: 'Copa Sur' },
    registered: 1,
    entered: { riders: 1 },
    persons: 1,
    incidents: { settled: 1, passages: [{ settled: { by: 'marta', reason: 'Pagó' } }] },
  })
  const { code, stderr } = await pilotos(['report', '--event', 'otra', '--data', data])
  expect([code, stderr]).toEqual([
    1,
    'pilotos: No hay ese evento. Los que hay, cada uno con su código:\n  primero  Copa Sur, Lima\n',
  ])
})

test('an empty folder has a report in words', async () => {
  const { stdout } = await pilotos(['report', '--data', await aFolder()])
  for (const part of ['Nadie pasó por las puertas.', 'No hay nadie adentro.', 'No hubo incidencias.'])
    expect(stdout).toContain(part)
})

test.skipIf(!canReadPdfs())('--out writes a PDF of two pages', async () => {
  const out = join(await aFolder(), 'informe.pdf')
  const { code, stdout, stderr } = await pilotos(['report', '--out', out, '--data', await filled(aFolder())])
  expect([code, stdout, stderr]).toEqual([0, '', `El informe de Copa Sur está en ${out}\n`])
  expect(infoOfPdf(out)).toMatch(/^Pages: +2$/m)
  expect(textOfPdf(out)).toContain('Los Cóndores')
})

test('--out names the texts with letters that the typeface lacks, and draws Greek and Cyrillic ones', async () => {
  const data = await filled(aFolder())
  const stores = await openStores(data)
  const { events } = await stores.settings.read()
  const draft = aDraft({ name: 'Иван', lastname: 'Ψάλτης', club: '张伟 Racing' })
  const { id } = await stores.pilots.register(draft)
  await stores.pilots.changeEntries({ kind: 'enter', ids: [id] }, openEvent(events), 'marta')
  await stores.close()
  const out = join(await aFolder(), 'informe.pdf')
  const { stderr } = await pilotos(['report', '--out', out, '--data', data])
  expect(stderr).toMatch(/^Atención: el informe tiene letras .* salen como cuadros: 张伟 Racing \(张伟\)\.\n/)
})
