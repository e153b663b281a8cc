/** The calls of a list that an admin keeps: they list, add, change, retire and move its items, and each lists all. */
import type * as Type from 'typebox'
import { boolean, dataList, requested, seenVersion } from '../api/schema-parts.ts'

/** Describes the calls of a list. `Listed` is an item as it is listed, and `Given` are the parts that a person chooses. */
interface ListWords<
  Listed extends Type.TSchema,
  Given extends Type.TProperties,
  Added extends Type.TProperties,
  Params extends Type.TProperties,
> {
  /** An item in a sentence, such as `a field of one’s own`. */
  one: string
  many: string
  listed: Listed
  given: Given
  /** The parts that only a new item has, since they stay. */
  added: Added
  params: Type.TObject<Params>
  /** The message about a body that is no object. */
  bodyMessage: string
  /** The sentences of the documents about the list, a new item, a change and a retirement. */
  says: Record<'list' | 'add' | 'change' | 'retire', string>
}

const retirement = requested('Va {"retired": true} o {"retired": false}', {
  retired: boolean('True to retire it.', { message: 'retired es true o false' }),
})
const movement = requested('Va {"up": true} o {"up": false}', {
  up: boolean('True to move it up.', { message: 'up es true o false' }),
})

/** Returns the calls of a list at an address, whose items are at addresses with parameters. */
export function listCalls<
  Path extends `/api/${string}`,
  Item extends string,
  Listed extends Type.TSchema,
  Given extends Type.TProperties,
  Added extends Type.TProperties,
  Params extends Type.TProperties,
>(path: Path, item: Item, words: ListWords<Listed, Given, Added, Params>) {
  const { one, many, listed, given, params, says } = words
  const answers = { 200: dataList(listed) }
  const order = { role: 'admin', params, answers } as const
  const list = {
    role: 'mesa',
    summary: `Lists ${many} in their order, also those that are retired.`,
    description: says.list,
    answers,
  } as const
  const add = {
    role: 'admin',
    summary: `Adds ${one}, and lists all.`,
    description: says.add,
    body: requested(words.bodyMessage, { ...words.added, ...given }),
    answers,
  } as const
  const change = {
    ...order,
    summary: `Changes ${one}, and lists all.`,
    description:
      `${says.change} If it has changed since \`version\`, the answer is 409 and says who has changed what, and ` +
      'nothing is stored.',
    body: requested(words.bodyMessage, { ...given, version: seenVersion }),
  } as const
  const retire = {
    ...order,
    summary: `Retires ${one}, or takes it back, and lists all.`,
    description: says.retire,
    body: retirement,
  } as const
  const move = {
    ...order,
    summary: `Moves ${one} before the one above it, or after the one below, and lists all.`,
    body: movement,
  } as const
  return {
    [`GET ${path}`]: list,
    [`POST ${path}`]: add,
    [`PUT ${path}/${item}`]: change,
    [`POST ${path}/${item}/retire`]: retire,
    [`POST ${path}/${item}/move`]: move,
  } as Record<`GET ${Path}`, typeof list> &
    Record<`POST ${Path}`, typeof add> &
    Record<`PUT ${Path}/${Item}`, typeof change> &
    Record<`POST ${Path}/${Item}/retire`, typeof retire> &
    Record<`POST ${Path}/${Item}/move`, typeof move>
}
