/**
 * Serves the photos, also small ones for gates. Only staff may see a photo that no stored pilot has. Lets admins upload a
 * ZIP of pictures, see what would happen, and make photos of them.
 */
import { Readable } from 'node:stream'
import { MalformedError, TooLargeError } from '#domain/errors'
import { maxZipBytes, zipTooLarge } from '#domain/photos/pictures'
import { noPhoto } from '#domain/pilots/pilot'
import { onErasure, type Routes, serve } from '../http/serve.ts'
import { slowUploads } from '../http/transfers.ts'
import { type PictureImport, PictureImports, type PicturePreview } from './picture-imports.ts'
import { type PictureWork, SmallPhotos } from './pictures.ts'

/** The most listed names of each kind. */
const maxListed = 500

export const pictures: Routes<{ pictureWork: PictureWork }> = async (app, parts) => {
  const { stores, guard, pictureWork, uploadPlace } = parts
  const imports = new PictureImports(stores, uploadPlace, pictureWork)
  onErasure(app, stores, () => imports.clear())
  app.addHook('onClose', () => imports.close())
  app.addContentTypeParser('application/zip', (_request, body, done) => done(null, body))

  serve(app, 'POST /api/pictures', async (request, reply) => {
    const { body, headers } = request
    if (!(body instanceof Readable)) throw new MalformedError('El ZIP va como application/zip')
    if (Number(headers['content-length']) > maxZipBytes) throw new TooLargeError(zipTooLarge)
    const preview = await slowUploads.during(request, reply, (leaving) => imports.create(body, leaving))
    return { data: [describePreview(preview)] }
  })

  serve(app, 'GET /api/pictures/:job', async ({ params }) => ({
    data: [describe(imports.get(params.job))],
  }))

  /** Answers at once; the answers of GET have the progress. */
  serve(app, 'POST /api/pictures/:job', async (request) => {
    const { job } = request.params
    imports.start(job, { by: guard.authorOf(request), keepsPhotos: !request.body.replace })
    return { data: [describe(imports.get(job))] }
  })

  serve(app, 'DELETE /api/pictures/:job', async ({ params }) => imports.cancel(params.job))

  const smallPhotos = new SmallPhotos(stores.photos, pictureWork)
  onErasure(app, stores, async () => smallPhotos.clear())

  serve(app, 'GET /files/:name', async (request, reply) => {
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
