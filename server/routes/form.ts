/** Reads the multipart form that the client sends: fields as texts, and the photo. */
import type { FastifyRequest } from 'fastify'
import { InvalidError, MalformedError, PilotosError, TooLargeError, UnsupportedError } from '#domain/errors'
import { isObject } from '#domain/json'
import { maxPhotoBytes, photoInvalid } from '#domain/photo'

/** Well over the longest pilot: a limit that is reached is an error, never a text cut short. */
export const formLimits = { fileSize: maxPhotoBytes, files: 1, fields: 8, fieldSize: 256 * 1024, parts: 9 }

export interface PilotForm {
  /** The parsed `data_driver`. */
  data: Record<string, unknown>
  /** `id_driver`, of an edit. */
  id?: string
  /** `_img`, where one was chosen: an unchosen file arrives as an empty one. */
  picture?: Buffer
  /** `remove_img`: an edit that leaves the pilot without a photo, where no other is sent. */
  removesPhoto: boolean
}

/** @throws UnsupportedError, MalformedError, TooLargeError, InvalidError where `_img` is no file */
export async function readPilotForm(request: FastifyRequest): Promise<PilotForm> {
  if (!request.isMultipart()) throw new UnsupportedError('Los datos del piloto van como multipart/form-data')
  const { texts, picture } = await readParts(request)
  const given = texts.get('data_driver')
  if (given === undefined) throw new MalformedError('Falta la parte data_driver')
  return {
    data: parseData(given),
    id: texts.get('id_driver'),
    picture,
    removesPhoto: texts.get('remove_img') === '1',
  }
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

function parseData(text: string): Record<string, unknown> {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    data = undefined
  }
  if (!isObject(data)) throw new MalformedError('data_driver no es un objeto JSON')
  return data
}

function isFastifyError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')
}
