/** Loads the fields of one's own or the classes, of which the forms of this page know, too. */
import { useSessionRefresh } from '../api/field-table.ts'
import { useLoad } from '../api/load.ts'

export function useDefinitions<Item>(key: string, read: () => Promise<Item[]>) {
  const load = useLoad(read, key)
  const refresh = useSessionRefresh()
  function take(items: Item[]) {
    load.take(items)
    refresh()
  }
  return { load, take }
}
