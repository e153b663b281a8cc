/** What this browser keeps. It may forbid that, or have no room left: then a page goes on without. */

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

export function forget(key: string): void {
  allowed(() => localStorage.removeItem(key))
}

/** Of all that is kept. */
export function rememberedKeys(): string[] {
  return allowed(() => Object.keys(localStorage)) ?? []
}

function allowed<Value>(access: () => Value): Value | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
