/** The types of licence. A scanned credential needs them without the rules of the fields. */
export const licences = ['Anual', 'Regional'] as const
