/** The types of `project.js`, which the build imports without a compiler. */
export const externals: readonly string[]
export const filePackages: readonly string[]
/** Returns true if no source has changed since the last build. */
export function isBuilt(): Promise<boolean>
