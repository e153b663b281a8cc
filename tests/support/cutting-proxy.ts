/** Stands between a program and its database, cuts the connection at the worst moment, or is a slow line. */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { onOwnPort } from './port.ts'

export interface CuttingProxy {
  port: number
  /**
   * Of the next bytes to the server in which `text` stands: passes them on, or not, and cuts before an answer comes
   * back.
   */
  cutAt(text: string, passOn?: boolean): void
  /** How often it has cut. */
  cuts(): number
  /** From now on nobody listens any more. */
  close(): void
  /** From now on so many bytes a second come back. */
  slowTo(rate: number): void
}

/** Long enough for the server to do what it was asked. */
const time = 200

export async function cuttingProxy(target: number): Promise<CuttingProxy> {
  let armed: { text: string; passOn: boolean } | undefined
  let cuts = 0
  let bytesPerSecond = Number.POSITIVE_INFINITY
  const sockets = new Set<Socket>()
  const server: Server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    let isCut = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    client.on('data', (bytes) => {
      if (armed && bytes.includes(armed.text)) {
        isCut = true
        cuts += 1
        if (armed.passOn) upstream.write(bytes)
        armed = undefined
        setTimeout(end, time)
      } else if (!isCut) upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (isCut) return
      client.write(bytes)
      upstream.pause()
      setTimeout(() => upstream.resume(), (bytes.length / bytesPerSecond) * 1000)
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
    cuts: () => cuts,
    slowTo: (rate) => {
      bytesPerSecond = rate
    },
  }
}
