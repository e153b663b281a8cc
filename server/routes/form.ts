/** Reads the multipart form that the client sends: text fields and the photo. */
import type { FastifyRequest } from 'fastify'
import { InvalidError, MalformedError, PilotosError, TooLargeError, UnsupportedError } from '#domain/errors'
import { isPhotoName, maxPhotoBytes, photoInvalid } from '#domain/pilot/photo'
import { checkDraft, type PhotoName, type PilotDraft } from '#domain/pilot/pilot'
import { isObject } from '#domain/text/json'

/** The limits of a form, well over the longest pilot. Exceeding one is an error and never truncates a text. */
export const formLimits = { fileSize: maxPhotoBytes, files: 1, fields: 8, fieldSize: 256 * 1024, parts: 9 }

export interface PilotForm {
  /** The parsed `data_driver`. */
  data: Record<string, unknown>
  /** `id_driver`, if the form edits a pilot. */
  id?: string
  /** `base`: the pilot's record when the edit began. */
  base?: PilotDraft & { photo: PhotoName | null }
  /** `_img`, if a photo was chosen. Browsers send an empty file otherwise. */
  picture?: Buffer
  /** `remove_img`: the edit removes the photo unless it sends another. */
  removesPhoto: boolean
}

/** @throws UnsupportedError, MalformedError, TooLargeError, InvalidError if `_img` is not a file */
export async function readPilotForm(request: FastifyRequest): Promise<PilotForm> {
  if (!request.isMultipart()) throw new UnsupportedError('Los datos del piloto van como multipart/form-data')
  const { texts, picture } = await readParts(request)
  const given = texts.get('data_driver')
  if (given === undefined) throw new MalformedError('Falta la parte data_driver')
  return {
    data: parseObject(given, 'data_driver'),
    id: texts.get('id_driver'),
    base: readBase(texts.get('base')),
    picture,
    removesPhoto: texts.get('remove_img') === '1',
  }
}

/** Reads the `attachment` and `data_driver` of a record. */
function readBase(text: string | undefined): PilotForm['base'] {
  if (text === undefined) return undefined
  const { attachment, data_driver } = parseObject(text, 'base')
  const { draft } = checkDraft(parseObject(String(data_driver), 'base'))
  if (!draft) throw new MalformedError('base no es un piloto')
  return { ...draft, photo: isPhotoName(attachment) ? attachment : null }
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
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    data = undefined
  }
  if (!isObject(data)) throw new MalformedError(`${part} no es un objeto JSON`)
  return data
}

function isFastifyError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')
}
