/** Reads the multipart form that the client sends: text fields and the photo. */
import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { InvalidError, MalformedError, PilotosError, TooLargeError, UnsupportedError } from '#domain/errors'
import { isPhotoName, maxPhotoBytes, photoInvalid } from '#domain/pilot/photo'
import { checkDraft, type PhotoName, type PilotDraft } from '#domain/pilot/pilot'
import { isObject, parseJson } from '#domain/text/json'
import { requested } from '#domain/web/schemas'
import { bytes } from './bodies.ts'

/** The limits of a form, well over the longest pilot. Exceeding one is an error and never truncates a text. */
export const formLimits = { fileSize: maxPhotoBytes, files: 1, fields: 8, fieldSize: 256 * 1024, parts: 9 }

const part = Type.Optional(Type.String({ maxLength: formLimits.fieldSize }))

/** The parts of the form, as they are sent. Any others are dropped. */
export const formParts = requested('El formulario va como multipart/form-data', {
  /** The values of the fields, as JSON. */
  data_driver: Type.String({ maxLength: formLimits.fieldSize, message: 'Falta la parte data_driver' }),
  /** The identifier of the pilot that the form edits. Without it, the form registers a pilot. */
  id_driver: part,
  /** The pilot's record when the edit began, as JSON. */
  base: part,
  /** `1` removes the photo, unless the form sends another. */
  remove_img: part,
  /** The photo, if one was chosen. Browsers send an empty file otherwise. */
  _img: Type.Optional(bytes),
})

type FormParts = Type.Static<typeof formParts>

export interface PilotForm {
  data: Record<string, unknown>
  base?: PilotDraft & { photo: PhotoName | null }
}

/** Parses the JSON of the parts. @throws MalformedError */
export function parseForm({ data_driver, base }: FormParts): PilotForm {
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
export async function readFormParts(request: FastifyRequest): Promise<void> {
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
