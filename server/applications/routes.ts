/**
 * Takes the applications of riders, whose phones need no account. Nothing is looked up when one arrives, so that a phone
 * cannot tell whom the desk knows.
 */
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { approvalPath } from '#domain/api/addresses'
import {
  type Application,
  approvedPilot,
  isApplicationId,
  type Language,
  languages,
  maxApplicationText,
  type NewApplication,
  readSigned,
  turnText,
} from '#domain/applications/application'
import { type ApplicationForm, type ApplicationStatus, applicationParts } from '#domain/applications/calls'
import { askedDefinitions, isPrivateField } from '#domain/applications/private-fields'
import { InvalidError, MalformedError } from '#domain/errors'
import { readGivenConsent } from '#domain/pilots/decisions'
import { settled } from '#domain/pilots/documents/typed-document'
import type { FieldName } from '#domain/pilots/fields'
import { fieldTable } from '#domain/pilots/own/field-table'
import { checkStoredDraft, isMinor, maxPhotoBytes, type StoredDraft } from '#domain/pilots/pilot'
import { type PilotId, qrPixels } from '#domain/pilots/pilot-id'
import { today } from '#domain/text/date'
import { isObject, parseJson } from '#domain/text/text'
import { isOverHttps } from '../http/cookies.ts'
import { readFormParts } from '../http/form-parts.ts'
import { type Routes, serve } from '../http/serve.ts'
import { qrSvg } from '../qr/qr.ts'
import { withSavedPhoto } from '../store/shared/stores.ts'

interface Needs {
  waiver: { current?: NonNullable<ApplicationForm['waiver']> }
  cardPictures: { send(reply: FastifyReply, code: PilotId): Promise<FastifyReply> }
  pictureWork: { preparePhoto(picture: Uint8Array): Promise<Buffer> }
}

export const applications: Routes<Needs> = async (app, needs) => {
  const { stores, queue, address, events, fields: known, consentText } = needs
  const { waiver, reception, cardPictures, pictureWork } = needs
  await app.register(multipart, {
    limits: { fileSize: maxPhotoBytes, files: 1, fields: 3, fieldSize: maxApplicationText, parts: 4 },
  })

  serve(app, 'GET /api/applications/form', async (request) => {
    reception.requireOpen(request.query.code)
    const { open } = events
    const asksPrivate = isOverHttps(request)
    const categories = open.categories.map(({ id, name, modalidad }) => ({ id, name, modalidad }))
    return {
      data: [
        {
          event: open.name,
          asks_private: asksPrivate,
          secure_url: address.secureUrl() ?? null,
          ...{ consent: consentText.current, waiver: waiver.current ?? null },
          categories,
          fields: askedDefinitions(known.table.definitions, asksPrivate),
          ...(open.country && { country: open.country }),
        },
      ],
    }
  })

  serve(
    app,
    'POST /api/applications',
    async (request) => {
      const { id, code, application, _img } = request.body
      reception.requireOpen(code)
      if (!isApplicationId(id)) throw new MalformedError('id son 22 letras, números, - y _')
      const given = readApplication(application, { id, request })
      await queue.requireRoom(given)
      const submit = (photo: NewApplication['photo']) => queue.submit({ ...given, photo })
      const stored = _img
        ? withSavedPhoto(stores.photos, await pictureWork.preparePhoto(_img), submit)
        : submit(null)
      return { data: [statusOf(await stored, waiver.current)] }
    },
    { preValidation: (request) => readFormParts(request, applicationParts) },
  )

  serve(app, 'GET /api/applications/:id/status', async ({ params }) => ({
    data: [statusOf(await queue.get(params.id), waiver.current)],
  }))

  serve(app, 'GET /api/applications/:id/card.png', async ({ params }, reply) =>
    cardPictures.send(reply, approvedPilot(await queue.get(params.id))),
  )

  serve(app, 'GET /api/applications/:id/qr.svg', async ({ params }, reply) => {
    const { turn } = await queue.get(params.id)
    return reply
      .type('image/svg+xml')
      .send(qrSvg(`${address.url()}${approvalPath(turnText(turn))}`, qrPixels.usual))
  })

  /** Reads what a phone has sent. @throws MalformedError, InvalidError with a message for each bad field */
  function readApplication(
    text: string,
    { id, request }: { id: string; request: FastifyRequest },
  ): Omit<NewApplication, 'photo'> {
    const sent = parseJson(text)
    if (!isObject(sent) || !isObject(sent.values))
      throw new MalformedError('application no es un objeto JSON')
    const draft = readDraft(sent.values, isOverHttps(request))
    const category = events.open.categories.find((one) => one.id === sent.category)?.id
    const basis = { current: consentText.current, isMinor: isMinor(draft, today()) }
    const consent = sent.consent ? readGivenConsent(sent.consent, basis) : undefined
    const signed = isObject(sent.waiver) ? readSigned(sent.waiver, waiver.current, basis.isMinor) : undefined
    return {
      id,
      device: request.ip,
      draft,
      ...(consent && { consent }),
      ...(signed && { waiver: signed }),
      ...(category !== undefined && { category }),
      language: languageOf(sent.language),
    }
  }

  /** Checks the values by the rules of the form. What it does not ask, as that of health over plain HTTP, is left to the desk. */
  function readDraft(values: Record<string, unknown>, mayBePrivate: boolean): StoredDraft {
    const read = mayBePrivate
      ? values
      : Object.fromEntries(Object.entries(values).filter(([name]) => !isPrivateField(name)))
    const isDeferred = (name: FieldName, value: unknown) => value === undefined && isPrivateField(name)
    const table = fieldTable(askedDefinitions(known.table.definitions, mayBePrivate))
    const { draft, problems } = checkStoredDraft(settled(read), isDeferred, table)
    if (!draft) throw new InvalidError(problems)
    return draft
  }
}

function languageOf(value: unknown): Language {
  return languages.find((one) => one === value) ?? 'es'
}

/** Describes an application to the phone that has sent it. `text` is the waiver that riders sign now, if there is one. */
export function statusOf({ turn, outcome, waiver }: Application, text?: { hash: string }): ApplicationStatus {
  if (!outcome) return { turn, state: 'waiting', ...(text && { signed: waiver?.hash === text.hash }) }
  return 'pilot' in outcome
    ? { turn, state: 'approved', pilot: outcome.pilot }
    : { turn, state: 'refused', refused: outcome.refused }
}
