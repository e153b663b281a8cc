/**
 * Serves the photos, also small ones for gates. Only staff may see a photo that no stored pilot has. Lets admins upload a
 * ZIP of pictures, see what would happen, and make photos of them.
 */
import { Readable } from 'node:stream'
import * as Type from 'typebox'
import { MalformedError, TooLargeError } from '#domain/errors'
import { maxZipBytes, zipTooLarge } from '#domain/import/pictures'
import { noPhoto } from '#domain/pilot/pilot'
import { photoPath, picturesPath } from '#domain/web/addresses'
import { pictureImport, pictureOrder, picturePreview } from '#domain/web/file-schemas'
import { bytes, dataOf, empty, file, optionQuery, text } from '#domain/web/schema-parts'
import { SmallPhotos } from '../actions/picture-work.ts'
import { type PictureImport, PictureImports, type PicturePreview } from '../pictures/picture-imports.ts'
import { answers } from './route-schemas.ts'
import { onErasure, type Routes } from './services.ts'
import { slowUploads } from './slow-uploads.ts'

/** The most listed names of each kind. */
const maxListed = 500

const params = Type.Object({ job: text('The identifier of the import.') })

const ofPhoto = {
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

export const pictures: Routes = async (app, { stores, guard, pictureWork, uploadPlace }) => {
  const imports = new PictureImports(stores, uploadPlace, pictureWork)
  onErasure(app, stores, () => imports.clear())
  app.addHook('onClose', () => imports.close())
  app.addContentTypeParser('application/zip', (_request, body, done) => done(null, body))

  const toCreate = {
    summary: 'Takes a ZIP of pictures, of at most 4 GB, and says what its import would do.',
    description:
      "A picture belongs to the pilot whose DNI, licence number or pilot's number is its name, or with whose DNI its " +
      'name begins. A name that can mean several pilots means none. The ZIP is removed half an hour after the last ' +
      'call, and when the server stops. 429 if there are three uploads already.',
    consumes: ['application/zip'],
    body: bytes('The bytes of the ZIP.'),
    response: answers({ 201: dataOf(picturePreview) }),
  }
  app.post(picturesPath(), { schema: toCreate, bodyLimit: maxZipBytes }, async (request, reply) => {
    const { body, headers } = request
    if (!(body instanceof Readable)) throw new MalformedError('El ZIP va como application/zip')
    if (Number(headers['content-length']) > maxZipBytes) throw new TooLargeError(zipTooLarge)
    const preview = await slowUploads.during(request, reply, (leaving) => imports.create(body, leaving))
    return reply.code(201).send({ data: [describePreview(preview)] })
  })

  const ofJob = {
    summary: 'Answers with the progress.',
    params,
    response: answers({ 200: dataOf(pictureImport) }),
  }
  app.get(picturesPath(':job'), { schema: ofJob }, async ({ params }) => ({
    data: [describe(imports.get(params.job))],
  }))

  /** Answers at once; the answers of GET have the progress. */
  const toStart = {
    summary: 'Begins to make photos of the pictures. All are stored in one change, at the end.',
    params,
    body: pictureOrder,
    response: answers({ 202: dataOf(pictureImport) }),
  }
  app.post(picturesPath(':job'), { schema: toStart }, async (request, reply) => {
    const { job } = request.params
    imports.start(job, { by: guard.authorOf(request), keepsPhotos: !request.body.replace })
    return reply.code(202).send({ data: [describe(imports.get(job))] })
  })

  const toCancel = {
    summary: 'Cancels an import, and removes the ZIP.',
    params,
    response: answers({ 204: empty }),
  }
  app.delete(picturesPath(':job'), { schema: toCancel }, async ({ params }, reply) => {
    await imports.cancel(params.job)
    return reply.code(204).send()
  })

  const smallPhotos = new SmallPhotos(stores.photos, pictureWork)
  onErasure(app, stores, async () => smallPhotos.clear())

  app.get(photoPath(':name'), { schema: ofPhoto }, async (request, reply) => {
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

function describePreview({ id, fresh, replacing, unmatched, unreadable }: PicturePreview & { id: string }) {
  return {
    job: id,
    fresh,
    replacing,
    unmatched_total: unmatched.length,
    unmatched: unmatched.slice(0, maxListed),
    unreadable_total: unreadable.length,
    unreadable: unreadable.slice(0, maxListed),
  }
}

function describe({ id, done, total, report }: PictureImport) {
  return {
    job: id,
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
