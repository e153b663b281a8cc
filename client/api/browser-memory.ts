/** Accesses the storage of the browser. If storage is forbidden or full, the page continues without it. */

export function recall(
  key: string,
  storage: 'localStorage' | 'sessionStorage' = 'localStorage',
): string | null {
  return allowed(() => window[storage].getItem(key)) ?? null
}

export function remember(
  key: string,
  value: string,
  storage: 'localStorage' | 'sessionStorage' = 'localStorage',
): void {
  allowed(() => window[storage].setItem(key, value))
}

export function drop(key: string): void {
  allowed(() => localStorage.removeItem(key))
}

/** Returns the keys of all entries in `localStorage`. */
export function rememberedKeys(): string[] {
  return allowed(() => Object.keys(localStorage)) ?? []
}

/** The key of the gate that was chosen in this browser. A browser without it is no gate. */
export const gateKey = 'pilotos-gate'

/** The keys of drafts of forms begin with this; the account and the pilot follow, between slashes. */
export const draftPrefix = 'pilotos-draft'

/** Deletes the drafts of a pilot, whoever typed them. */
export function dropDraftsOf(id: string): void {
  for (const key of rememberedKeys()) {
    const [prefix, , pilot] = key.split('/')
    if (prefix === draftPrefix && pilot === id) drop(key)
  }
}

function allowed<Value>(access: () => Value): Value | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
