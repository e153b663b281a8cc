/** Sends pilots as a spreadsheet or as JSON, a person's data as a ZIP, and other exports as files to save. */
import type { FastifyReply } from 'fastify'
import { isOn } from '#domain/api/schema-parts'
import { MalformedError } from '#domain/errors'
import { type TimingProgram, timingFiles } from '#domain/events/timing-files'
import { timingWarnings, warningText } from '#domain/events/timing-warnings'
import type { ExportQuery } from '#domain/import/calls'
import { mediaTypes } from '#domain/import/columns'
import type { Pilot } from '#domain/pilots/pilot'
import { type EntryFilter, toFilter } from '#domain/pilots/search/list-query'
import { today } from '#domain/text/date'
import { requireId } from '../credential/credentials.ts'
import { onceClosed } from '../http/once-closed.ts'
import { serve } from '../http/serve.ts'
import { findPersonData } from '../privacy/person-data.ts'
import { personFileName, writePersonZip } from '../privacy/person-files.ts'
import type { Routes } from '../services.ts'
import type { WriteBook } from '../spreadsheets/pilot-file.ts'
import { writeExport } from '../spreadsheets/pilot-file.ts'
import { writeTiming } from '../spreadsheets/timing-file.ts'
import { listBackups } from '../store/backup/backup-files.ts'
import { eventFilter, selectPilots, timingRows } from '../store/queries/select.ts'
import { createMutex } from '../workers/turns.ts'
import type { Workers } from '../workers/workers.ts'

export const exports: Routes = async (app, { stores, events, validity, workers }) => {
  serve(app, 'GET /api/export', async (request, reply) => {
    const { query } = request
    const ofEvent = await eventFilter(stores, events, query)
    const filter = { ...toFilter(query, validity.basis), ...ofEvent }
    const { pilots } = await stores.pilots.list({ ...filter, order: 'asc' })
    return send(reply, pilots, query, ofEvent.enteredIn)
  })

  /** Exports the pilots of a selection, whose order it keeps. */
  serve(app, 'POST /api/export', async (request, reply) => {
    const pilots = await selectPilots(stores, { ids: request.body.map(requireId) })
    return send(reply, pilots, request.query)
  })

  function send(
    reply: FastifyReply,
    pilots: readonly Pilot[],
    { format = 'csv', plain, for: program }: ExportQuery,
    entered: EntryFilter = { event: events.open.id },
  ): Promise<FastifyReply> {
    if (program) {
      const { extension } = timingFiles[program]
      return sendDownload(reply, {
        name: program,
        extension,
        type: timingTypes[extension],
        workers,
        write: async (writeBook) =>
          writeTiming(program, await timingRows(stores, pilots, entered), today(), writeBook),
      })
    }
    return sendDownload(reply, {
      name: 'pilotos',
      extension: format,
      type: mediaTypes[format],
      workers,
      write: (writeBook) => writeExport(pilots, { format, plain: isOn(plain) }, writeBook),
    })
  }
}

/** The media types of the files of timing programs. */
const timingTypes = { csv: mediaTypes.csv, xlsx: mediaTypes.xlsx, txt: 'text/plain; charset=utf-8' }

/** Says what is odd about the riders of a file for a timing program, before it is made. */
export const timing: Routes = async (app, { stores, events, validity }) => {
  const warningsOf = async (
    program: TimingProgram,
    pilots: readonly Pilot[],
    entered: EntryFilter = { event: events.open.id },
  ) => ({
    data: timingWarnings(program, await timingRows(stores, pilots, entered), today()).map((warning) => ({
      text: warningText(warning),
      riders: warning.riders,
    })),
  })
  serve(app, 'GET /api/timing', async ({ query }) => {
    const ofEvent = await eventFilter(stores, events, query)
    const { pilots } = await stores.pilots.list({
      ...toFilter(query, validity.basis),
      ...ofEvent,
      order: 'asc',
    })
    return warningsOf(query.for, pilots, ofEvent.enteredIn)
  })

  serve(app, 'POST /api/timing', async ({ query, body }) =>
    warningsOf(query.for, await selectPilots(stores, { ids: body.map(requireId) })),
  )
}

const zipType = 'application/zip'

/** Lets the desk hand over to a person what is stored about the person. */
export const personalData: Routes = async (app, { stores, backupFolder }) => {
  // Each reads the whole history.
  const inTurn = createMutex()
  serve(app, 'GET /api/pilots/:id/personal-data', async ({ params }, reply) => {
    const id = requireId(params.id)
    const data = await inTurn(async () => findPersonData(stores, id, await listBackups(backupFolder)))
    return reply
      .type(zipType)
      .header('content-disposition', `attachment; filename="${personFileName(data)}"`)
      .send(Buffer.from(writePersonZip(data)))
  })
}

interface Download {
  /** The beginning of the name of the file; the current day and the ending of the format follow. */
  name: string
  extension: string
  /** The media type. */
  type: string
  workers: Pick<Workers, 'run'>
  write: (writeBook: WriteBook) => Promise<string | Uint8Array>
}

/**
 * Writes a file, and sends it with its length, so that a browser notices if the answer is cut off. A workbook is written
 * in a worker, which stops if the client leaves, also while the workbook waits for its turn.
 */
export async function sendDownload(reply: FastifyReply, download: Download): Promise<FastifyReply> {
  const { name, extension, type, workers, write } = download
  const leaving = new AbortController()
  onceClosed(reply.raw, () => leaving.abort(new MalformedError('Se canceló la descarga')))
  const content = await write((book) => workers.run('write-book', book, { signal: leaving.signal }))
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}-${today()}.${extension}"`)
    .send(content)
}
