/** Lets the desk make and issue the start lists of the open event. */
import { paperOf } from '#domain/credential/paper'
import { eventTitle } from '#domain/events/event'
import { type StartListInfo, startForms } from '#domain/events/startlist/calls'
import { fold } from '#domain/text/text'
import { type Routes, serve } from '../../http/serve.ts'
import { sendExport } from '../../http/transfers.ts'
import { issuedLists, makeStartLists, startListFile } from './start-lists.ts'

export const startLists: Routes = async (app, { stores, events, workers }) => {
  serve(app, 'GET /api/start-lists', async () => ({ data: await issuedLists(stores, events.open) }))

  serve(app, 'POST /api/start-lists', async ({ body, query: { format } }, reply) => {
    const { event, grid, starter, ...wish } = body
    const open = events.requireOpen(event)
    const issue = wish.issue === true || format !== undefined
    const lists = await makeStartLists(stores, workers, open, { ...wish, issue })
    if (!format) return { data: lists }
    return sendExport(reply, {
      name: fileName(lists),
      extension: format,
      type: startForms[format],
      workers,
      write: (_writeBook, signal) =>
        startListFile(
          workers,
          { lists, event: eventTitle(open), grid, starter, paper: paperOf(open) },
          format,
          signal,
        ),
    })
  })
}

/** Returns the name of the file of lists, which says the group and the version of the only one. */
function fileName([list, ...others]: readonly StartListInfo[]): string {
  const group =
    list && others.length === 0 ? [...fold(list.title).split(/[^a-z\d]+/), `v${list.version}`] : []
  return ['lista-de-salida', ...group].filter(Boolean).join('-')
}
