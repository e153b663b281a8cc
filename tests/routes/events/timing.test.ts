/** Tests of the export for timing programs, with the warnings before it. */
import { expect, test } from 'vitest'
import { readBook } from '../../../server/spreadsheets/formats/xlsx-book.ts'
import { anEvent } from '../../support/events.ts'
import { aDraft } from '../../support/pilots.ts'
import { write } from '../../support/requests.ts'
import { openApp, registered } from '../../support/server.ts'

test('a program gets the riders of a filter or of a choice, and the desk what is odd about these', async () => {
  const { app } = await openApp()
  const modalidad = 'MOTOCROSS' as const
  const eva = aDraft({ name: 'Eva', npiloto: '7', transponder: '1', club: 'Sur', modalidad })
  const { id_driver: id } = await registered(app, eva)
  await registered(app, aDraft({ name: 'Luz', npiloto: '07', transponder: '2', club: 'Norte', modalidad }))
  const warnings = (await app.inject({ url: '/api/timing?for=raceresult' })).json()
  expect(warnings.data).toEqual([
    {
      text: 'El 7 de MOTOCROSS lo tienen 2 pilotos: RACE RESULT lee solo una de sus filas',
      riders: [expect.any(String), expect.any(String)],
    },
  ])
  expect((await app.inject({ url: '/api/timing?for=raceresult&search=Sur' })).json()).toEqual({ data: [] })
  expect((await write({ app }, 'POST', '/api/timing?for=orbits', [id])).json().data).toMatchObject([
    { text: '1 piloto con una licencia de más de 8 letras, que MYLAPS Orbits cortaría: va vacía' },
  ])
  const file = await write({ app }, 'POST', '/api/export?for=raceresult', [id])
  expect(file.headers['content-disposition']).toMatch(/filename="raceresult-\d{4}-\d\d-\d\d\.csv"$/)
  expect(file.body.split('\r\n').map((line) => line.split(';')[2])).toEqual(['Firstname', 'Eva', undefined])
  const text = await app.inject({ url: '/api/export?for=webscorer' })
  expect([text.headers['content-type'], text.body.split('\r\n').length]).toEqual([
    'text/plain; charset=utf-8',
    4,
  ])
  const book = await app.inject({ url: '/api/export?for=crossmgr' })
  expect(book.rawPayload.subarray(0, 2).toString()).toBe('PK')
  expect((await app.inject({ url: '/api/timing' })).statusCode).toBe(400)
  expect((await app.inject({ url: '/api/timing?for=excel' })).json().error).toContain('webscorer')
})

test('riders with entries in one modalidad go to the program with these only', async () => {
  const { app } = await openApp()
  const { id_driver: id } = await registered(app, aDraft({ npiloto: '7', transponder: '1' }))
  const payload = { event: 'primero', ids: [id], modalidades: ['MOTOCROSS', 'RALLY'] }
  await write({ app }, 'POST', '/api/entries', payload)
  const sent = async (filter: string) => {
    const { body } = await app.inject({ url: `/api/export?for=raceresult${filter}` })
    return body.split('\r\n').flatMap((line) => line.split(';')[6] ?? [])
  }
  expect(await sent('&entered=all')).toEqual(['Contest', 'MOTOCROSS', 'RALLY'])
  expect(await sent('&entered=RALLY')).toEqual(['Contest', 'RALLY'])
  const warnings = async (filter: string) =>
    (await app.inject({ url: `/api/timing?for=raceresult${filter}` })).json().data
  expect(await warnings('&entered=all')).toHaveLength(1)
  expect(await warnings('&entered=RALLY')).toEqual([])
})

test('the class of a rider who is entered in a category is the category, in the file of each program', async () => {
  const { app } = await openApp()
  const categories = [
    { modalidad: 'MOTOCROSS', name: '85 cc', age: { from: 10, to: 13, on: 'year-end' } },
    { modalidad: 'MOTOCROSS', name: 'MX1', age: { from: 15, on: 'year-end' } },
  ]
  await write({ app }, 'PUT', '/api/events/primero', { ...anEvent(), categories })
  const young = { name: 'Luz', fechanac: '2013-12-30', npiloto: '7', transponder: '2' }
  for (const draft of [{ name: 'Eva', fechanac: '1990-01-01', npiloto: '07', transponder: '1' }, young]) {
    const { id_driver } = await registered(app, aDraft({ modalidad: 'MOTOCROSS', ...draft }))
    const payload = { event: 'primero', ids: [id_driver] }
    expect((await write({ app }, 'POST', '/api/entries', payload)).statusCode).toBe(200)
  }
  const fileOf = async (program: string) => app.inject({ url: `/api/export?entered=all&for=${program}` })
  const linesOf = async (program: string) => (await fileOf(program)).body.split('\r\n').slice(1, 3)
  expect(await linesOf('orbits')).toEqual([
    expect.stringMatching(/^7,85 CC,/),
    expect.stringMatching(/^07,MX1,/),
  ])
  expect((await linesOf('raceresult')).map((line) => line.split(';')[6])).toEqual(['85 cc', 'MX1'])
  expect((await linesOf('webscorer')).map((line) => line.split('\t')[4])).toEqual(['85 cc', 'MX1'])
  const sheets = await readBook((await fileOf('crossmgr')).rawPayload)
  const [riders = [], classes = []] = sheets.map(({ rows }) => [...rows.values()])
  expect(riders.slice(1).map((row) => [row[0], row[7], row[8]])).toEqual([
    // The category counts the age on 31 December.
    [7, '85 cc', 13],
    ['07', 'MX1', 36],
  ])
  expect(classes.slice(1).map((row) => row.slice(0, 4))).toEqual([
    ['Wave', '85 cc', 'Open', '7'],
    ['Wave', 'MX1', 'Open', '7'],
  ])
  const warnings = async (program: string) =>
    (await app.inject({ url: `/api/timing?entered=all&for=${program}` }))
      .json()
      .data.map(({ text }: { text: string }) => text)
  expect(await warnings('webscorer')).toEqual([])
  expect(await warnings('crossmgr')).toEqual([
    'El 7 de 85 cc y MX1 lo tienen 2 pilotos: CrossMgr lee solo una de sus filas',
  ])
})
