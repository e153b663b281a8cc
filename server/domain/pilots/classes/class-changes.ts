/** The lists of the classes, which an admin keeps, and what becomes of those of two desks. */
import type { Collection } from '../../collections/collection.ts'
import type { Items } from '../../collections/item.ts'
import { visible } from '../../text/names.ts'
import { canonicalText } from '../../text/text.ts'
import {
  type ClassField,
  type ClassOption,
  type ClassOptions,
  classesOf,
  classKeys,
  isReservedName,
  maxClasses,
  maxClassName,
  maxSpellings,
  type OwnClasses,
} from './classes.ts'

/** The parts of a class that a person chooses. */
export interface TypedClass {
  name: string
  /** Those that are left out stay. */
  spellings?: readonly string[]
}

/** Returns the list of the classes of a field. */
function classList(field: ClassField): Collection<ClassOption, TypedClass> {
  const keyOf = classKeys[field]
  return {
    missing: 'No existe esa opción',
    part: 'name',
    most: [maxClasses, `Entre las que se usan y las retiradas ya hay ${maxClasses}`],
    keepsOne: 'Tiene que quedar una al menos',
    newKey: ({ name }) => visible(name),
    stored(typed, _key, before) {
      const name = visible(typed.name)
      const words = (typed.spellings ?? before?.spellings ?? [])
        .map(visible)
        .filter((text) => !['', keyOf(name)].includes(keyOf(text)))
      const spellings = [...new Map(words.map((text) => [keyOf(text), text])).values()]
      const former = new Set([...(before?.formerNames ?? []), ...(before ? [before.name] : [])])
      former.delete(name)
      return {
        name,
        ...(spellings.length > 0 && { spellings }),
        ...(former.size > 0 && { formerNames: [...former].slice(-maxSpellings) }),
      }
    },
    problems({ name, spellings = [] }, others) {
      const taken = takenBy(field, others)
      const tooLong = [name, ...spellings].find((text) => text.length > maxClassName)
      const wrong = spellings.find((words) => taken.has(keyOf(words)))
      return {
        ...(name === '' && { name: 'Escriba el nombre' }),
        ...(name !== '' &&
          (keyOf(name) === '' || isReservedName(name)) && {
            name: 'Elija otro nombre: ese no se puede usar',
          }),
        ...(taken.has(keyOf(name)) && { name: taken.get(keyOf(name)) }),
        ...(spellings.length > maxSpellings && { spellings: `Caben hasta ${maxSpellings} palabras` }),
        ...(wrong !== undefined && { spellings: `«${wrong}»: ${taken.get(keyOf(wrong))}` }),
        ...(tooLong !== undefined && {
          [tooLong === name ? 'name' : 'spellings']: `Admite hasta ${maxClassName} caracteres`,
        }),
      }
    },
  }
}

export const classLists = { modalidad: classList('modalidad'), licencia: classList('licencia') }

/** Returns the keys of the names and spellings of classes, each with why it cannot be used again. */
function takenBy(field: ClassField, classes: Items<ClassOption>): Map<string, string> {
  const taken = new Map<string, string>()
  for (const [key, { name, spellings = [], formerNames = [], isRetired }] of classes) {
    const keyOf = classKeys[field]
    for (const words of [key, ...formerNames, ...spellings])
      taken.set(keyOf(words), `Ya es otra manera de escribir ${name}`)
    taken.set(keyOf(name), isRetired ? `${name} está retirada: vuelva a usarla` : `Ya existe ${name}`)
  }
  return taken
}

/**
 * Joins the classes of a field of another desk with those of this one. A class with the same key, or whose name means one
 * of this desk, is that class: it keeps its name here, and the others are read too. Returns those that change.
 */
export function joinedClasses(
  field: ClassField,
  own: OwnClasses,
  other: OwnClasses,
): { options: ClassOptions; notes: string[] } {
  const keyOf = classKeys[field]
  const options: Record<string, ClassOption> = {}
  const notes: string[] = []
  for (const [theirKey, theirs] of classesOf(field, other)) {
    const now = { ...own, [field]: { ...own[field], ...options } }
    const all = classesOf(field, now)
    const isSame = ([key, { name, formerNames = [], spellings = [] }]: [string, ClassOption]) =>
      [key, name, ...formerNames, ...spellings].some((words) => keyOf(words) === keyOf(theirs.name))
    const [key, mine] = all.find(([one]) => one === theirKey) ?? all.find(isSame) ?? [theirKey]
    if (!mine && all.length >= maxClasses) {
      notes.push(`«${theirs.name}» no se agrega: ya hay ${maxClasses} en ${field}`)
      continue
    }
    const taken = takenBy(
      field,
      all.filter(([one]) => one !== key),
    )
    const next = mine ? withNamesOf(mine, theirKey, theirs) : { ...theirs, order: all.length + 1 }
    const free = (words: readonly string[] = []) => words.filter((one) => !taken.has(keyOf(one)))
    const { spellings, formerNames, ...rest } = next
    const [spelled, former] = [free(spellings), free(formerNames)]
    const joined = {
      ...rest,
      ...(spelled.length > 0 && { spellings: spelled.slice(0, maxSpellings) }),
      ...(former.length > 0 && { formerNames: former.slice(-maxSpellings) }),
    }
    if (mine && mine.name !== theirs.name && !mine.formerNames?.includes(theirs.name))
      notes.push(`«${theirs.name}» de la otra mesa es aquí «${mine.name}»`)
    if (!mine) notes.push(`Se agrega la ${field} «${theirs.name}»`)
    if (!mine || canonicalText(joined) !== canonicalText(mine)) options[key] = joined
  }
  return { options, notes }
}

function withNamesOf(mine: ClassOption, theirKey: string, theirs: ClassOption): ClassOption {
  const former = [...(mine.formerNames ?? []), ...(theirs.formerNames ?? []), theirKey, theirs.name]
  return {
    ...mine,
    spellings: [...new Set([...(mine.spellings ?? []), ...(theirs.spellings ?? [])])],
    formerNames: [...new Set(former)].filter((name) => name !== mine.name),
  }
}
