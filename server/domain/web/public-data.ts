/** The data that a person without an account sees of a scanned credential. */

/** `completa` is every field; `minima` is the fields that a marshal needs. */
export const publicDataNames = ['completa', 'minima'] as const
export type PublicData = (typeof publicDataNames)[number]

export function isPublicData(value: unknown): value is PublicData {
  return publicDataNames.some((name) => name === value)
}

/** Returns what holds: the option of the command, or else the setting, or else every field. */
export function publicDataOf({ publicData }: { publicData?: PublicData }, option?: PublicData): PublicData {
  return option ?? publicData ?? 'completa'
}
