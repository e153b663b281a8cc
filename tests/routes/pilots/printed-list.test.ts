/** Tests of the list for paper over HTTP: its rows and its files. */
import { expect, test } from 'vitest'
import { readBook } from '../../../server/spreadsheets/formats/xlsx-book.ts'
import { aDraft } from '../../support/pilots.ts'
import { openApp, registered } from '../../support/server.ts'

const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

test('the list has the pilots of a filter or those who were chosen, by modalidad and number, and no browser keeps it', async () => {
  const { app } = await openApp()
  const ask = (body: object, query = '') =>
    app.inject({ method: 'POST', url: `/api/printed-list${query}`, headers, payload: body })
  const riders = [
    { modalidad: 'UTV', npiloto: '3' },
    { modalidad: 'RALLY', npiloto: '12' },
    { modalidad: 'RALLY', npiloto: '7', name: '张伟', lastname: 'Li' },
  ]
  const ids: string[] = []
  for (const rider of riders) ids.push((await registered(app, aDraft(rider as object))).id_driver)
  const all = await ask({})
  expect(all.headers['cache-control']).toBe('no-store')
  const [list] = all.json().data
  expect(list.title).toBe('3 pilotos')
  expect(
    list.groups.map(({ title, rows }: { title: string; rows: { cells: string[] }[] }) => [
      title,
      ...rows.map(({ cells }) => cells[0]),
    ]),
  ).toEqual([
    ['RALLY', '7', '12'],
    ['UTV', '3'],
  ])
  expect(list).toMatchObject({ undrawable_total: 1, undrawable: [{ name: 'Li, 张伟', characters: '张伟' }] })
  expect((await ask({ modalidad: 'UTV' })).json().data[0].title).toBe('1 piloto de UTV')
  expect((await ask({ ids: ids.slice(0, 2) })).json().data[0].title).toBe('2 pilotos elegidos')
  expect((await ask({ search: 'nadie' })).json().data[0].groups).toEqual([])
  expect((await ask({ modalidad: 'OTRA' })).statusCode).toBe(400)

  const pdf = await ask({}, '?format=pdf')
  expect(pdf.headers['content-disposition']).toMatch(/^attachment; filename="lista-\d{4}-\d\d-\d\d\.pdf"$/)
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const [sheet] = await readBook((await ask({ modalidad: 'RALLY' }, '?format=xlsx')).rawPayload)
  expect(Array.from(sheet?.rows.values() ?? [], (cells) => cells.slice(0, 2).map(String))).toEqual([
    ['Modalidad', 'N°'],
    ['RALLY', '7'],
    ['RALLY', '12'],
  ])
})
