/** Serves the photos. Only staff may see a photo that no stored pilot has. */
import type { FastifyPluginAsync } from 'fastify'
import { photoPath } from '#domain/web/addresses'
import type { Guard } from '../access/guard.ts'
import type { Stores } from '../store/contract/stores.ts'
import { noPhoto } from '../store/photo-names.ts'

export const files: FastifyPluginAsync<{ stores: Stores; guard: Guard }> = async (app, { stores, guard }) => {
  app.get<{ Params: { name: string } }>(photoPath(':name'), async (request, reply) => {
    const { name } = request.params
    const [photo, isVisible] = await Promise.all([
      stores.photos.read(name),
      guard.isStaff(request) || stores.pilots.namesPhoto(name),
    ])
    if (!isVisible) throw noPhoto()
    return reply.type('image/jpeg').send(photo)
  })
}
