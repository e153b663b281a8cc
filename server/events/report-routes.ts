/** The report of an event, on the screen and as a PDF. */
import type { EventReport } from '#domain/events/report/calls'
import { today } from '#domain/text/date'
import { serve } from '../http/serve.ts'
import type { Routes } from '../services.ts'
import { readReport } from './event-report.ts'

export const report: Routes = async (app, { stores, workers, events, branding }) => {
  async function reportOf(id = 'open'): Promise<EventReport> {
    const event = events.required(id)
    return readReport(stores, event, events.all)
  }

  serve(app, 'GET /api/report', async ({ query }) => ({ data: [await reportOf(query.event)] }))

  serve(app, 'GET /api/report.pdf', async ({ query }, reply) => {
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
