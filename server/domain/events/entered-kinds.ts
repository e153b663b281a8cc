/** How a list is filtered by the entries of riders. */

/** The riders whom a list shows by their entries in the open event, besides those of one modalidad. */
export const enteredKinds = ['all', 'none', 'pending'] as const
export type EnteredKind = (typeof enteredKinds)[number]

export function isEnteredKind(text: unknown): text is EnteredKind {
  return enteredKinds.some((kind) => kind === text)
}
