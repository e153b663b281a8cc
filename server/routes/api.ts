/** The address of the specification, section 7: lists the pilots, answers with one or a QR, and stores the submitted form. */
import { hostname } from 'node:os'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { authorAt } from '#domain/author'
import { InvalidError, MalformedError, PilotosError, TooLargeError, UnsupportedError } from '#domain/errors'
import { toListQuery } from '#domain/list-query'
import type { GivenConsent } from '#domain/pilot/consent'
import { readGivenConsent } from '#domain/pilot/decisions'
import {
  checkDraft,
  isMinor,
  isPhotoName,
  maxPhotoBytes,
  type PhotoName,
  type PilotDraft,
  parseDraft,
  photoInvalid,
} from '#domain/pilot/pilot'
import { today } from '#domain/text/date'
import { isObject, parseJson } from '#domain/text/text'
import { apiPath } from '#domain/web/addresses'
import { listQuery, pilotRecord } from '#domain/web/pilot-schemas'
import { answered, bytes, dataOf, file, integer, onceQuery, requested, text } from '#domain/web/schema-parts'
import { withSavedPhoto } from '../actions/photos.ts'
import { eventFilter } from '../actions/select.ts'
import { qrQuery, requireId } from './credentials.ts'
import { answers } from './route-schemas.ts'
import { onErasure, type Routes } from './services.ts'

/** One pilot, or the list with the number of all that it finds. */
const pilots = answered({
  data: Type.Array(pilotRecord),
  total: Type.Optional(
    integer('The number of pilots that the list finds on all pages. One pilot has no `total`.'),
  ),
  total_capped: Type.Optional(
    Type.Literal(true, {
      description:
        'Present if the list finds more than `total` pilots, because the server stopped counting at `max_total`. A ' +
        'server on a folder always counts all.',
    }),
  ),
  approximate: Type.Optional(
    Type.Literal(true, {
      description:
        'Present if no pilot fits `search` exactly, and these fit it with one wrong, missing, extra or swapped ' +
        'letter in a word.',
    }),
  ),
})

const reading = {
  summary: 'Answers with the list, one pilot or a QR. One of `list` and `qr` is required.',
  description:
    '`?list=all` is for staff: the newest registration first. With `search`, and without `sort` and `order`, the pilots ' +
    'that fit best come first: the pilot with this number, then those with this DNI, licence or other code, then ' +
    'those whose first name or surname it is, then those in which a word starts with it, then the rest.\n\n' +
    '`?list={id}` is for everybody: 404 if no pilot has the identifier, and 410 if it was revoked; only staff then ' +
    'learn the identifier that its pilot has now (`next`). Both codes of a pilot whom two desks registered answer with ' +
    'the pilot. After 20 wrong identifiers from one address, further 404 answers are delayed, or replaced by 429.\n\n' +
    '`?qr={address}` is for everybody. The address must be that of an existing credential of this server: otherwise ' +
    'the answer is 400, or 410 if the credential was revoked. The QR always contains the public address of the server.',
  querystring: Type.Object({
    list: onceQuery('list', '`all`, or the identifier of one pilot.'),
    ...listQuery.properties,
    ...qrQuery.properties,
  }),
  response: answers({
    200: file(['image/png', 'image/svg+xml'], pilots),
  }),
}

type Query = Type.Static<typeof reading.querystring>

/** The limits of a form, well over the longest pilot. Exceeding one is an error and never truncates a text. */
const formLimits = { fileSize: maxPhotoBytes, files: 1, fields: 8, fieldSize: 256 * 1024, parts: 9 }

const part = (description: string) => Type.Optional(text(description, { maxLength: formLimits.fieldSize }))

