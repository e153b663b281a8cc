/**
 * The calls of a list that an admin keeps: they list, add, change and move its items, and retire or remove them. Each lists
 * all.
 */
import * as Type from 'typebox'
import { boolean, dataList, requested, seenVersion } from '../api/schema-parts.ts'

/** Describes the calls of a list. `Listed` is an item as it is listed, and `Given` are the parts that a person chooses. */
interface ListWords<
  Listed extends Type.TSchema,
  Given extends Type.TProperties,
  Added extends Type.TProperties,
  Of extends Type.TProperties,
  Place extends Type.TProperties,
  Key extends Type.TProperties,
> {
  /** An item in a sentence, such as `a field of one’s own`. */
  one: string
  many: string
  listed: Listed
  given: Given
  /** The parts that only a new item has, since they stay. */
  added: Added
  /** The parts of a body that say which of several lists at the address it is about. */
  of: Of
  /** The parameters of the address of the list, and those of an item below it. */
  place: Place
  key: Key
  /** The most items. */
  most: number
  /** The message about a body that is no object. */
  bodyMessage: string
  /** The sentences of the documents about the list, a new item and a change. */
  says: Record<'list' | 'add' | 'change', string>
}

/** The sentence about items that leave: a list retires them, or removes them. */
type Leaving = { retire: string } | { remove: string }

const retirement = requested('Va {"retired": true} o {"retired": false}', {
  retired: boolean('True to retire it.', { message: 'retired es true o false' }),
})
const movement = requested('Va {"up": true} o {"up": false}', {
  up: boolean('True to move it up.', { message: 'up es true o false' }),
})
const whoChanged = 'the answer is 409 and says who has changed what, and nothing is stored.'

/** Returns the calls of a list at an address, whose items are at addresses with parameters. */
export function listCalls<
  Path extends `/api/${string}`,
  Item extends string,
  Listed extends Type.TSchema,
  Given extends Type.TProperties,
  Added extends Type.TProperties,
  Of extends Type.TProperties,
  Place extends Type.TProperties,
  Key extends Type.TProperties,
  Leaves extends Leaving,
>(path: Path, item: Item, words: ListWords<Listed, Given, Added, Of, Place, Key> & { leaves: Leaves }) {
  const { one, many, listed, given, bodyMessage, says, leaves } = words
  const answers = { 200: dataList(listed) }
  const inside = { params: Type.Object(words.place), answers }
  const order = { role: 'admin', params: Type.Object({ ...words.place, ...words.key }), answers } as const
  const list = {
    ...inside,
    role: 'mesa',
    summary: `Lists ${many} in their order${'retire' in leaves ? ', also those that are retired' : ''}.`,
    description: says.list,
  } as const
  const add = {
    ...inside,
    role: 'admin',
    summary: `Adds ${one}, and lists all.`,
    description: says.add,
    body: requested(bodyMessage, { ...words.of, ...words.added, ...given }),
  } as const
  const addAll = {
    ...inside,
    role: 'admin',
    summary: `Adds several of ${many}, all or none, and lists all.`,
    description: '422 with the problems of each row in `fields`, such as `rows.3.name`.',
    body: requested(bodyMessage, {
      ...words.of,
      rows: Type.Array(requested(bodyMessage, { ...words.added, ...given }), {
        ...{ minItems: 1, maxItems: words.most, description: 'The new ones, in their order.' },
        message: `rows tiene de 1 a ${words.most} filas`,
      }),
    }),
  } as const
  const change = {
    ...order,
    summary: `Changes ${one}, and lists all.`,
    description: `${says.change} If it has changed since \`version\`, ${whoChanged}`,
    body: requested(bodyMessage, { ...given, version: seenVersion }),
  } as const
  const retire = {
    ...order,
    summary: `Retires ${one}, or takes it back, and lists all.`,
    description: 'retire' in leaves ? leaves.retire : '',
    body: retirement,
  } as const
  const remove = {
    ...order,
    summary: `Removes ${one}, and lists all.`,
    description: `${'remove' in leaves && leaves.remove} If it has changed since \`version\`, ${whoChanged}`,
    query: Type.Object({ version: seenVersion }),
  } as const
  const move = {
    ...order,
    summary: `Moves ${one} before the one above it, or after the one below, and lists all.`,
    body: movement,
  } as const
  return {
    [`GET ${path}`]: list,
    [`POST ${path}`]: add,
    [`POST ${path}/table`]: addAll,
    [`PUT ${path}/${item}`]: change,
    ...('retire' in leaves
      ? { [`POST ${path}/${item}/retire`]: retire }
      : { [`DELETE ${path}/${item}`]: remove }),
    [`POST ${path}/${item}/move`]: move,
  } as Record<`GET ${Path}`, typeof list> &
    Record<`POST ${Path}`, typeof add> &
    Record<`POST ${Path}/table`, typeof addAll> &
    Record<`PUT ${Path}/${Item}`, typeof change> &
    Record<`POST ${Path}/${Item}/move`, typeof move> &
    (Leaves extends { retire: string }
      ? Record<`POST ${Path}/${Item}/retire`, typeof retire>
      : Record<`DELETE ${Path}/${Item}`, typeof remove>)
}
