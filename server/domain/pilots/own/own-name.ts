/** The names of the fields of one's own, which say the kind of a field, and their values, as a pilot has them. */

/** The kinds of fields, as a name says them, with their words for people. */
export const ownKinds = {
  texto: 'Texto',
  numero: 'Número',
  fecha: 'Fecha',
  opcion: 'Opciones',
  casilla: 'Casilla',
} as const
export type OwnKind = keyof typeof ownKinds
export const ownKindNames = Object.keys(ownKinds) as OwnKind[]

/** The name of a field, in pilots and on the wire. It stays when the label changes, and no other field ever has it. */
export type OwnName = `propio_${OwnKind}_${string}`

/** The values that a pilot has. A ticked box is the word `Sí`, and one that is not ticked is no value. */
export type OwnValues = { [Name in OwnName]?: string | number | null }

const ownName = /^propio_(texto|numero|fecha|opcion|casilla)_[a-z\d_]{1,48}$/

export function isOwnName(name: unknown): name is OwnName {
  return typeof name === 'string' && name.startsWith('propio_') && ownName.test(name)
}

export function ownKindOf(name: OwnName): OwnKind {
  return ownName.exec(name)?.[1] as OwnKind
}

/** Returns the names of the values that some pilots have. */
export function ownNamesIn(...pilots: readonly object[]): OwnName[] {
  let found: Set<OwnName> | undefined
  for (const pilot of pilots)
    for (const name in pilot) if (isOwnName(name)) found = (found ?? new Set<OwnName>()).add(name)
  return found ? [...found] : noNames
}

const noNames: OwnName[] = []

/** Returns the values of one's own among those of a pilot or of a record. Drops what is never stored so. */
export function ownValuesIn(values: object): OwnValues {
  const given = values as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    ownNamesIn(given).flatMap((name) => {
      const value = given[name]
      return isOwnValue(name, value) ? [[name, value] as const] : []
    }),
  )
}

/** The longest text of a value, in characters. */
export const maxOwnText = 120

/** Returns true for a value as it is stored. */
export function isOwnValue(name: OwnName, value: unknown): value is string | number {
  if (ownKindOf(name) === 'numero') return typeof value === 'number' && Number.isFinite(value)
  return typeof value === 'string' && value !== '' && value.length <= maxOwnText
}
