/** Fastify alone: answers `/0`, `/1` and so on with the bytes of a file, headers included. */
import { readFileSync } from 'node:fs'
import fastify from 'fastify'

/** The answer to one of the paths. */
export interface Body {
  headers: Record<string, string>
  base64: string
}

const [port, file = ''] = process.argv.slice(2)
const app = fastify()
for (const [index, { headers, base64 }] of (JSON.parse(readFileSync(file, 'utf8')) as Body[]).entries()) {
  const bytes = Buffer.from(base64, 'base64')
  app.get(`/${index}`, (_request, reply) => reply.headers(headers).send(bytes))
}
await app.listen({ port: Number(port), host: '127.0.0.1' })
