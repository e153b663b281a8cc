/**
 * The jobs of the worker threads: their names, the types of their inputs and outputs, what the threads send, and the part of a
 * thread, or of the process of an isolated job, that receives jobs and replies.
 */

import { once } from 'node:events'
import { isMainThread, type MessagePort } from 'node:worker_threads'
import type { CardSize, PrintOptions } from '#domain/credential/cards'
import type { Paper } from '#domain/credential/paper'
import type { ReceiptPaper } from '#domain/credential/printing'
import type { Brand, ShownBrand } from '#domain/desk/brand'
import { asError, type ErrorDetails, type ErrorKind, PilotosError } from '#domain/errors'
import type { EventReport } from '#domain/events/report/calls'
import type { StartSheet } from '#domain/events/startlist/sheet'
import type { PrintedList } from '#domain/import/calls'
import type { Book } from '#domain/import/columns'
import type { Definitions } from '#domain/pilots/own/definitions'
import type { OwnFact } from '#domain/pilots/own/field-table'
import type { Pilot } from '#domain/pilots/pilot'
import type { Receipt } from '#domain/till/schemas'
import type { Waiver, WaiverTexts } from '#domain/waivers/waiver'
import { createMutex } from './turns.ts'

/** A job that takes one value and returns one. */
export interface Job<Input, Output> {
  input: Input
  output: Output
}

/** A job that takes one value and then items, and yields chunks of bytes. */
export interface StreamJob<Input, Item> extends Job<Input, undefined> {
  item: Item
}

/**
 * Every job by its name; `server/worker.ts` has the code of each. Inputs, items and outputs are copied from thread to
 * thread by structured cloning, so that they contain neither functions nor instances of classes.
 */
export interface Jobs {
  /** Hashes a password. */
  'hash-password': Job<{ password: string; order?: string }, string>
  /** Compares a password with a hash, or with none; takes equally long. */
  'match-password': Job<{ hash: string | undefined; password: string }, boolean>
  /** Writes an Excel workbook. */
  'write-book': Job<Book, Uint8Array>
  /** Converts an uploaded picture into the JPEG of a photo. */
  'prepare-photo': Job<Uint8Array, Uint8Array>
  /** Converts an uploaded logo into a PNG. */
  'prepare-logo': Job<Uint8Array, Uint8Array>
  /** Converts a photo into the small WebP for gates. */
  'shrink-photo': Job<Uint8Array, Uint8Array>
  /** Returns the characters of each text that no font of the prints has. */
  'find-missing-characters': Job<readonly string[], string[]>
  /** Draws the PDF of an emergency sheet. */
  'draw-emergency-sheet': Job<EmergencySheet, Uint8Array>
  /** Draws the PDF of a printed list. */
  'draw-printed-list': Job<ListSheet, Uint8Array>
  /** Draws the PDF of the report of an event. */
  'draw-report': Job<{ report: EventReport; brand: Brand } & OnPaper, Uint8Array>
  /** Draws the PDF of the poster for riders who apply on their own phones. */
  'draw-poster': Job<Poster, Uint8Array>
  /** Draws the PDF of signed waivers. */
  'draw-waivers': Job<WaiverSheet, Uint8Array>
  /** Draws a receipt, as a PDF or as a PNG. */
  'draw-receipt': Job<ReceiptSheet, DrawnReceipt>
  /** Draws the PDF of start lists. */
  'draw-start-lists': Job<StartSheet & OnPaper, Uint8Array>
  /** Draws a PDF of cards. */
  'draw-cards': StreamJob<CardsStyle, CardOrder>
  /** Draws a card as a PNG. */
  'draw-card-picture': Job<CardPicture, Uint8Array>
}

/** The part of a job that says on which paper its sheets are drawn. */
export interface OnPaper {
  /** The paper of the open event. */
  paper: Paper
}

/** The content of an emergency sheet. */
export interface EmergencySheet extends OnPaper {
  /** The name of the event; may be empty. */
  event: string
  /** The time of the print: ISO 8601. */
  at: string
  pilots: readonly Pilot[]
  /** The definitions of fields, of which those about health are on the sheet. */
  fields?: Definitions
}

/** The content of a printed list. */
export interface ListSheet extends OnPaper {
  list: PrintedList
  /** The name of the event or federation; may be empty. */
  event: string
  /** The time of the print: ISO 8601. */
  at: string
}

/** The content of a poster. */
export interface Poster extends OnPaper {
  /** The address of the form, which the QR carries. */
  url: string
  /** The name of the Wi-Fi; may be empty. */
  wifi: string
  brand: ShownBrand
}

/** The content of a file of signatures. */
export interface WaiverSheet extends OnPaper {
  pages: readonly SignedPage[]
  /** The texts that were signed, as far as they are known. */
  texts: WaiverTexts
  brand: ShownBrand
}

/** One signature, with the rider as people read it. A fact that is not known is empty. */
export interface SignedPage {
  event: string
  name: string
  document: string
  birth: string
  numbers: string
  waiver: Waiver
}

