/** How a list is filtered by the entries of riders. */

/** The riders whom a list shows by their entries in the open event, besides those of one modalidad or category. */
export const enteredKinds = ['all', 'none', 'pending', 'uncategorized'] as const
export type EnteredKind = (typeof enteredKinds)[number]

export function isEnteredKind(text: unknown): text is EnteredKind {
  return enteredKinds.some((kind) => kind === text)
}

/** The beginning of a filter by a category, with which the name of no modalidad begins. */
const categoryMark = 'category:'

/** Returns the filter for the riders of a category. */
export function inCategory(id: string): string {
  return categoryMark + id
}

/** Returns the identifier of the category that a filter names. */
export function categoryIdIn(entered = ''): string | undefined {
  return entered.startsWith(categoryMark) ? entered.slice(categoryMark.length) : undefined
}
