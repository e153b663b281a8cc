/** Calls a server as a page does. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Server } from '../shared/processes.ts'

/** A kind of work and the function that does it. Each round has inputs of its own. */
export type Work = readonly [name: string, run: (round: number) => Promise<void>]

/** An answer with one item. */
export interface Json<Item> {
  data: [Item]
}

/** The interval at which a page asks for the progress of a job, in milliseconds. */
const pollEvery = 250

/**
 * Sends a body as JSON, unless it is a form or bytes, and reads the whole answer. Returns the parsed answer if it is
 * JSON of at most a megabyte: a larger one is a file.
 */
export async function call<Answer>(
  server: Server,
  method: string,
  path: string,
  body?: FormData | Uint8Array<ArrayBuffer> | object,
): Promise<Answer> {
  const isRaw = body instanceof FormData || body instanceof Uint8Array
  const response = await fetch(server.url + path, {
    method,
    headers: { 'sec-fetch-site': 'same-origin', ...headersOf(body) },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
  })
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length < 1_000_000) chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`)
  const isJson = response.headers.get('content-type')?.includes('json') && length < 1_000_000
  return (isJson ? JSON.parse(text) : undefined) as Answer
}

/** Resolves once `isDone` returns true. */
export async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await delay(pollEvery)
}

function headersOf(body: unknown): Record<string, string> {
  if (body === undefined || body instanceof FormData) return {}
  return { 'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json' }
}
