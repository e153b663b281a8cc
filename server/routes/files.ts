/** The photos, by the names that the records give. */
import type { FastifyPluginAsync } from 'fastify'
import { photoPath } from '#domain/addresses'
import type { PhotoStore } from '../store/photo-store.ts'

export const files: FastifyPluginAsync<{ photos: PhotoStore }> = async (app, { photos }) => {
  app.get<{ Params: { name: string } }>(photoPath(':name'), async ({ params }, reply) => {
    const photo = await photos.read(params.name)
    return reply.type('image/jpeg').send(photo)
  })
}
