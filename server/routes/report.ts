/** The report of an event, on the screen and as a PDF. */
import { today } from '#domain/text/date'
import { reportFilePath, reportPath } from '#domain/web/addresses'
import { type EventReport, eventReport, reportQuery } from '#domain/web/report-schemas'
import { dataOf, file } from '#domain/web/schema-parts'
import { readReport } from '../actions/report.ts'
import { answers } from './route-schemas.ts'
import type { Routes } from './services.ts'

const reading = {
  summary: 'Answers with the report of an event: what was done at the desk and at the gates in its time.',
  description:
    'It is computed from the log of changes, the entries and the passages as they are now. Changes that came from ' +
    'other desks or from backups count once. Days and hours are those where the server is.',
  querystring: reportQuery,
  response: answers({ 200: dataOf(eventReport) }),
}

const printing = {
  summary: 'Sends the report of an event as a PDF of two pages.',
  querystring: reportQuery,
  response: answers({ 200: file(['application/pdf']) }),
}

export const report: Routes = async (app, { stores, workers, events, branding }) => {
  async function reportOf(id = 'open'): Promise<EventReport> {
    const event = events.required(id)
    return readReport(stores, event, events.all)
  }

  app.get(reportPath, { schema: reading }, async ({ query }) => ({ data: [await reportOf(query.event)] }))

  app.get(reportFilePath, { schema: printing }, async ({ query }, reply) => {
    const found = await reportOf(query.event)
    const drawing = { report: found, brand: branding.current }
    const pdf = await workers.run('draw-report', drawing, { kind: 'cards' })
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="informe-${today()}.pdf"`)
      .header('cache-control', 'no-store')
      .send(Buffer.from(pdf))
  })
}
