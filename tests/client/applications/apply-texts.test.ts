/** Tests of the words of the form on the phone of a rider: the refusals of the kiosk are in the language of the phone. */
import { expect, test } from 'vitest'
import { type Application, requireRoom } from '#domain/applications/application'
import { RevokedError } from '#domain/errors'
import { checkDigitQuestion } from '#domain/pilots/documents/typed-document'
import { photoInvalid, photoTooLarge, photoTooManyPixels, photoTooSlow } from '#domain/pilots/pilot'
import { ApiError } from '../../../client/api/call.ts'
import { inLanguage, refusalText } from '../../../client/applications/apply-texts.ts'

/** Returns the message to a phone that applies while `waiting` applications of `device` wait. */
function refusedFor(device: string, waiting: number): string {
  const applications = Array.from({ length: waiting }, (_, id) => ({ id: String(id), device }) as Application)
  try {
    requireRoom({ turn: 0, applications }, { id: 'new', device: 'mine' })
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('There is room')
}

test.each([
  photoInvalid,
  photoTooLarge,
  photoTooManyPixels,
  photoTooSlow,
  refusedFor('mine', 5),
  refusedFor('other', 200),
])('a phone says in its language: %s', (message) => {
  const [es, pt, en] = (['es', 'pt', 'en'] as const).map((one) =>
    refusalText(new ApiError(422, message), one),
  )
  expect(es).toBe(message)
  expect(new Set([es, pt, en]).size).toBe(3)
})

test('a phone asks in its language about a check digit', () => {
  const question = checkDigitQuestion({ dni: '12.345.678-4', paisdoc: 'CL' }) ?? ''
  expect((['es', 'pt', 'en'] as const).map((one) => inLanguage(question, one))).toEqual([
    'El dígito verificador no es el de ese número (RUT): compárelo con el documento',
    'Este número não confere (RUT): compare com o documento',
    'This number does not add up (RUT): compare it with your document',
  ])
})

test('a phone says in its language that its credential was revoked', () => {
  const { message, details } = new RevokedError('2026-11-28', 'next')
  const error = new ApiError(410, message, details)
  const revoked = 'Esta credencial fue anulada: pida la nueva en la mesa.'
  for (const one of ['es', 'pt', 'en'] as const)
    expect(refusalText(error, one)).toBe(inLanguage(revoked, one))
})
