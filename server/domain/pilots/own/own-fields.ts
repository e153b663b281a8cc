/** The definitions of the fields of one's own, which an admin keeps in *Ajustes*, as they are stored. */
import { itemsOf, type Kept } from '../../collections/item.ts'
import type { Audience, DataGroup } from '../field.ts'
import { type OwnName, ownNamesIn } from './own-name.ts'

/** The people who can see a field of one's own, from the most, with their words. */
export const ownAudiences = {
  everyone: 'Todos los que escanean la credencial',
  gates: 'La mesa y las puertas',
  complete: 'La mesa, y todos si la vista pública es completa',
  desk: 'Solo la mesa',
} as const satisfies Partial<Record<Audience, string>>
export type OwnAudience = keyof typeof ownAudiences
export const ownAudienceNames = Object.keys(ownAudiences) as OwnAudience[]

/** Nobody is asked for one that is retired, and no place shows it. The values stay. */
export interface OwnField extends Kept {
  label: string
  /** The choices of the kind `opcion`. */
  options?: readonly string[]
  audience: OwnAudience
  isRequired?: true
  /** True if printed cards have it. */
  isOnCard?: true
  /** The group with which its values are forgotten: see `retention.ts`. */
  dataGroup?: DataGroup
}

export type OwnFields = Readonly<Record<OwnName, OwnField>>

/** The most fields that are asked for, and the most definitions with those that are retired. */
export const maxOwnFields = 12
export const maxDefinitions = 60
/** The most definitions that are read, of fields and classes: merges add those of other desks, and lose none. */
export const maxReadFields = 1_000
/** The most fields that a card has room for. */
export const maxOnCard = 3
export const maxOwnLabel = 40
export const maxOptions = 30
export const maxOption = 60

/** Returns all definitions with their names, in their order. */
export function entriesOf(definitions: OwnFields): [OwnName, OwnField][] {
  const known = ownNamesIn(definitions).flatMap((name) => {
    const field = definitions[name]
    return field ? [[name, field] as const] : []
  })
  return itemsOf<OwnField, OwnName>(Object.fromEntries(known))
}

/** Returns the names of the definitions that are not retired, in their order. */
export function activeNames(definitions: OwnFields): OwnName[] {
  return entriesOf(definitions).flatMap(([name, { isRetired }]) => (isRetired ? [] : [name]))
}

/** Returns the names of the definitions that are retired, in their order. */
export function retiredNames(definitions: OwnFields): OwnName[] {
  return entriesOf(definitions).flatMap(([name, { isRetired }]) => (isRetired ? [name] : []))
}
