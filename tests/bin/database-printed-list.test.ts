/** Tests of `pilotos list --out`, on a folder, on a database and beside a running server. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEvent } from '#domain/events/events'
import { readBook } from '../../server/spreadsheets/formats/xlsx-book.ts'
import { openStores } from '../../server/store/open.ts'
import { expectEnd, pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { canReadPdfs } from '../support/machine.ts'
import { textOfPdf } from '../support/pdfs.ts'
import { aDraft } from '../support/pilots.ts'
import { places } from '../support/places.ts'
import { startTestServer } from '../support/server.ts'

/** Fills a place with an event that wants the payment, of which one of three riders has paid. Returns the place. */
async function filled(place: Promise<string>): Promise<string> {
  const data = await place
  const stores = await openStores(data)
  const { id: _id, ...event } = openEvent()
  await stores.settings.change({ events: { primero: { ...event, name: 'Copa Ñandú', checks: ['payment'] } } })
  const open = openEvent((await stores.settings.read()).events)
  const riders = [
    { name: 'Ana', lastname: 'Ñato', npiloto: '12', modalidad: 'RALLY' },
    { name: 'Luz', lastname: 'Paz', npiloto: '7', modalidad: 'RALLY' },
    { name: 'Eva', lastname: 'Rey', npiloto: '1', modalidad: 'ARENA CROSS' },
  ] as const
  for (const rider of riders) {
    const { id } = await stores.pilots.register(aDraft(rider))
    if (rider.name === 'Eva') continue
    await stores.pilots.changeEntries({ kind: 'enter', ids: [id] }, open)
    const to = { checks: { payment: true } }
    if (rider.name === 'Ana')
      await stores.pilots.changeEntries({ kind: 'change', id, modalidad: 'RALLY', to }, open)
  }
  await stores.close()
  return data
}

const textOf = (path: string) => textOfPdf(path, '-raw').replace(/\s+/g, ' ')

test.skipIf(!canReadPdfs()).each(places)(
  'the list of %s is a PDF and a workbook in the order of paper, with and without a running server',
  async (_, place) => {
    const data = await filled(place())
    const out = join(await aFolder(), 'lista.pdf')
    const book = join(await aFolder(), 'lista.xlsx')
    const list = (...args: string[]) => pilotos(['list', '--data', data, ...args])
    expect(await list('--out', out)).toMatchObject({ code: 0, stdout: '', stderr: `3 pilotos en ${out}\n` })
    const text = textOf(out)
    expect(text).toMatch(
      /^3 pilotos Copa Ñandú · .*Página 1 de 1 ARENA CROSS · 1 1 Rey, Eva .* – RALLY · 2 7 Paz, Luz .* 12 Ñato, Ana .* Sí $/,
    )
    expect(text).toContain('FIRMA')
    await list('--entered', 'si', '--out', book)
    const [sheet] = await readBook(await readFile(book))
    expect(Array.from(sheet?.rows.values() ?? [], (cells) => cells.slice(0, 3).map(String))).toEqual([
      ['Modalidad', 'N°', 'Apellidos y nombres'],
      ['RALLY', '7', 'Paz, Luz'],
      ['RALLY', '12', 'Ñato, Ana'],
    ])

    const server = await startTestServer({ folder: data })
    const beside = join(await aFolder(), 'lista.pdf')
    expect((await list('--search', 'ñato', '--out', beside)).code).toBe(0)
    expect(textOf(beside)).toMatch(/^1 piloto con «ñato» Copa Ñandú/)
    await server.close()
  },
)

test('a list without pilots, another ending and options without a sense are said, and no file is written', async () => {
  const data = await filled(aFolder())
  const out = join(await aFolder(), 'lista.pdf')
  const list = (...args: string[]) => pilotos(['list', '--data', data, ...args])
  const empty = await list('--search', 'nadie', '--out', out)
  expect(empty).toMatchObject({ code: 0, stderr: 'No hay pilotos en esta lista.\n' })
  await expectEnd(list('--out', 'lista.csv'), 2, 'en un archivo .pdf o .xlsx')
  await expectEnd(list('--sort', 'dni', '--out', out), 2, 'quite --json, --limit y --sort')
  expect(existsSync(out)).toBe(false)
})