/** The parts of the form, as they are sent. Any others are dropped. */
const formParts = requested('El formulario va como multipart/form-data', {
  data_driver: text('The values of the fields, as JSON.', {
    maxLength: formLimits.fieldSize,
    message: 'Falta la parte data_driver',
  }),
  id_driver: part('The identifier of the pilot to change. Without it, the form registers a pilot.'),
  base: part(
    'The record of the pilot before the edit, as JSON. If the pilot has changed since, the answer is 409.',
  ),
  consent: part(
    'The consent to the use of the data, as JSON: `{"version": 2}` with the version of the text that was accepted and, ' +
      'for a rider under 18, the name of the adult who accepted as `guardian`. `null` withdraws it. Without it, the ' +
      'consent stays. The server adds the time and the author.',
  ),
  remove_img: part('`1` removes the photo, unless `_img` has a new photo.'),
  keep_entries: part(
    '`1` leaves the entries in the open event as they are. Without it, an entry with the number, the modalidad or the ' +
      'transponder that the pilot had gets the new one; 409 if another rider has the number.',
  ),
  /** Browsers send an empty file if no photo was chosen. */
  _img: Type.Optional(
    bytes('The photo: JPEG, PNG or WebP, of at most 10 MB. Without it the stored photo stays.'),
  ),
})

const submitting = {
  summary: 'Registers a pilot (201), or changes a pilot (200) if the form has an `id_driver`.',
  consumes: ['multipart/form-data'],
  body: formParts,
  response: answers({ 200: dataOf(pilotRecord), 201: dataOf(pilotRecord) }),
}

export const api: Routes = async (app, services) => {
  const { stores, guard, credentials, qrs, events, validity, consentText, pictureWork } = services
  onErasure(app, stores, async () => qrs.clear())
  app.get(apiPath, { schema: reading }, async (request, reply) => {
    const { list, qr } = request.query
    if (qr !== undefined) return qrs.answer(request, reply, request.query)
    if (list === undefined) throw new MalformedError('Falta list o qr en la dirección')
    return list === 'all' ? listPilots(request, request.query) : credentials.answer(request, list)
  })

  async function listPilots(request: FastifyRequest, query: Query) {
    guard.requireRole(request, 'mesa')
    const ofEvent = await eventFilter(stores, events, query)
    const page = await stores.pilots.list({ ...toListQuery(query, validity.basis), ...ofEvent })
    return {
      data: page.pilots.map((pilot) => validity.record(pilot)),
      total: page.total,
      total_capped: page.isTotalCapped || undefined,
      approximate: page.isApproximate,
    }
  }

  await app.register(multipart, { limits: formLimits })

  app.post(apiPath, { schema: submitting, preValidation: readFormParts }, async (request, reply) => {
    const by = guard.authorOf(request)
    const { id_driver, remove_img, keep_entries: keeps, _img } = request.body
    const { data, base } = parseForm(request.body)
    const consent = consentIn(request.body, data, by)
    if (id_driver === undefined) {
      const pilot = await withPhoto(data, _img, (draft, photo) =>
        stores.pilots.register(draft, photo, by, consent),
      )
      return reply.code(201).send({ data: [validity.record(pilot)] })
    }
    const { id } = await stores.pilots.get(requireId(id_driver))
    const noPicture = remove_img === '1' ? null : undefined
    const event = keeps === '1' ? undefined : events.open
    const pilot = await events.whileOpen(() =>
      withPhoto(data, _img, (draft, photo) =>
        stores.pilots.update(id, draft, { photo: photo ?? noPicture, base, by, consent, event }),
      ),
    )
    return { data: [validity.record(pilot)] }
  })

  /** Reads the consent of a form, whose author is named so that another desk understands it. */
  function consentIn(
    { consent }: FormParts,
    data: Record<string, unknown>,
    by: string,
  ): GivenConsent | null | undefined {
    if (consent === undefined) return undefined
    return readGivenConsent(parseJson(consent), {
      current: consentText.current,
      isMinor: isMinor(parseDraft(data), today()),
      by: authorAt(hostname(), by),
    })
  }

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

type FormParts = Type.Static<typeof formParts>

interface PilotForm {
  data: Record<string, unknown>
  base?: PilotDraft & { photo: PhotoName | null }
}

/** Parses the JSON of the parts. @throws MalformedError */
function parseForm({ data_driver, base }: FormParts): PilotForm {
  return { data: parseObject(data_driver, 'data_driver'), base: parseBase(base) }
}

/** Reads the `attachment` and `data_driver` of a record. */
function parseBase(text: string | undefined): PilotForm['base'] {
  if (text === undefined) return undefined
  const { attachment, data_driver } = parseObject(text, 'base')
  const { draft } = checkDraft(parseObject(String(data_driver), 'base'))
  if (!draft) throw new MalformedError('base no es un piloto')
  return { ...draft, photo: isPhotoName(attachment) ? attachment : null }
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
