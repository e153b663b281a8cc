/** A TCP proxy between a program and its database that cuts the connection at the worst moment, or delays it. */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { onOwnPort } from './port.ts'

export interface CuttingProxy {
  port: number
  /**
   * Cuts the connection at the next bytes to the server that contain `text`. If `passOn` is true, the default, it
   * forwards them and cuts once the server has answered. Otherwise it cuts without forwarding them.
   */
  cutAt(text: string, passOn?: boolean): void
  /** Forwards nothing on a connection any more from the next bytes to the server that contain `text` on. */
  muteAt(text: string): void
  /** Returns the number of cuts. */
  cuts(): number
  /** Closes all connections and stops listening. */
  close(): void
  /** Sets a function to call each time before bytes of the program are forwarded. */
  delayWith(before: () => void): void
}

export async function cuttingProxy(target: number): Promise<CuttingProxy> {
  let armed: { text: string; passOn: boolean } | undefined
  let mutedAt: string | undefined
  let cuts = 0
  let delayWith = () => {}
  const sockets = new Set<Socket>()
  const server: Server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    let isCut = false
    let isMuted = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    client.on('data', (bytes) => {
      delayWith()
      isMuted ||= mutedAt !== undefined && bytes.includes(mutedAt)
      if (isMuted) mutedAt = undefined
      if (isCut || isMuted) return
      isCut = armed !== undefined && bytes.includes(armed.text)
      if (isCut) cuts += 1
      if (!isCut || armed?.passOn) upstream.write(bytes)
      else end()
      if (isCut) armed = undefined
    })
    upstream.on('data', (bytes) => {
      if (!isCut) client.write(bytes)
      else if (isEndOfAnswer(bytes)) end()
    })
  })
  const port = await onOwnPort(async (one) => {
    server.listen(one, '127.0.0.1')
    await once(server, 'listening')
    return one
  })
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  onTestFinished(close)
  return {
    port,
    close,
    cutAt: (text, passOn = true) => {
      armed = { text, passOn }
    },
    muteAt: (text) => {
      mutedAt = text
    },
    cuts: () => cuts,
    delayWith: (before) => {
      delayWith = before
    },
  }
}

/** Returns true if the bytes end with ReadyForQuery (PostgreSQL 15, section 55.7). */
function isEndOfAnswer(bytes: Buffer): boolean {
  return bytes.subarray(-6, -1).equals(Buffer.from([0x5a, 0, 0, 0, 5]))
}
