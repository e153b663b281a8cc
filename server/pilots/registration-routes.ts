/** The address of the specification, section 7: lists the pilots, answers with one or a QR, and stores the submitted form. */
import { hostname } from 'node:os'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PartOf } from '#domain/api/calls'
import { InvalidError, MalformedError, PilotosError, TooLargeError, UnsupportedError } from '#domain/errors'
import { formParts, maxFormText } from '#domain/pilots/calls'
import { readGivenConsent } from '#domain/pilots/decisions'
import { askedOf, keptBy } from '#domain/pilots/own/field-table'
import { ownValuesIn } from '#domain/pilots/own/own-name'
import {
  checkStoredDraft,
  isMinor,
  isMissing,
  isPhotoName,
  maxPhotoBytes,
  type PhotoName,
  type PilotDraft,
  parseDraft,
  photoInvalid,
  type StoredDraft,
} from '#domain/pilots/pilot'
import type { PilotRecord } from '#domain/pilots/schemas'
import { toListQuery } from '#domain/pilots/search/list-query'
import type { GivenConsent } from '#domain/privacy/consent'
import { authorAt } from '#domain/staff/roles'
import { today } from '#domain/text/date'
import { isObject, parseJson } from '#domain/text/text'
import type { Guard } from '../http/guard.ts'
import { type Routes, requireId, serve } from '../http/serve.ts'
import type { ConsentTexts, PilotFields, Validity } from '../settings/current-settings.ts'
import type { Events } from '../settings/race-events.ts'
import { eventFilter } from '../store/queries/select.ts'
import { type Stores, withSavedPhoto } from '../store/shared/stores.ts'

type Query = PartOf<'GET /api', 'query'>

/** The limits of a form, well over the longest pilot. Exceeding one is an error and never truncates a text. */
const formLimits = { fileSize: maxPhotoBytes, files: 1, fields: 8, fieldSize: maxFormText, parts: 9 }

interface Needs {
  stores: Stores
  guard: Guard
  events: Events
  validity: Validity
  consentText: ConsentTexts
  fields: Pick<PilotFields, 'table'>
  /** Answers with the pilot of a code. */
  credentials: { answer(request: FastifyRequest, code: string): Promise<{ data: PilotRecord[] }> }
  /** Answers with the QR of a credential. */
  qrs: { answer(request: FastifyRequest, reply: FastifyReply, query: Query): Promise<Buffer> }
  pictureWork: { preparePhoto(picture: Uint8Array): Promise<Buffer> }
}

export const registration: Routes<Needs> = async (app, needs) => {
  const { stores, guard, events, validity, consentText, fields, credentials, qrs, pictureWork } = needs
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
    return {
      data: page.pilots.map((pilot) => validity.record(pilot)),
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
      const { data, base } = parseForm(request.body)
      const stored = id_driver === undefined ? undefined : await stores.pilots.get(requireId(id_driver))
      // A client that knows nothing of a field of one's own leaves its value as it is.
      const draft = parseDraft(data, stored ? keptBy(askedOf(fields.table, stored), stored) : fields.table)
      const consent = consentIn(request.body, draft, by)
      if (!stored) {
        const pilot = await withPhoto(_img, (photo) => stores.pilots.register(draft, photo, by, consent))
        reply.code(201)
        return { data: [validity.record(pilot)] }
      }
      const { id } = stored
      const noPicture = remove_img === '1' ? null : undefined
      const event = keeps === '1' ? undefined : events.open
      const pilot = await events.whileOpen(() =>
        withPhoto(_img, (photo) =>
          stores.pilots.update(id, draft, {
            photo: photo ?? noPicture,
            base,
            by,
            consent,
            event,
            fields: fields.table.definitions,
          }),
        ),
      )
      return { data: [validity.record(pilot)] }
    },
    { preValidation: readFormParts },
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

  async function withPhoto<Result>(
    picture: Buffer | null | undefined,
    store: (photo?: PhotoName) => Promise<Result>,
  ): Promise<Result> {
    if (!picture) return store()
    const jpeg = await pictureWork.preparePhoto(picture)
    return withSavedPhoto(stores.photos, jpeg, store)
  }
}

type FormParts = PartOf<'POST /api', 'body'>

interface PilotForm {
  data: Record<string, unknown>
  base?: StoredDraft & { photo: PhotoName | null }
}

/** Parses the JSON of the parts. @throws MalformedError */
function parseForm({ data_driver, base }: FormParts): PilotForm {
  return { data: parseObject(data_driver, 'data_driver'), base: parseBase(base) }
}

/** Reads the `attachment` and `data_driver` of a record. */
function parseBase(text: string | undefined): PilotForm['base'] {
  if (text === undefined) return undefined
  const { attachment, data_driver } = parseObject(text, 'base')
  const data = parseObject(String(data_driver), 'base')
  const { draft } = checkStoredDraft(data, isMissing)
  if (!draft) throw new MalformedError('base no es un piloto')
  return { ...draft, ...ownValuesIn(data), photo: isPhotoName(attachment) ? attachment : null }
}

/**
 * A `preValidation` hook: reads the multipart body.
 * @throws UnsupportedError, MalformedError, TooLargeError, InvalidError if `_img` is not a file
 */
async function readFormParts(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) throw new UnsupportedError('Los datos del piloto van como multipart/form-data')
  const { texts, picture } = await readParts(request)
  const named = [...texts].filter(([name]) => name in formParts.properties)
  request.body = { ...Object.fromEntries(named), _img: picture }
}

async function readParts(request: FastifyRequest): Promise<{ texts: Map<string, string>; picture?: Buffer }> {
  const texts = new Map<string, string>()
  let picture: Buffer | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer()
        if (part.fieldname === '_img' && bytes.length > 0) picture = bytes
      } else {
        if (part.valueTruncated || part.fieldnameTruncated) {
          throw new TooLargeError('Los datos del piloto son demasiado largos')
        }
        if (texts.has(part.fieldname)) throw new MalformedError(`La parte ${part.fieldname} viene dos veces`)
        texts.set(part.fieldname, String(part.value))
      }
    }
  } catch (error) {
    if (error instanceof PilotosError || isFastifyError(error)) throw error
    throw new MalformedError('El formulario llegó incompleto: envíelo otra vez')
  }
  if (texts.get('_img')) throw new InvalidError({ _img: photoInvalid })
  return { texts, picture }
}

function parseObject(text: string, part: string): Record<string, unknown> {
  const data = parseJson(text)
  if (!isObject(data)) throw new MalformedError(`${part} no es un objeto JSON`)
  return data
}

function isFastifyError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')
}
