/** Sends the pilots to staff in the browser as a spreadsheet or as JSON. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { toFilter } from '#domain/list-query'
import type { Pilot } from '#domain/pilot/pilot'
import { exportPath } from '#domain/web/addresses'
import { type ExportQuery, exportQuery, filteredExportQuery, isOn, pilotIds } from '#domain/web/schemas'
import { attendanceFilter } from '../actions/attendances.ts'
import { selectPilots } from '../actions/select.ts'
import { mediaTypes, writeExport } from '../spreadsheets/export.ts'
import { answers, file } from './answers.ts'
import { requireId } from './credentials.ts'
import { sendDownload } from './downloads.ts'
import type { PilotRouteOptions } from './pilots.ts'

/** The largest JSON list of identifiers, in bytes: as many as an export can have. */
const maxIdsBytes = 8 * 1024 * 1024

const response = answers({ 200: file(Object.values(mediaTypes)) })

export const exports: FastifyPluginAsyncTypebox<Omit<PilotRouteOptions, 'guard'>> = async (
  app,
  { stores, validity },
) => {
  const ofFilter = { querystring: filteredExportQuery, response }
  app.get(exportPath, { schema: ofFilter }, async ({ query }, reply) => {
    const among = await attendanceFilter(stores, query.attendance)
    const filter = { ...toFilter(query, validity.basis), ...among }
    const { pilots } = await stores.pilots.list({ ...filter, order: 'asc' })
    return sendExport(reply, pilots, query)
  })

  /** Exports the pilots of a selection, whose order it keeps. */
  const ofSelection = { querystring: exportQuery, body: pilotIds, response }
  app.post(exportPath, { schema: ofSelection, bodyLimit: maxIdsBytes }, async ({ query, body }, reply) =>
    sendExport(reply, await selectPilots(stores, { ids: body.map(requireId) }), query),
  )
}

async function sendExport(reply: FastifyReply, pilots: readonly Pilot[], query: ExportQuery) {
  const { format = 'csv' } = query
  const content = await writeExport(pilots, { format, plain: isOn(query.plain) })
  return sendDownload(reply, content, { name: 'pilotos', format })
}
