/** The JSON schemas of the waiver that calls of several features have. */
import * as Type from 'typebox'
import { answered, author, integer, onlyTrue, requested, text } from '../api/schema-parts.ts'
import { maxStrokes } from '../signing/strokes.ts'
import { maxGuardian, maxGuardianDocument } from '../stored/limits.ts'

const hash = text('The SHA-256 of the text, as 64 hexadecimal digits.', {
  pattern: '^[0-9a-f]{64}$',
  maxLength: 64,
  message: 'hash son 64 cifras hexadecimales',
})

/** The text that riders of the open event sign. */
export const waiverInfo = answered(
  {
    version: integer('Its version, which increases with every new text.'),
    text: text('The text.'),
    hash,
  },
  { title: 'Waiver' },
)

const guardianText = (what: string, maxLength: number) =>
  text(`${what} of the adult who signs with a rider under 18.`, {
    maxLength,
    message: `Escriba hasta ${maxLength} letras`,
  })

/** A drawn signature, as a phone sends it. */
export const drawing = {
  hash,
  strokes: text('The signature: see `strokes.ts`.', {
    maxLength: maxStrokes,
    message: 'strokes no es un trazo',
  }),
  guardian: Type.Optional(
    requested('guardian va como un objeto JSON', {
      name: guardianText('The name', maxGuardian),
      document: guardianText('The document', maxGuardianDocument),
    }),
  ),
}

/** The adult who signed with a rider under 18. */
export const guardianInfo = Type.Optional(
  answered({
    name: text('The name of this adult.', { maxLength: maxGuardian }),
    document: text('The document of this adult.', { maxLength: maxGuardianDocument }),
  }),
)

/** A signature without its drawing. */
export const signedInfo = answered(
  {
    version: integer('The version of the text that was signed.'),
    at: text('The time of the signature.'),
    by: author,
    paper: onlyTrue('True for a signature on paper.'),
    guardian: guardianInfo,
  },
  {
    title: 'Signed',
    description:
      'The signature of the rider below the text of the event or, without one, the last one. Only for staff, and absent without any.',
  },
)
export type SignedInfo = Type.Static<typeof signedInfo>
