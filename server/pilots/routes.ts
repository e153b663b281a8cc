/**
 * Lets staff count, compare, remove, restore and export pilots, list the removed, revoke lost cards and read histories.
 */
import type { FastifyReply } from 'fastify'
import { toRemovedRecord } from '#domain/api/records'
import { isOn } from '#domain/api/schema-parts'
import { maxUndrawable } from '#domain/credential/cards'
import { changedTerms, planRenewal } from '#domain/credential/validity-changes'
import { MalformedError } from '#domain/errors'
import type { EntryFilter } from '#domain/events/entry-filter'
import { timingFiles } from '#domain/events/timing/timing-files'
import { type ExportQuery, listForms } from '#domain/import/calls'
import { mediaTypes } from '#domain/import/columns'
import { readDocument, readIdentity } from '#domain/pilots/document'
import { withFact } from '#domain/pilots/facts/fact-values'
import { labelled } from '#domain/pilots/history/history'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import { readPilotId } from '#domain/pilots/pilot-id'
import { bookOf } from '#domain/pilots/printed-list'
import { listFilterOf, readClass, toFilter } from '#domain/pilots/search/list-query'
import { checkSearch } from '#domain/pilots/search/search'
import { startOfDay, today } from '#domain/text/date'
import { type Routes, requireId, serve } from '../http/serve.ts'
import { sendExport, sendTable } from '../http/transfers.ts'
import { writeExport } from '../spreadsheets/pilot-file.ts'
import { writeTiming } from '../spreadsheets/timing-file.ts'
import { eventFilter, holderOf, holdersOf, selectPilots, timingRows } from '../store/queries/select.ts'
import type { PilotStore } from '../store/shared/pilots.ts'
import { findUndrawableRows, readPrintedList, sheetOf } from './printed-list.ts'
import { removePilot, removePilots, revokePilot } from './remove.ts'

export const pilots: Routes = async (app, { stores, guard, events, validity, fields, removedRiders }) => {
  const store = stores.pilots
  const toRecord = (pilot: Pilot) => validity.record(pilot)
  const unfollow = removedRiders.follow()
  app.addHook('onClose', async () => unfollow())

  serve(app, 'GET /api/count', async ({ query }) => {
    const { basis } = validity
    const filter = { ...toFilter(query, validity), ...(await eventFilter(stores, events, query)) }
    const { own, of } = fields.table
    const names = own.filter((name) => of(name).isCommon)
    return { data: [await store.count(startOfDay().toISOString(), basis, filter, names)] }
  })

  serve(app, 'GET /api/clubs', async () => {
    return { data: [{ clubs: await store.clubs() }] }
  })

  serve(app, 'GET /api/duplicates', async ({ query: { except = '', ...values } }) => {
    const modalidad = readClass('modalidad', values.modalidad, fields.table.definitions)
    const code = readPilotId(except)
    const found = await store.findDuplicates({
      ...values,
      modalidad,
      except: code && (await holderOf(stores, code)),
    })
    const document = found.dni || found.documento ? undefined : readDocument(values)
    const identity = document && readIdentity(values)
    const erased = identity && (await stores.erasures.erasedAt(identity))
    const gone = document && !erased ? await removedRiders.find(document) : undefined
    const removed = gone && {
      id: gone.pilot.id,
      name: fullName(gone.pilot),
      photo: gone.pilot.photo,
      at: gone.at,
    }
    return { data: [{ ...found, ...(erased && { erased }), ...(removed && { removed }) }] }
  })

  serve(app, 'DELETE /api/pilots/:id', async (request) => {
    const removed = await onceGone(store, async () => {
      const pilot = await store.get(requireId(request.params.id))
      await removePilot(stores, pilot, guard.authorOf(request))
      return [pilot]
    })
    return { data: removed.map(toRecord) }
  })

  serve(app, 'POST /api/pilots/:id/undo-remove', async (request) => {
    const id = await holderOf(stores, requireId(request.params.id))
    return { data: [validity.record(await store.undoRemove(id, guard.authorOf(request)))] }
  })

  serve(app, 'POST /api/pilots/remove', async (request) => {
    const removed = await onceGone(store, () =>
      removePilots(stores, request.body.ids.map(requireId), guard.authorOf(request)),
    )
    return { data: removed.map(toRecord) }
  })

  serve(app, 'POST /api/pilots/undo-remove', async (request) => {
    const wanted = await holdersOf(stores, request.body.ids.map(requireId))
    const { pilots, refused } = await store.undoRemoveMany(wanted, guard.authorOf(request))
    return { data: [{ restored: pilots.map(toRecord), refused }] }
  })

  serve(app, 'GET /api/removed', async ({ query: { search, page, per_page: perPage } }) => {
    const problem = search === undefined ? undefined : checkSearch(search)
    if (problem) throw new MalformedError(problem)
    const { removed, total } = await store.removed({ search, page, perPage })
    return { data: removed.map(toRemovedRecord), total }
  })

  serve(app, 'POST /api/pilots/:id/revoke', async (request) => {
    const id = requireId(request.params.id)
    const revoked = await onceGone(store, async () => [
      await revokePilot(stores, id, guard.authorOf(request)),
    ])
    return { data: revoked.map((pilot) => validity.record(pilot)) }
  })

  serve(app, 'GET /api/pilots/:id/history', async (request) => {
    const entries = await store.history(await holderOf(stores, requireId(request.params.id)))
    return { data: labelled(entries, fields.table, events.all) }
  })

  serve(app, 'PUT /api/pilots/:id/terms', async (request) => {
    const id = await holderOf(stores, requireId(request.params.id))
    if (isOn(request.query.dry_run)) {
      const pilot = await stores.pilots.get(id)
      return { data: [validity.record(withFact(pilot, 'terms', changedTerms(pilot.terms, request.body)))] }
    }
    const { version, ...change } = request.body
    const pilots = await stores.pilots.changeTerms([id], change, guard.authorOf(request), version)
    return { data: pilots.map((pilot) => validity.record(pilot)) }
  })

  serve(app, 'POST /api/renewals', async (request) => {
    const { ids, issued, dry_run: isDryRun, ...filter } = request.body
    const ofEvent = await eventFilter(stores, events, filter)
    const selection = { ids: ids?.map(requireId), ...toFilter(filter, validity), ...ofEvent }
    const done = await stores.pilots.ridersOfDone()
    const riders = done ?? (await selectPilots(stores, selection))
    const { renewed, change, report } = planRenewal(riders, validity.basis, issued)
    if (done) return { data: [{ ...report, renewed: done.length, unchanged: 0 }] }
    if (!isDryRun && renewed.length > 0)
      await stores.pilots.changeTerms(renewed, change, guard.authorOf(request))
    return { data: [report] }
  })
}

