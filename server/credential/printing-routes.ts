/** Prints cards at once on the printers of this machine, and lets admins choose and try them. */
import { writeFile } from 'node:fs/promises'
import { type CardSize, layouts } from '#domain/credential/cards'
import { isCard, noPrinting, type PrintKind, printQuestion } from '#domain/credential/printing'
import type { PrintersInfo } from '#domain/credential/printing-calls'
import { MalformedError, PilotosError } from '#domain/errors'
import { requireComplete } from '#domain/pilots/incomplete'
import { fullName } from '#domain/pilots/pilot'
import { readSettings } from '#domain/stored/reading'
import { count } from '#domain/text/text'
import { onErasure, type Routes, requireId, serve } from '../http/serve.ts'
import { pilotIfThere, selectPilots } from '../store/queries/select.ts'
import { requireReadableQr } from './print/face-parts.ts'
import { noteCards, printCards, readPilots } from './print/print-order.ts'
import type { PrintQueue } from './print/print-queue.ts'
import type { PrintSystem } from './print/print-system.ts'
import { previewCards } from './routes.ts'

interface Needs {
  printSystem: PrintSystem
  /** Draws the card or the receipt of a pilot who does not exist, as a PDF. */
  drawTest: (kind: PrintKind) => Promise<{ pdf: Uint8Array; sheet: CardSize }>
  printQueue: PrintQueue
}

export const printing: Routes<Needs> = async (app, needs) => {
  const { stores, workers, guard, address, printSystem, printers, drawTest } = needs
  const { printQueue: queue } = needs
  onErasure(app, stores, () => queue.forget(async (id) => (await pilotIfThere(stores, id)) !== undefined))
  app.addHook('onClose', () => queue.close())

  serve(app, 'POST /api/print/now', async (request) => {
    const place = printers.placeFor(guard.userOf(request))
    if (!place) return { data: [] }
    const ids = [...new Set(request.body.ids.map(requireId))]
    const url = address.url()
    requireReadableQr(url, place.layout)
    const pilots = await selectPilots(stores, { ids })
    requireComplete(pilots)
    const question = printQuestion(
      await previewCards(needs, pilots),
      pilots.filter(({ card }) => card).length,
    )
    if (question && !request.body.confirmed) throw new PilotosError('duplicate', ...question)
    const by = guard.authorOf(request)
    const [first] = pilots
    const name =
      first && pilots.length === 1 ? fullName(first) : count(pilots.length, 'credencial', 'credenciales')
    const job = queue.add({
      ...{ key: `cards ${ids}`, printer: place.printer, name, ids, by },
      async draw(path, signal) {
        const { offset } = await stores.settings.read()
        const order = { ids, layout: place.layout, offset, address: url, by }
        const lastDays = await printCards({ stores, workers }, readPilots(stores, ids), order, path, {
          signal,
        })
        const printed = ids.filter((id) => lastDays[id] !== undefined)
        // Once it has come out, it is printed, also if another order printed it meanwhile.
        const note = () => noteCards(stores, { ...order, ids: printed, lastDays, again: true })
        return { sheet: layouts[place.layout].page, note }
      },
    })
    return { data: [job] }
  })

  serve(app, 'GET /api/print/queue', async () => ({ data: queue.list() }))

  serve(app, 'POST /api/print/queue/:job/retry', async ({ params }) => ({ data: [queue.retry(params.job)] }))

  serve(app, 'DELETE /api/print/queue/:job', async ({ params }) => queue.remove(params.job))

  serve(app, 'GET /api/printers', async () => describe())

  serve(app, 'PUT /api/printers', async ({ body: { chosen, kind, desks } }) => {
    const next = readSettings({ printing: { printers: chosen, kind, desks } }).printing ?? noPrinting
    const before = printers.chosen
    const names = ({ printers, desks }: typeof next) => [...Object.values(printers), ...Object.values(desks)]
    // A printer that is not there today may stay chosen.
    for (const name of names(next)) if (!names(before).includes(name)) await requirePrinter(name)
    await stores.settings.change({ printing: { kind: undefined, ...next } })
    return describe()
  })

  serve(app, 'POST /api/printers/test', async (request) => {
    const { printer, layout } = request.body
    await requirePrinter(printer)
    const draw = async (path: string) => {
      const { pdf, sheet } = await drawTest(layout)
      await writeFile(path, pdf, { mode: 0o600 })
      return { sheet }
    }
    const name = isCard(layout) ? 'Tarjeta de prueba' : 'Recibo de prueba'
    return { data: [queue.add({ name, ids: [], printer, by: guard.authorOf(request), draw })] }
  })

  async function describe(): Promise<{ data: [PrintersInfo] }> {
    const { printers: chosen, kind, desks } = printers.chosen
    return { data: [{ printers: await printSystem.printers(), chosen, ...(kind && { kind }), desks }] }
  }

  /** @throws MalformedError for a printer that the system does not have */
  async function requirePrinter(name: string): Promise<void> {
    const known = (await printSystem.printers()).some((one) => one.name === name)
    if (!known)
      throw new MalformedError(`La computadora no tiene la impresora ${name}: elija una de la lista`)
  }
}