/** The content of a receipt. A picture is one page, however long. */
export interface ReceiptSheet {
  receipt: Receipt
  paper: ReceiptPaper | 'picture'
  isCopy: boolean
  /** With the name of the event. */
  brand: ShownBrand
}

/** The file of a receipt, and the size of its pages in millimetres. */
export interface DrawnReceipt {
  content: Uint8Array
  sheet: CardSize
}

/** The options, the address and the brand that all cards of a PDF share. */
export interface CardsStyle extends PrintOptions {
  /** The public address of the server, which the QRs carry. */
  address: string
  brand: ShownBrand
}

/** A card to draw. */
export interface CardOrder {
  pilot: Pilot
  /** The last day on the card, `YYYY-MM-DD`. */
  lastDay: string
  /** The categories in the open event that the card shows: see `cardCategories`. */
  category?: string
  /** The values of fields of one's own that the card shows. */
  own?: readonly OwnFact[]
  /** The stored photo. */
  photo?: Uint8Array
}

/** A card to draw as a picture. */
export interface CardPicture {
  style: CardsStyle
  card: CardOrder
}

/** Any set of jobs: tests have jobs of their own. */
export type JobTypes<Names> = { [Name in keyof Names]: Job<unknown, unknown> }

/** A call of a job; streams have a port. */
export interface Call {
  name: PropertyKey
  input: unknown
  port?: MessagePort
}

/** A message of the worker in a stream. Every message but the last one is answered. */
export type StreamMessage = { asks: true } | { chunk: Uint8Array } | { ends: true }

/** The outcome of a job. Structured cloning would lose the classes of errors. */
export type Reply =
  | { value: unknown }
  | { failure: { kind: ErrorKind; message: string; details: ErrorDetails } }
  | { fault: { name: string; message: string; stack?: string; code?: unknown } }

/** Runs a job and returns its reply. Never throws. */
async function replyOf(work: () => unknown): Promise<Reply> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof PilotosError) {
      const { kind, message, details } = error
      return { failure: { kind, message, details } }
    }
    const { name, message, stack } = asError(error)
    return { fault: { name, message, stack, code: (error as { code?: unknown } | undefined)?.code } }
  }
}

/**
 * Returns the value of a reply.
 * @throws PilotosError with the message of the job, or an Error with its stack and its `code`
 */
export function resultOf(reply: Reply): unknown {
  if ('failure' in reply) {
    const { kind, message, details } = reply.failure
    throw new PilotosError(kind, message, details)
  }
  if ('fault' in reply) throw Object.assign(new Error(reply.fault.message), reply.fault)
  return reply.value
}

/** The code of every job. A job of a stream yields chunks of bytes. */
export type Handlers<Names extends JobTypes<Names> = Jobs> = {
  [Name in keyof Names]: Names[Name] extends StreamJob<infer Input, infer Item>
    ? (input: Input, items: AsyncIterable<Item>) => AsyncIterable<Uint8Array>
    : Names[Name] extends Job<infer Input, infer Output>
      ? (input: Input) => Output | Promise<Output>
      : never
}

type Handler = (input: unknown, items?: AsyncIterable<unknown>) => unknown

/** Returns the function that the pool calls in each worker. In a process of its own, answers its only call. */
export function serveJobs<Names extends JobTypes<Names>>(
  handlers: Handlers<Names>,
): (call: Call) => Promise<Reply> {
  const work = ({ name, input, port }: Call) => {
    const handler = handlers[name as keyof Names] as Handler
    return replyOf(() => (port ? serveStream(port, input, handler) : handler(input)))
  }
  if (isMainThread) serveProcess(work)
  return work
}

/** Asks for items as the job reads them, and sends its chunks. Waits until each chunk is taken. */
async function serveStream(port: MessagePort, input: unknown, handler: Handler): Promise<void> {
  const oneAtATime = createMutex()
  const send = (message: StreamMessage): Promise<IteratorResult<unknown>> =>
    oneAtATime(async () => {
      port.postMessage(message)
      const [answer] = await once(port, 'message')
      return answer
    })
  async function* items() {
    for (;;) {
      const { done, value } = await send({ asks: true })
      if (done) return
      yield value
    }
  }
  for await (const chunk of handler(input, items()) as AsyncIterable<Uint8Array>) await send({ chunk })
  port.postMessage({ ends: true } satisfies StreamMessage)
  port.unref()
}

/** The most memory of the process of an isolated job, in bytes. */
const maxMemory = 1024 ** 3

/** The interval between two looks at the memory, in milliseconds. */
const memoryInterval = 50

function serveProcess(work: (call: Call) => Promise<Reply>): void {
  // An ordinary exit would wait for the threads of libuv.
  const end = () => process.kill(process.pid, 'SIGKILL')
  process.once('disconnect', end)
  setInterval(() => {
    if (process.memoryUsage.rss() > maxMemory) end()
  }, memoryInterval)
  process.once('message', async (call: Call) => process.send?.(await work(call)))
}
