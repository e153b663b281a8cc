/** Serves the photos, also small ones for gates. Only staff may see a photo that no stored pilot has. */

import * as Type from 'typebox'
import { noPhoto } from '#domain/pilot/pilot'
import { photoPath } from '#domain/web/addresses'
import { optionQuery, text } from '#domain/web/schema-parts'
import { SmallPhotos } from '../actions/picture-work.ts'
import { answers, file } from './route-schemas.ts'
import type { Routes } from './services.ts'

const schema = {
  summary: 'Sends the photo of a stored pilot and, for staff, also of removed pilots.',
  params: Type.Object({ name: text('The `attachment` of a record.') }),
  querystring: Type.Object({
    size: optionQuery(
      'size',
      ['small'],
      '`small` for a WebP of at most 96 pixels and 4 KB, which a browser may keep for ever.',
    ),
  }),
  response: answers({ 200: file(['image/jpeg', 'image/webp']) }),
}

export const files: Routes = async (app, { stores, guard, pictureWork }) => {
  const smallPhotos = new SmallPhotos(stores.photos, pictureWork)

  app.get(photoPath(':name'), { schema }, async (request, reply) => {
    const { name } = request.params
    const isSmall = request.query.size === 'small'
    const [photo, isVisible] = await Promise.all([
      isSmall ? smallPhotos.read(name) : stores.photos.read(name),
      guard.isStaff(request) || stores.pilots.namesPhoto(name),
    ])
    if (!isVisible) throw noPhoto()
    // The cache of the browser would keep the photos of a gate after the sign-out: `GateDatabase` is their only copy.
    return reply.type(isSmall ? 'image/webp' : 'image/jpeg').send(photo)
  })
}
