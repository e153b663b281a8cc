/**
 * Delays the answers of servers by `PILOTOS_TEST_DELAY` milliseconds: a browser test that reads a page before its data
 * has arrived, or before its scripts and styles have, then fails every time, and not only on a busy machine.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const delay = Number(process.env.PILOTOS_TEST_DELAY ?? 0)

/** Calls `start`, and delays the answers of the server that it starts. */
export async function withSlowAnswers<Server>(start: () => Promise<Server>): Promise<Server> {
  if (delay === 0) return start()
  // Fastify publishes each new instance: https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks
  const channel = 'fastify.initialization'
  subscribe(channel, slowDown)
  try {
    return await start()
  } finally {
    unsubscribe(channel, slowDown)
  }
}

const isScriptOrStyle = (url: string) => /^\/assets\/.*\.(js|css)$/.test(url)

function slowDown(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRequest', async ({ url }) => {
    if (url.startsWith('/api') || isScriptOrStyle(url)) await setTimeout(delay)
  })
  fastify.addHook('onSend', async ({ url }, reply) => {
    if (isScriptOrStyle(url)) reply.header('cache-control', 'no-store')
  })
}
