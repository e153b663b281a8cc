/** The built client: its assets, and the one page that every address of it starts from. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { apiPath, assetsPath, photoPath, screens, terminalPath } from '#domain/addresses'
import { MachineError, NotFoundError } from '#domain/errors'
import { pageHeaders } from '../access/headers.ts'

interface PagesOptions {
  /** Where the client is built. */
  folder: string
  /** The HTML that every address starts from. */
  page: string
}

export const pages: FastifyPluginAsync<PagesOptions> = async (app, { folder, page }) => {
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: assetsPath,
    decorateReply: false,
    immutable: true,
    maxAge: '1y',
  })

  for (const path of Object.values(screens)) {
    app.get(path, (_request, reply) => sendPage(reply, page))
  }

  /** Any other address shows the list under a notice, with the status that is true. */
  app.setNotFoundHandler((request, reply) => {
    if (isForPeople(request)) return sendPage(reply, page, 404)
    throw new NotFoundError('No existe esa dirección')
  })
}

export function sendPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').headers(pageHeaders).send(page)
}

/** Whether a person waits for a page, and not a program for JSON. */
export function isForPeople({ method, url }: FastifyRequest): boolean {
  return (
    ['GET', 'HEAD'].includes(method) &&
    ![apiPath, assetsPath, photoPath(''), terminalPath].some((path) => url.startsWith(path))
  )
}

/** @throws MachineError where the pages are not built */
export async function readPage(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, 'index.html'), 'utf8')
  } catch (error) {
    throw new MachineError('Las páginas no están construidas: ejecute npm run build', error)
  }
}
