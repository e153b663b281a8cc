/** Sends the pilots to staff in the browser as a spreadsheet or as JSON. */
import type { FastifyReply } from 'fastify'
import { toFilter } from '#domain/list-query'
import type { Pilot } from '#domain/pilot/pilot'
import { exportPath } from '#domain/web/addresses'
import { type ExportQuery, exportQuery, filteredExportQuery } from '#domain/web/file-schemas'
import { pilotIds } from '#domain/web/pilot-schemas'
import { isOn } from '#domain/web/schema-parts'
import { attendanceFilter, selectPilots } from '../actions/select.ts'
import { writeExport } from '../spreadsheets/export.ts'
import { maxIdsBytes, requireId } from './credentials.ts'
import { downloadTypes, sendDownload } from './downloads.ts'
import { answers, file } from './route-schemas.ts'
import type { Routes } from './services.ts'

const response = answers({ 200: file(downloadTypes) })

const written =
  'The file has the pilots as they are when the request arrives, and is sent with its length: an answer with fewer ' +
  'bytes was cut off.'

export const exports: Routes = async (app, { stores, validity, workers }) => {
  const ofFilter = {
    summary: 'Sends the pilots that a filter finds, as a file.',
    description: written,
    querystring: filteredExportQuery,
    response,
  }
  app.get(exportPath, { schema: ofFilter }, async (request, reply) => {
    const { query } = request
    const among = await attendanceFilter(stores, query.attendance)
    const filter = { ...toFilter(query, validity.basis), ...among }
    const { pilots } = await stores.pilots.list({ ...filter, order: 'asc' })
    return send(reply, pilots, query)
  })

  /** Exports the pilots of a selection, whose order it keeps. */
  const ofSelection = {
    summary: 'Sends chosen pilots as a file.',
    querystring: exportQuery,
    body: pilotIds,
    response,
  }
  app.post(exportPath, { schema: ofSelection, bodyLimit: maxIdsBytes }, async (request, reply) => {
    const pilots = await selectPilots(stores, { ids: request.body.map(requireId) })
    return send(reply, pilots, request.query)
  })

  function send(
    reply: FastifyReply,
    pilots: readonly Pilot[],
    { format = 'csv', plain }: ExportQuery,
  ): Promise<FastifyReply> {
    return sendDownload(reply, {
      name: 'pilotos',
      format,
      workers,
      write: (writeBook) => writeExport(pilots, { format, plain: isOn(plain) }, writeBook),
    })
  }
}
