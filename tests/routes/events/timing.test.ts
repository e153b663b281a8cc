/** Tests of the export for timing programs, with the warnings before it. */
import { expect, test } from 'vitest'
import { aDraft } from '../../support/pilots.ts'
import { openApp, registered } from '../../support/server.ts'

const laptop = { headers: { 'sec-fetch-site': 'same-origin' } }

test('a program gets the riders of a filter or of a choice, and the desk what is odd about these', async () => {
  const { app } = await openApp()
  const modalidad = 'MOTOCROSS' as const
  const one = await registered(
    app,
    aDraft({ name: 'Eva', npiloto: '7', transponder: '1', club: 'Sur', modalidad }),
  )
  await registered(app, aDraft({ name: 'Luz', npiloto: '07', transponder: '2', club: 'Norte', modalidad }))
  const warnings = (await app.inject({ url: '/api/timing?for=raceresult' })).json()
  expect(warnings.data).toEqual([
    {
      text: 'El 7 de MOTOCROSS lo tienen 2 pilotos: RACE RESULT lee solo una de sus filas',
      riders: [expect.any(String), expect.any(String)],
    },
  ])
  expect((await app.inject({ url: '/api/timing?for=raceresult&search=Sur' })).json()).toEqual({ data: [] })
  const chosen = { ...laptop, method: 'POST' as const, payload: [one.id_driver] }
  expect((await app.inject({ ...chosen, url: '/api/timing?for=orbits' })).json().data).toMatchObject([
    { text: '1 piloto con una licencia de más de 8 letras, que MYLAPS Orbits cortaría: va vacía' },
  ])
  const file = await app.inject({ ...chosen, url: '/api/export?for=raceresult' })
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
  await app.inject({ ...laptop, method: 'POST', url: '/api/entries', payload })
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
