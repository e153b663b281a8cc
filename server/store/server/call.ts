/** A command's call to the running kiosk, by Node's own client: loading `fetch` takes longer than the answer. */
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { secretHeader, terminalPath } from '#domain/web/addresses'

/** How a kiosk is reached, and what a call of a command must carry. */
export interface ServerEntry {
  /** Where it listens, as this machine reaches it. */
  url: string
  /** What its terminal calls must carry. */
  secret: string
}

/**
 * Posts `body` as JSON, or asks where there is none, and gives what JSON comes back.
 * @throws Error where nothing answers within `timeout` milliseconds, or it is not the kiosk
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
