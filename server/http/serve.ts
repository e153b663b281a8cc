/** Registers the routes of the calls of the API. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Call, WrittenAnswer } from '#domain/api/call'
import { type AnswerOf, type AnswersOf, type CallName, calls, type PartOf } from '#domain/api/calls'
import { answers } from './route-schemas.ts'

interface RouteOf<Name extends CallName> {
  Params: PartOf<Name, 'params'>
  Querystring: PartOf<Name, 'query'>
  Body: PartOf<Name, 'body'>
}

/** A reply, if the route writes the answer itself. */
type Written<Answers> = Answers extends WrittenAnswer ? FastifyReply | Buffer | string : never

type Handler<Name extends CallName> = (
  request: FastifyRequest<RouteOf<Name>>,
  reply: FastifyReply,
) => AnswerOf<Name> extends undefined ? Promise<void> : Promise<AnswerOf<Name> | Written<AnswersOf<Name>>>

/**
 * Registers the route of a call, whose schema follows from the definition. `handler` returns the answer, and sets its
 * status only if the call has several.
 */
export function serve<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  handler: Handler<Name>,
  hooks: Pick<RouteShorthandOptions, 'onRequest' | 'preValidation'> = {},
): void {
  const { role: _, query, bodyLimit, answers: expected, ...schema }: Call = calls[name]
  const [method = '', url = ''] = name.split(' ')
  const [status, ...others] = Object.keys(expected)
  app.route<RouteOf<Name>>({
    method,
    url,
    schema: { ...schema, ...(query && { querystring: query }), response: answers(expected) },
    bodyLimit,
    ...hooks,
    handler(request, reply) {
      if (others.length === 0) reply.code(Number(status))
      return handler(request, reply)
    },
  })
}
