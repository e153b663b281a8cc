/** Calls the server that runs on this machine, as its commands do. */
import type { Readable } from 'node:stream'
import { secretHeader } from '#domain/api/addresses'

/** The address of a running server, and the secret for calls of commands. */
export interface ServerEntry {
  /** The address at which this machine reaches the server. */
  url: string
  /** The value of the header `secretHeader` in calls of commands. */
  secret: string
}

interface SentCall {
  method: string
  /** The path and the query. */
  path: string
  headers?: Readonly<Record<string, string>>
  content?: Buffer
  signal?: AbortSignal
}

export interface CallAnswer {
  status: number
  /** The media type; empty without content. */
  type: string
  content: Readable
}

export type Send = (call: SentCall) => Promise<CallAnswer>

/**
 * Makes a call with `node:http`, since loading `fetch` takes longer than the answer. Most commands make no call, and do not
 * load it.
 * @throws Error if nothing answers
 */
export async function sendCall({ url, secret }: ServerEntry, sent: SentCall): Promise<CallAnswer> {
  const { method, path, headers, content, signal } = sent
  const { request } = await import('node:http')
  const length = content && { 'content-length': content.length }
  const call = request(url + path, {
    method,
    headers: { ...headers, ...length, [secretHeader]: secret },
    signal,
  })
  return new Promise((resolve, reject) => {
    call.on('error', reject)
    call.on('response', (content) =>
      resolve({ status: content.statusCode ?? 0, type: content.headers['content-type'] ?? '', content }),
    )
    call.end(content)
  })
}
