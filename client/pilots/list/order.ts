/** The order of the list, as a press on the title of a column changes it. */

import type { FieldName } from '#domain/pilots/fields'
import type { ListView } from '#domain/pilots/search/list-query'

export type Order = Pick<ListView, 'search' | 'sort' | 'order'>

/** Returns the order after a press on the title of a field: ascending, then descending, then the default order. */
export function nextOrder({ sort, order }: Order, field: FieldName): Order {
  if (sort !== field) return { sort: field, order: undefined }
  return order === 'desc' ? { sort: undefined, order: undefined } : { sort: field, order: 'desc' }
}
