/** Tests of the export for timing programs, with the warnings before it. */
import { expect, test } from 'vitest'
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
