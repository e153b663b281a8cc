/** Reads the forms that browsers send as multipart/form-data, with a picture or another file. */
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type * as Type from 'typebox'
import { InvalidError, MalformedError, PilotosError, TooLargeError, UnsupportedError } from '#domain/errors'
import { photoInvalid } from '#domain/pilots/pilot'

/**
 * Reads the multipart body before it is checked against its schema `known`. Other parts are dropped.
 * @throws UnsupportedError, MalformedError, TooLargeError, InvalidError if `_img` is not a file
 */
export async function readFormParts(request: FastifyRequest, known: Type.TObject): Promise<void> {
  if (!request.isMultipart()) throw new UnsupportedError('El formulario va como multipart/form-data')
  const { texts, picture } = await readParts(request)
  const named = [...texts].filter(([name]) => name in known.properties)
  request.body = { ...Object.fromEntries(named), _img: picture }
}

/**
 * Takes the parts of a form one after the other.
 *
 * @throws MalformedError if the form ends too early, also since its page has left: that is no failure of the kiosk
 */
export async function takeParts(
  request: FastifyRequest,
  take: (part: Multipart) => Promise<void>,
): Promise<void> {
  try {
    for await (const part of request.parts()) await take(part)
  } catch (error) {
    if (error instanceof PilotosError || isFastifyError(error)) throw error
    throw new MalformedError('El formulario llegó incompleto: envíelo otra vez')
  }
}

async function readParts(request: FastifyRequest): Promise<{ texts: Map<string, string>; picture?: Buffer }> {
  const texts = new Map<string, string>()
  let picture: Buffer | undefined
  await takeParts(request, async (part) => {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      if (part.fieldname === '_img' && bytes.length > 0) picture = bytes
    } else {
      if (part.valueTruncated || part.fieldnameTruncated) {
        throw new TooLargeError('El formulario es demasiado largo')
      }
      if (texts.has(part.fieldname)) throw new MalformedError(`La parte ${part.fieldname} viene dos veces`)
      texts.set(part.fieldname, String(part.value))
    }
  })
  if (texts.get('_img')) throw new InvalidError({ _img: photoInvalid })
  return { texts, picture }
}

function isFastifyError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')
}
