/** A reverse proxy like nginx with a plain `proxy_pass http://127.0.0.1:PORT`: it sets Host and adds no header. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts a proxy in front of a loopback port and returns its URL. It adds `headers` to each request. */
export async function reverseProxy(target: number, headers: Record<string, string> = {}): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers: sent } = incoming
    const passed = { ...sent, ...headers, host: `127.0.0.1:${target}` }
    const onward = request({ host: '127.0.0.1', port: target, method, path, headers: passed }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
