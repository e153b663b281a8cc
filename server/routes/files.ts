/** Serves the photos. Only staff may see a photo that no stored pilot has. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as Type from 'typebox'
import { photoPath } from '#domain/web/addresses'
import type { Guard } from '../access/guard.ts'
import type { Stores } from '../store/contract/stores.ts'
import { noPhoto } from '../store/photo-names.ts'
import { answers, file } from './answers.ts'

const schema = {
  params: Type.Object({ name: Type.String() }),
  response: answers({ 200: file(['image/jpeg']) }),
}

export const files: FastifyPluginAsyncTypebox<{ stores: Stores; guard: Guard }> = async (
  app,
  { stores, guard },
) => {
  app.get(photoPath(':name'), { schema }, async (request, reply) => {
    const { name } = request.params
    const [photo, isVisible] = await Promise.all([
      stores.photos.read(name),
      guard.isStaff(request) || stores.pilots.namesPhoto(name),
    ])
    if (!isVisible) throw noPhoto()
    return reply.type('image/jpeg').send(photo)
  })
}
