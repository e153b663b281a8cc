/** The built client: its assets, and the one page that every address of it starts from. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { apiPath, photoPath, screens, terminalPath } from '#domain/addresses'
import { MachineError, NotFoundError } from '#domain/errors'

export const pages: FastifyPluginAsync<{ folder: string }> = async (app, { folder }) => {
  const page = await readPage(folder)

  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    immutable: true,
    maxAge: '1y',
  })

  const sendPage = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)

  for (const path of Object.values(screens)) {
    app.get(path, (_request, reply) => sendPage(reply))
  }

  /** Any other address shows the list under a notice, with the status that is true. */
  app.setNotFoundHandler((request, reply) => {
    if (isForPeople(request)) return sendPage(reply.code(404))
    throw new NotFoundError('No existe esa dirección')
  })
}

/** Whether a person waits for a page, and not a program for JSON. */
export function isForPeople({ method, url }: FastifyRequest): boolean {
  return (
    ['GET', 'HEAD'].includes(method) &&
    ![apiPath, '/assets/', photoPath(''), terminalPath].some((path) => url.startsWith(path))
  )
}

async function readPage(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, 'index.html'), 'utf8')
  } catch (error) {
    throw new MachineError('Las páginas no están construidas: ejecute npm run build', error)
  }
}
