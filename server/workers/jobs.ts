/** The jobs of the worker threads: their names, and the types of their inputs and outputs. */
import type { MessagePort } from 'node:worker_threads'
import type { CardsPart, CardsStyle, PdfEnd, PdfPart } from '#domain/cards-part'
import type { Column } from '#domain/import/columns'
import type { Pilot } from '#domain/pilot/pilot'
import type { PassageRecord } from '#domain/web/gate-schemas'

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
  'hash-password': Job<string, string>
  /** Compares a password with a hash, or with none; takes equally long. */
  'match-password': Job<{ hash: string | undefined; password: string }, boolean>
  /** Writes an Excel workbook with these columns of the pilots, which come in parts. */
  'pilots-book': StreamJob<readonly Column[], readonly Pilot[]>
  /** Writes an Excel workbook of passages, which come in parts. */
  'passages-book': StreamJob<undefined, readonly PassageRecord[]>
  /** Converts an uploaded picture into the JPEG of a photo. */
  'prepare-photo': Job<Uint8Array, Uint8Array>
  /** Converts an uploaded logo into a PNG. */
  'prepare-logo': Job<Uint8Array, Uint8Array>
  /** Converts a photo into the small WebP for gates. */
  'shrink-photo': Job<Uint8Array, Uint8Array>
  /** Draws a part of a PDF of cards. */
  'draw-cards': Job<CardsPart, PdfPart>
  /** Writes the end of a PDF of cards. */
  'end-cards': Job<PdfEnd & { style: CardsStyle }, Uint8Array>
}

/** Any set of jobs: tests have jobs of their own. */
export type JobTypes<Names> = { [Name in keyof Names]: Job<unknown, unknown> }

/** A call of a job; streams have a port. */
export interface Call {
  name: PropertyKey
  input: unknown
  port?: MessagePort
}
