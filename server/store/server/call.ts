/** Calls the running server from a command, with `node:http`: loading `fetch` takes longer than the answer. */
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { secretHeader, terminalPath } from '#domain/web/addresses'

/** The address of a running server, and the secret for calls of commands. */
export interface ServerEntry {
  /** The address at which this machine reaches the server. */
  url: string
  /** The value of the header `secretHeader` in calls of commands. */
  secret: string
}

/**
 * Posts `body` as JSON, or sends a GET request without one, and returns the parsed JSON of the answer.
 * @throws Error if nothing answers within `timeout` milliseconds, or if the answer is not JSON with the status 200
 */
export async function callServer(
  { url, secret }: ServerEntry,
  body?: unknown,
  timeout?: number,
): Promise<unknown> {
  const content = body === undefined ? undefined : JSON.stringify(body)
  const call = request(url + terminalPath, {
    method: content === undefined ? 'GET' : 'POST',
    headers: {
      [secretHeader]: secret,
      ...(content !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(content),
      }),
    },
    signal: timeout === undefined ? undefined : AbortSignal.timeout(timeout),
  })
  return new Promise((resolve, reject) => {
    call.on('error', reject)
    call.on('response', (response) => {
      if (response.statusCode === 200) json(response).then(resolve, reject)
      else {
        response.resume()
        reject(new Error(`${url} answered ${response.statusCode}`))
      }
    })
    call.end(content)
  })
}
