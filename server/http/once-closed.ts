/** Learns that a client has left. */
import type { ServerResponse } from 'node:http'

/**
 * Calls `leave` once an answer is closed: it was sent, or the client has left. A client that left while the request
 * waited for something, such as its session, has no further event, so that `leave` is called at once.
 */
export function onceClosed(response: ServerResponse, leave: () => void): void {
  if (response.closed || response.destroyed) leave()
  else response.once('close', leave)
}
