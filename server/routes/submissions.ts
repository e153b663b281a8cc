/** Stores the submitted form (specification, section 7): a new pilot, or a change of one. */
import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type PhotoName, type PilotDraft, parseDraft } from '#domain/pilot/pilot'
import { one, pilotRecord } from '#domain/web/schemas'
import type { Guard } from '../access/guard.ts'
import { withSavedPhoto } from '../actions/photos.ts'
import type { PictureWork } from '../actions/picture-work.ts'
import type { Validity } from '../actions/validity.ts'
import type { Stores } from '../store/contract/stores.ts'
import { answers } from './answers.ts'
import { requireId } from './credentials.ts'
import { formLimits, formParts, parseForm, readFormParts } from './form.ts'

const schema = {
  body: formParts,
  response: answers({ 200: one(pilotRecord), 201: one(pilotRecord) }),
}

interface SubmissionOptions {
  stores: Stores
  guard: Guard
  pictureWork: PictureWork
  validity: Validity
}

export const submissions: FastifyPluginAsyncTypebox<SubmissionOptions> = async (
  app,
  { stores, guard, pictureWork, validity },
) => {
  await app.register(multipart, { limits: formLimits })

  app.post('/', { schema, preValidation: readFormParts }, async (request, reply) => {
    const by = guard.authorOf(request)
    const { id_driver, remove_img, _img } = request.body
    const { data, base } = parseForm(request.body)
    if (id_driver === undefined) {
      const pilot = await withPhoto(data, _img, (draft, photo) => stores.pilots.register(draft, photo, by))
      return reply.code(201).send({ data: [validity.record(pilot)] })
    }
    const { id } = await stores.pilots.get(requireId(id_driver))
    const noPicture = remove_img === '1' ? null : undefined
    const pilot = await withPhoto(data, _img, (draft, photo) =>
      stores.pilots.update(id, draft, { photo: photo ?? noPicture, base, by }),
    )
    return { data: [validity.record(pilot)] }
  })

  async function withPhoto<Result>(
    data: Record<string, unknown>,
    picture: Buffer | null | undefined,
    store: (draft: PilotDraft, photo?: PhotoName) => Promise<Result>,
  ): Promise<Result> {
    const draft = parseDraft(data)
    if (!picture) return store(draft)
    const jpeg = await pictureWork.preparePhoto(picture)
    return withSavedPhoto(stores.photos, jpeg, (photo) => store(draft, photo))
  }
}
