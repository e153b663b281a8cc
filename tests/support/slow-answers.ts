/**
 * Delays the answers of servers in this process by `PILOTOS_TEST_DELAY` milliseconds: a browser test that reads a page
 * before its data has arrived then fails every time, and not only on a busy machine.
 */
import { subscribe } from 'node:diagnostics_channel'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const delay = Number(process.env.PILOTOS_TEST_DELAY ?? 0)

if (delay > 0) {
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRequest', async ({ url }) => {
      if (url.startsWith('/api')) await setTimeout(delay)
    })
  })
}
