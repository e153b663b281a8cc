/**
 * The address of the specification, section 7: lists the pilots, answers with one or a QR, and stores the submitted form.
 * These calls keep that address, since other programs use them; every other call has one of its own.
 */
import { hostname } from 'node:os'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PartOf } from '#domain/api/calls'
import { type Application, signatureOf } from '#domain/applications/application'
import { MalformedError } from '#domain/errors'
import { formParts, maxFormText } from '#domain/pilots/calls'
import { readGivenConsent } from '#domain/pilots/decisions'
import { askedOf, keptBy } from '#domain/pilots/own/field-table'
import {
  isMinor,
  maxPhotoBytes,
  type PhotoName,
  type Pilot,
  type PilotDraft,
  parseDraft,
} from '#domain/pilots/pilot'
import type { PilotRecord } from '#domain/pilots/schemas'
import { toListQuery } from '#domain/pilots/search/list-query'
import type { GivenConsent } from '#domain/privacy/consent'
import { authorAt } from '#domain/staff/roles'
import { today } from '#domain/text/date'
import { isObject, parseJson } from '#domain/text/text'
import { readFormParts } from '../http/form-parts.ts'
import { type Routes, requireId, serve } from '../http/serve.ts'
import { eventFilter } from '../store/queries/select.ts'
import { withSavedPhoto } from '../store/shared/stores.ts'

type Query = PartOf<'GET /api', 'query'>

/** The limits of a form, well over the longest pilot. Exceeding one is an error and never truncates a text. */
const formLimits = { fileSize: maxPhotoBytes, files: 1, fields: 10, fieldSize: maxFormText, parts: 11 }

interface Needs {
  /** Answers with the pilot of a code, and says who races with the numbers of some. */
  credentials: {
    answer(request: FastifyRequest, code: string): Promise<{ data: PilotRecord[] }>
    racersOf(riders: readonly Pilot[]): Promise<(rider: Pilot) => Pick<PilotRecord, 'racer'>>
  }
  /** Answers with the QR of a credential. */
  qrs: { answer(request: FastifyRequest, reply: FastifyReply, query: Query): Promise<Buffer> }
  pictureWork: { preparePhoto(picture: Uint8Array): Promise<Buffer> }
}

type Signature = ReturnType<typeof signatureOf>

export const registration: Routes<Needs> = async (app, needs) => {
  const { stores, guard, events, validity, consentText, fields, credentials, qrs, pictureWork, queue } = needs
  serve(app, 'GET /api', async (request, reply) => {
    const { list, qr } = request.query
    if (qr !== undefined) return qrs.answer(request, reply, request.query)
    if (list === undefined) throw new MalformedError('Falta list o qr en la dirección')
    return list === 'all' ? listPilots(request, request.query) : credentials.answer(request, list)
  })

  async function listPilots(request: FastifyRequest, query: Query) {
    guard.requireRole(request, 'mesa')
    const ofEvent = await eventFilter(stores, events, query)
    const page = await stores.pilots.list({ ...toListQuery(query, validity), ...ofEvent })
    const racerOf = await credentials.racersOf(page.pilots)
    return {
      data: page.pilots.map((pilot) => ({ ...validity.record(pilot), ...racerOf(pilot) })),
      total: page.total,
      total_capped: page.isTotalCapped || undefined,
      approximate: page.isApproximate,
    }
  }

  await app.register(multipart, { limits: formLimits })

  serve(
    app,
    'POST /api',
    async (request, reply) => {
      const by = guard.authorOf(request)
      const { id_driver, remove_img, keep_entries: keeps, _img } = request.body
      const data = parseObject(request.body.data_driver)
      const stored = id_driver === undefined ? undefined : await stores.pilots.get(requireId(id_driver))
      // A client that knows nothing of a field of one's own leaves its value as it is.
      const draft = parseDraft(data, stored ? keptBy(askedOf(fields.table, stored), stored) : fields.table)
      const consent = consentIn(request.body, draft, by)
      const { application, application_version: version, take_img: takes, version: seen } = request.body
      const pilot = await (application ? approveOnce(application) : save())
      return { data: [validity.record(pilot)] }

      /** An application that this order has approved before is decided, so that the order could not find it again. */
      async function approveOnce(id: string): Promise<Pilot> {
        const [done] = (await stores.pilots.ridersOfDone()) ?? []
        if (!stored) reply.code(201)
        return done ?? queue.decide(id, approve, version)
      }

      /** Stores the pilot, with a copy of the photo, as that of the application goes with it. */
      async function approve(given: Application) {
        const { photo } = given
        const jpeg = takes === '1' && photo ? await stores.photos.read(photo) : undefined
        const pilot = await save(jpeg, signatureOf(given, draft, authorAt(hostname(), by) ?? by))
        return { outcome: { pilot: pilot.id }, result: pilot }
      }

      function save(jpeg?: Buffer, waiver?: Signature): Promise<Pilot> {
        return stored ? change(stored, jpeg, waiver) : register(jpeg, waiver)
      }

      function register(jpeg?: Buffer, waiver?: Signature): Promise<Pilot> {
        reply.code(201)
        return withPhoto(_img, jpeg, (photo) =>
          stores.pilots.register(draft, photo, by, consent, application, waiver),
        )
      }

      function change({ id }: Pilot, jpeg?: Buffer, waiver?: Signature): Promise<Pilot> {
        const noPicture = remove_img === '1' ? null : undefined
        const options = { version: seen, by, consent, application, waiver, followsEntries: keeps !== '1' }
        return withPhoto(_img, jpeg, (photo) =>
          stores.pilots.update(id, draft, { ...options, photo: photo ?? noPicture }),
        )
      }
    },
    { preValidation: (request) => readFormParts(request, formParts) },
  )

  /** Reads the consent of a form, whose author is named so that another desk understands it. */
  function consentIn({ consent }: FormParts, draft: PilotDraft, by: string): GivenConsent | null | undefined {
    if (consent === undefined) return undefined
    return readGivenConsent(parseJson(consent), {
      current: consentText.current,
      isMinor: isMinor(draft, today()),
      by: authorAt(hostname(), by),
    })
  }

  /** Stores a picture, or else a photo that is prepared, with the pilot. */
  async function withPhoto<Result>(
    picture: Buffer | null | undefined,
    prepared: Buffer | undefined,
    store: (photo?: PhotoName) => Promise<Result>,
  ): Promise<Result> {
    const jpeg = picture ? await pictureWork.preparePhoto(picture) : prepared
    return jpeg ? withSavedPhoto(stores.photos, jpeg, store) : store()
  }
}

type FormParts = PartOf<'POST /api', 'body'>

/** @throws MalformedError */
function parseObject(text: string): Record<string, unknown> {
  const data = parseJson(text)
  if (!isObject(data)) throw new MalformedError('data_driver no es un objeto JSON')
  return data
}