/** Does an order whose riders are no longer found by their codes, so that it could not find them if it comes again. */
async function onceGone(
  store: Pick<PilotStore, 'ridersOfDone'>,
  work: () => Promise<Pilot[]>,
): Promise<Pilot[]> {
  const done = await store.ridersOfDone()
  // The same order may be stored while this one looks for the riders.
  return done ?? work().catch(async (error) => (await store.ridersOfDone()) ?? Promise.reject(error))
}

/** Sends pilots as a spreadsheet, as JSON, as the file of a timing program, or as a list for paper. */
export const exports: Routes = async (app, { stores, events, validity, fields, workers, branding }) => {
  serve(app, 'GET /api/export', async (request, reply) => {
    const { query } = request
    const ofEvent = await eventFilter(stores, events, query)
    const filter = { ...toFilter(query, validity), ...ofEvent }
    const { pilots } = await stores.pilots.list({ ...filter, order: 'asc' })
    return send(reply, pilots, query, ofEvent.enteredIn)
  })

  /** Exports the pilots of a selection, whose order it keeps. */
  serve(app, 'POST /api/export', async (request, reply) => {
    const pilots = await selectPilots(stores, { ids: request.body.map(requireId) })
    return send(reply, pilots, request.query)
  })

  serve(app, 'POST /api/printed-list', async ({ body, query: { format } }, reply) => {
    const { ids, ...filter } = body
    const found = { ...toFilter(filter, validity), ...(await eventFilter(stores, events, filter)) }
    const pilots = ids
      ? await selectPilots(stores, { ids: ids.map(requireId) })
      : (await stores.pilots.list({ ...found, order: 'asc' })).pilots
    const list = await readPrintedList(stores, pilots, events, {
      filter: ids ? undefined : listFilterOf(filter),
      table: fields.table,
    })
    if (!format) {
      const boxes = await findUndrawableRows(workers, list)
      return {
        data: [{ ...list, undrawable: boxes.slice(0, maxUndrawable), undrawable_total: boxes.length }],
      }
    }
    return sendExport(reply, {
      name: 'lista',
      extension: format,
      type: listForms[format],
      workers,
      write: (writeBook, signal) =>
        format === 'xlsx'
          ? writeBook(bookOf(list))
          : workers.run('draw-printed-list', sheetOf(list, branding.current, events.open), {
              kind: 'cards',
              signal,
            }),
    })
  })

  function send(
    reply: FastifyReply,
    pilots: readonly Pilot[],
    { for: program, ...query }: ExportQuery,
    entered: EntryFilter = { event: events.open.id },
  ): Promise<FastifyReply> {
    if (program) {
      const { extension } = timingFiles[program]
      return sendExport(reply, {
        name: program,
        extension,
        type: timingTypes[extension],
        workers,
        write: async (writeBook) =>
          writeTiming(program, await timingRows(stores, pilots, entered), today(), writeBook),
      })
    }
    return sendTable(reply, query, {
      name: 'pilotos',
      workers,
      write: (options, writeBook) =>
        writeExport(pilots, { ...options, table: fields.table, event: events.open.id }, writeBook),
    })
  }
}

/** The media types of the files of timing programs. */
const timingTypes = { csv: mediaTypes.csv, xlsx: mediaTypes.xlsx, txt: 'text/plain; charset=utf-8' }
