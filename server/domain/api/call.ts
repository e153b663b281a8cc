/** The definition of a call of the API. Those of a feature are in its `calls.ts`, and `calls.ts` beside this joins them. */
import type * as Type from 'typebox'
import type { Role } from '../staff/roles.ts'

/**
 * `public` calls answer everybody; some of them decide by the role what they answer. `terminal` calls answer the
 * commands of this machine. Any other call answers a role and all higher ones.
 */
export type Access = 'public' | 'terminal' | Role

/** The most items on one page of a list. */
export const maxPerPage = 200

/** The header with the identifier of an order: one that is sent again with the same one is done once. */
export const orderHeader = 'idempotency-key'

export interface Call {
  role: Access
  /** One sentence, with which the call stands in `/api/openapi.json`. */
  summary: string
  description?: string
  /** The parameters of the path. */
  params?: Type.TObject
  query?: Type.TObject
  /** A call without one accepts no body. */
  body?: Type.TSchema
  /** The media types of the body, if it is not JSON. */
  consumes?: string[]
  /** The size limit of the body, in bytes; 1 MB without one. */
  bodyLimit?: number
  /** True if an order of this call is remembered for good, as those of money and registrations are. */
  isKept?: true
  /** True if no other call undoes it, so that the terminal asks first. */
  isFinal?: true
  /** True if the call is about what only a running kiosk has, such as phones, prints and uploads. */
  needsKiosk?: true
  /** The answers by their status. Every call may also be refused. */
  answers: Readonly<Record<number, Type.TSchema | WrittenAnswer>>
}

/** The calls of a feature by their names, which are the method and the path: `:name` is a parameter. */
export type Calls = Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Call>>

/** An answer that the route writes itself. */
export interface WrittenAnswer<Json extends Type.TSchema = Type.TSchema> {
  /** The schemas by media type. */
  content: Record<string, { schema: Type.TSchema }> & { 'application/json'?: { schema: Json } }
}
