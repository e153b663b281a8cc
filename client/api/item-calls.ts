/** Makes the calls of a list that an admin keeps: see `listCalls` in `server/domain/collections/calls.ts`. */
import type { CallName, PartOf } from '#domain/api/calls'
import { callForList, type ItemOf } from './call.ts'

/** The address of a list. */
export type ListPath = CallName extends infer Name
  ? Name extends `POST ${infer Path}/table`
    ? Path
    : never
  : never

type Named<Pattern extends string> = Extract<CallName, Pattern>

/** An item as the list at an address has it. */
export type ListedAt<Path extends ListPath> = ItemOf<Named<`GET ${Path}`>>

/**
 * Returns the calls of the list at an address, with the parameters `place`. `item` is the part of the address that names an
 * item, such as `:name`, with the parameters that `paramsOf` returns.
 */
export function itemCalls<Path extends ListPath>(
  path: Path,
  item: string,
  paramsOf: (seen: ListedAt<Path>) => Record<string, string>,
  place: Record<string, string> = {},
) {
  type Item = ListedAt<Path>
  function ask(method: string, below: string, input: object, seen?: Item): Promise<Item[]> {
    const name = `${method} ${path}${seen ? `/${item}` : ''}${below}` as CallName
    const params = { ...place, ...(seen && paramsOf(seen)) }
    return callForList(name, { ...input, params } as never) as Promise<unknown> as Promise<Item[]>
  }
  const versionOf = (seen: Item) => (seen as { version: string }).version
  return {
    load: (signal?: AbortSignal) => ask('GET', '', { signal }),
    itemsOf: (all: readonly Item[]) => all,
    add: (body: PartOf<Named<`POST ${Path}`>, 'body'>) => ask('POST', '', { body }),
    addAll: (body: PartOf<Named<`POST ${Path}/table`>, 'body'>) => ask('POST', '/table', { body }),
    change: (seen: Item, given: Omit<PartOf<Named<`PUT ${Path}/${string}`>, 'body'>, 'version'>) =>
      ask('PUT', '', { body: { ...given, version: versionOf(seen) } }, seen),
    move: (seen: Item, up: boolean) => ask('POST', '/move', { body: { up } }, seen),
    leave: (seen: Item) => ask('POST', '/retire', { body: { retired: true } }, seen),
    comeBack: (seen: Item) => ask('POST', '/retire', { body: { retired: false } }, seen),
    remove: (seen: Item) => ask('DELETE', '', { query: { version: versionOf(seen) } }, seen),
  }
}
