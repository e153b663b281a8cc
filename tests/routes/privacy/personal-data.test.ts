/** Tests of the route that hands over what is stored about a person. */
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { aDraft } from '../../support/pilots.ts'
import { openApp, registered } from '../../support/server.ts'

test('the desk gets a ZIP that no cache keeps, also of a removed rider', async () => {
  const { app, stores } = await openApp()
  const { id_driver: id } = await registered(app, aDraft({ dni: 70123456, alergias: 'Penicilina' }))
  const url = `/api/pilots/${id}/personal-data`
  const answer = await app.inject(url)
  expect([answer.statusCode, answer.headers]).toMatchObject([
    200,
    {
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="datos-70123456.zip"',
      'content-length': String(answer.rawPayload.length),
    },
  ])
  const files = unzipSync(answer.rawPayload)
  expect(strFromU8(files['datos.html'] ?? new Uint8Array())).toContain('Penicilina')
  await stores.pilots.remove(id)
  expect((await app.inject(url)).statusCode).toBe(200)
  const unknown = await app.inject('/api/pilots/0000000000ZZ/personal-data')
  expect([unknown.statusCode, unknown.json().error]).toEqual([
    404,
    'Aquí no hay datos de nadie con el identificador o documento 0000000000ZZ',
  ])
})
