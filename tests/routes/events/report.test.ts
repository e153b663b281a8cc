/** Tests of the report of an event, and of its PDF. */
import { expect, test } from 'vitest'
import { openApp } from '../../support/server.ts'

test('the PDF is sent under a name with its day, and an unknown event is refused', async () => {
  const server = await openApp()
  const response = await server.app.inject('/api/report.pdf')
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment; filename="informe-\d{4}-\d\d-\d\d\.pdf"$/),
  })
  expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  for (const path of ['/api/report', '/api/report.pdf'])
    expect((await server.app.inject(`${path}?event=otro`)).json()).toEqual({
      error: 'Ese evento ya no está en esta laptop: vea los eventos en Ajustes',
    })
})
