/** Lets admins upload a ZIP of pictures, see what would happen, and make photos of them. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as Type from 'typebox'
import { picturesPath } from '#domain/web/addresses'
import { zipChunkBytes } from '#domain/web/pictures'
import { integer, one, pictureImport, pictureOrder, picturePreview, pictureUpload } from '#domain/web/schemas'
import type { Guard } from '../access/guard.ts'
import type { PictureWork } from '../actions/picture-work.ts'
import { type PictureImport, PictureImports, type UploadPlace } from '../pictures/picture-imports.ts'
import type { Stores } from '../store/contract/stores.ts'
import { answers, empty } from './answers.ts'
import { bytes } from './bodies.ts'

interface PictureRouteOptions {
  stores: Stores
  guard: Guard
  pictureWork: PictureWork
  /** The place of uploaded files. */
  uploadPlace: UploadPlace
}

/** The most listed names of each kind. */
const maxListed = 500

const params = Type.Object({ job: Type.String() })

export const pictures: FastifyPluginAsyncTypebox<PictureRouteOptions> = async (
  app,
  { stores, guard, pictureWork, uploadPlace },
) => {
  const imports = new PictureImports(stores, uploadPlace, pictureWork)
  app.addHook('onClose', () => imports.close())
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )

  const toCreate = { body: pictureUpload, response: answers({ 201: one(pictureImport) }) }
  app.post(picturesPath(), { schema: toCreate }, async (request, reply) => {
    const job = await imports.create(request.body.size)
    return reply.code(201).send({ data: [describe(job)] })
  })

  const ofChunk = {
    params,
    querystring: Type.Object({ offset: integer('offset', 0) }),
    body: bytes,
    response: answers({ 200: one(pictureImport) }),
  }
  app.put(
    picturesPath(':job'),
    { schema: ofChunk, bodyLimit: zipChunkBytes },
    async ({ params: { job }, query: { offset = 0 }, body }) => {
      await imports.write(job, offset, body instanceof Uint8Array ? body : new Uint8Array())
      return { data: [describe(imports.get(job))] }
    },
  )

  const ofJob = { params, response: answers({ 200: one(pictureImport) }) }
  app.get(picturesPath(':job'), { schema: ofJob }, async ({ params }) => ({
    data: [describe(imports.get(params.job))],
  }))

  const ofPreview = { params, response: answers({ 200: one(picturePreview) }) }
  app.get(picturesPath(':job', 'preview'), { schema: ofPreview }, async ({ params }) => {
    const { fresh, replacing, unmatched, unreadable } = await imports.preview(params.job)
    const preview = {
      fresh,
      replacing,
      unmatched_total: unmatched.length,
      unmatched: unmatched.slice(0, maxListed),
      unreadable_total: unreadable.length,
      unreadable: unreadable.slice(0, maxListed),
    }
    return { data: [preview] }
  })

  /** Answers at once; the answers of GET have the progress. */
  const toStart = { params, body: pictureOrder, response: answers({ 202: one(pictureImport) }) }
  app.post(picturesPath(':job'), { schema: toStart }, async (request, reply) => {
    const { job } = request.params
    imports.start(job, { by: guard.authorOf(request), keepsPhotos: !request.body.replace })
    return reply.code(202).send({ data: [describe(imports.get(job))] })
  })

  const toCancel = { params, response: answers({ 204: empty }) }
  app.delete(picturesPath(':job'), { schema: toCancel }, async ({ params }, reply) => {
    await imports.cancel(params.job)
    return reply.code(204).send()
  })
}

function describe({ id, size, received, done, total, report }: PictureImport) {
  return {
    job: id,
    size,
    received,
    done,
    total,
    report: report
      ? {
          photos: report.photos,
          kept: report.kept,
          problems_total: report.problems.length,
          problems: report.problems.slice(0, maxListed),
        }
      : null,
  }
}
