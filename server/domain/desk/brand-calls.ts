/** The calls of the brand on credentials and cards. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import { answered, dataOf, file, nullable, requested, text } from '../api/schema-parts.ts'
import { brandNameTooLong, colourInvalid, maxBrandBytes, maxBrandName } from './brand.ts'

/** The brand on credentials and cards. */
export const brandInfo = answered(
  {
    name: text('The name of the event or federation; may be empty.'),
    colour: text('Its colour, as `#rrggbb`.'),
    logo: nullable(
      text(
        'The address of the logo, or null. The logo is a PNG of at most 600 × 200 pixels; nothing else of an SVG is ' +
          'stored.',
      ),
    ),
    logo_size: Type.Optional(
      Type.Array(Type.Integer(), {
        description: 'The width and the height of the logo, in pixels. Absent without a logo.',
      }),
    ),
  },
  { title: 'Brand' },
)
export type BrandInfo = Type.Static<typeof brandInfo>

/** A new brand. */
const brandChange = requested('La marca va como un objeto JSON', {
  name: text('The name; may be empty.', { maxLength: maxBrandName, message: brandNameTooLong }),
  colour: text('The colour.', { pattern: '^#[0-9a-f]{6}$', maxLength: 7, message: colourInvalid }),
  logo: Type.Optional(
    nullable(
      text('A PNG, JPEG or SVG of at most 2 MB in base64. Without it, the logo stays; null removes it.', {
        maxLength: maxBrandBytes,
      }),
    ),
  ),
})
export type BrandChange = Type.Static<typeof brandChange>

export const brandCalls = {
  'GET /api/brand/logo': {
    role: 'public',
    summary: 'Answers with the logo as PNG, or with 404. The session has its address.',
    query: Type.Object({
      v: Type.Optional(text("Differs for every logo, for the browser's cache.")),
    }),
    answers: { 200: file(['image/png']) },
  },

  'PUT /api/brand': {
    role: 'admin',
    summary: 'Stores a brand, which credentials and cards carry, and answers with it as the session does.',
    description:
      'A logo that cannot be read, or is too complex to draw in ten seconds, is refused with 422 and its reason in ' +
      '`fields.logo`.',
    body: brandChange,
    bodyLimit: maxBrandBytes,
    answers: { 200: dataOf(brandInfo) },
  },

  'POST /api/brand/card': {
    role: 'admin',
    summary: 'Answers with a PDF of a sample card. Stores nothing.',
    body: brandChange,
    bodyLimit: maxBrandBytes,
    answers: { 200: file(['application/pdf']) },
  },
} satisfies Calls
