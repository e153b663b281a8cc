/** The calls that print cards at once, and those that choose the printers. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import {
  answered,
  boolean,
  choice,
  dataList,
  dataOf,
  empty,
  oneOf,
  requested,
  requestedByName,
  text,
} from '../api/schema-parts.ts'
import {
  cardKinds,
  maxPrinterName,
  type Printing,
  printerStates,
  printKinds,
  printStates,
} from './printing.ts'

/** A print of the queue. */
export const queuedPrint = answered({
  id: text('The identifier of the print.'),
  name: text('The full name of the rider, or what is printed.'),
  printer: text('The name of the printer.'),
  by: text('The author of the order.'),
  at: text('The time of the order.'),
  state: oneOf(printStates, '`printed` means that the system has ended the print well.'),
  reason: Type.Optional(text('What the system tells, in Spanish, such as that there is no paper.')),
})
export type QueuedPrint = Type.Static<typeof queuedPrint>

const printerName = (description: string) =>
  text(description, { maxLength: maxPrinterName, message: 'La impresora va con su nombre' })
const kind = oneOf(cardKinds, 'A kind of card.')

/** The printers of the machine of the server, and those that are chosen. */
const printersInfo = answered({
  printers: Type.Array(
    answered({
      name: text('The name of the printer in its system.'),
      state: oneOf(printerStates, 'Its state.'),
      reason: Type.Optional(text('What is wrong with it, in Spanish.')),
    }),
  ),
  chosen: Type.Unsafe<Printing['printers']>(
    Type.Record(Type.String(), Type.String(), { description: 'The printers of kinds of prints.' }),
  ),
  kind: Type.Optional(kind),
  desks: Type.Record(Type.String(), Type.String(), { description: 'The printers of single accounts.' }),
})
export type PrintersInfo = Type.Static<typeof printersInfo>

const params = Type.Object({ job: text('The identifier of the print.') })

export const printingCalls = {
  'POST /api/print/now': {
    role: 'mesa',
    needsKiosk: true,
    summary:
      'Prints cards at once on the printer of the desk; without one, the answer is empty, and nothing is printed.',
    description:
      'A print of the same riders that has not ended yet is answered instead of a second one. 409 if one is ' +
      'incomplete, and 409 with `printed` and `total` if some of them have a card already, are not valid or have letters ' +
      'that cards lack, unless the order is `confirmed`. The cards count as printed when the system has ended the print well.',
    body: requested('La impresión va como un objeto JSON', {
      ids: Type.Array(text('The identifier of a rider.', { maxLength: 40 }), {
        minItems: 1,
        maxItems: 100,
        message: 'ids es una lista de 1 a 100 pilotos',
      }),
      confirmed: Type.Optional(boolean('Prints what an order without it is refused for, with the reasons.')),
    }),
    answers: { 200: dataList(queuedPrint) },
  },

  'GET /api/print/queue': {
    role: 'mesa',
    needsKiosk: true,
    summary: 'Lists the prints that have not ended well, and the last ones that have, the oldest first.',
    answers: { 200: dataList(queuedPrint) },
  },

  'POST /api/print/queue/:job/retry': {
    role: 'mesa',
    needsKiosk: true,
    summary: 'Prints again what has failed. Any other print stays as it is.',
    params,
    answers: { 200: dataOf(queuedPrint) },
  },

  'DELETE /api/print/queue/:job': {
    role: 'mesa',
    needsKiosk: true,
    summary: 'Removes a print from the queue, and from that of the system.',
    params,
    answers: { 204: empty },
  },

  'GET /api/printers': {
    role: 'admin',
    summary: 'Lists the printers of the machine of the server, with those that are chosen.',
    answers: { 200: dataOf(printersInfo) },
  },

  'PUT /api/printers': {
    role: 'admin',
    summary: 'Chooses the printers for kinds of cards, for receipts and for accounts. An empty name is none.',
    description: '400 for a printer that the system does not have.',
    body: requested('Las impresoras van como un objeto JSON', {
      chosen: requested(
        'chosen va por impresión',
        Object.fromEntries(
          printKinds.map((name) => [name, Type.Optional(printerName('The printer of this kind.'))]),
        ),
      ),
      kind: Type.Optional(choice('kind', cardKinds, 'The kind that is printed if several have a printer.')),
      desks: requestedByName(
        'desks va por cuenta',
        printerName('The printer.'),
        'The printers of single accounts.',
      ),
    }),
    answers: { 200: dataOf(printersInfo) },
  },

  'POST /api/printers/test': {
    role: 'admin',
    needsKiosk: true,
    summary: 'Prints a card or a receipt of a rider who does not exist.',
    body: requested('La prueba va como un objeto JSON', {
      printer: printerName('The printer.'),
      layout: choice('layout', printKinds, 'The kind of print.'),
    }),
    answers: { 200: dataOf(queuedPrint) },
  },
} satisfies Calls
