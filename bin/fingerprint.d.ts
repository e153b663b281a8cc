/** Returns true if no source has changed since the last build. */
export function isBuilt(): Promise<boolean>
