/** The schemas of answers: what a route answers by status, and the refusals that every route may give. */
import * as Type from 'typebox'
import { importPreview } from '#domain/web/schemas'

/** A refusal. `error` is a message in Spanish for people; the other properties are those of `ErrorDetails`. */
export const refusal = Type.Object(
  {
    error: Type.String(),
    fields: Type.Optional(Type.Record(Type.String(), Type.String())),
    id: Type.Optional(Type.String()),
    missing: Type.Optional(Type.Array(Type.String())),
    revoked_at: Type.Optional(Type.String()),
    next: Type.Optional(Type.String()),
    printed: Type.Optional(Type.Integer()),
    total: Type.Optional(Type.Integer()),
    wait: Type.Optional(Type.Number()),
    unknown: Type.Optional(Type.Boolean()),
    preview: Type.Optional(importPreview),
  },
  { additionalProperties: false },
)

/** Adds the refusals to the answers of a route. */
export function answers<Answers extends Record<number, object>>(expected: Answers) {
  return { ...expected, '4xx': refusal, '5xx': refusal }
}

/** An answer that the route writes itself: a file of one of the media types, whose parameters are ignored, or JSON. */
export function file(mediaTypes: readonly string[], json?: Type.TSchema) {
  const files = mediaTypes.map((type) => [type.split(';')[0], { schema: Type.Unsafe<Buffer>({}) }])
  return { content: Object.fromEntries(json ? [...files, ['application/json', { schema: json }]] : files) }
}

/** An answer without a body, of status 204. */
export const empty = Type.Unsafe<undefined>({})
