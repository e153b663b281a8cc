/** Stores the submitted form (specification, section 7): a new pilot, or a change of one. */
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync } from 'fastify'
import { type PhotoName, type PilotDraft, parseDraft } from '#domain/pilot/pilot'
import { toRecord } from '#domain/web/wire'
import type { Guard } from '../access/guard.ts'
import { withSavedPhoto } from '../actions/photos.ts'
import { preparePhoto } from '../actions/prepare-photo.ts'
import type { Stores } from '../store/contract/stores.ts'
import { requireId } from './credentials.ts'
import { formLimits, readPilotForm } from './form.ts'

/** A separate plugin: the multipart hooks would delay every other route of their plugin by a turn of the event loop. */
export const submissions: FastifyPluginAsync<{ stores: Stores; guard: Guard }> = async (
  app,
  { stores, guard },
) => {
  await app.register(multipart, { limits: formLimits })

  app.post('/', { onRequest: guard.staffOnly }, async (request, reply) => {
    const by = guard.authorOf(request)
    const form = await readPilotForm(request)
    if (form.id === undefined) {
      const pilot = await withPhoto(form.data, form.picture, (draft, photo) =>
        stores.pilots.register(draft, photo, by),
      )
      return reply.code(201).send({ data: [toRecord(pilot)] })
    }
    const { id } = await stores.pilots.get(requireId(form.id))
    const pilot = await withPhoto(form.data, form.picture, (draft, photo) =>
      stores.pilots.update(id, draft, {
        photo: photo ?? (form.removesPhoto ? null : undefined),
        base: form.base,
        by,
      }),
    )
    return { data: [toRecord(pilot)] }
  })

  async function withPhoto<Result>(
    data: Record<string, unknown>,
    picture: Buffer | undefined,
    store: (draft: PilotDraft, photo?: PhotoName) => Promise<Result>,
  ): Promise<Result> {
    const draft = parseDraft(data)
    if (!picture) return store(draft)
    return withSavedPhoto(stores.photos, await preparePhoto(picture), (photo) => store(draft, photo))
  }
}
