/** Decides how an admin changes the classes, and what becomes of those of two desks. */
import { InvalidError, NotFoundError } from '../../errors.ts'
import { visible } from '../../text/names.ts'
import { canonicalText } from '../../text/text.ts'
import { lastPlace, moved } from '../own/definitions.ts'
import {
  type ClassField,
  type ClassOption,
  type ClassOptions,
  classesOf,
  classKeys,
  classNames,
  isReservedName,
  maxClasses,
  maxClassName,
  maxSpellings,
  type OwnClasses,
} from './classes.ts'

/** The parts of a class that a person chooses. */
interface TypedClass {
  name: string
  spellings?: readonly string[]
}

/** A change that an admin orders, as data, so that a command can send it to a running server. */
export type ClassesOrder = { field: ClassField } & (
  | { kind: 'add-class'; option: TypedClass }
  /** A part that is left out stays. `version` is that of the class with which the edit began. */
  | { kind: 'change-class'; key: string; option: Partial<TypedClass>; version?: string }
  | { kind: 'retire-class'; key: string; isRetired: boolean }
  | { kind: 'move-class'; key: string; step: 1 | -1 }
)

/** A change of the classes of one field: the new ones, which replace those of the same keys. */
export interface ClassesDecision {
  key: string
  options: ClassOptions
  /** The names before and after, if a class is renamed: those who have it follow. */
  renamed?: { from: string; to: string }
}

/** @throws InvalidError, NotFoundError */
export function decideClasses(own: OwnClasses, order: ClassesOrder): ClassesDecision {
  switch (order.kind) {
    case 'add-class':
      return decideAdd(own, order)
    case 'change-class':
      return decideChange(own, order)
    case 'retire-class':
      return decideRetire(own, order)
    case 'move-class':
      return decideMove(own, order)
  }
}

type Order<Kind extends ClassesOrder['kind']> = Extract<ClassesOrder, { kind: Kind }>

/** Adds a class at the end. */
function decideAdd(own: OwnClasses, { field, option }: Order<'add-class'>): ClassesDecision {
  const all = classesOf(field, own)
  if (all.length >= maxClasses)
    throw new InvalidError({ name: `Entre las que se usan y las retiradas ya hay ${maxClasses}` })
  const added = checked(own, field, option)
  return { key: added.name, options: { [added.name]: { ...added, order: lastPlace(all) } } }
}

function decideChange(own: OwnClasses, order: Order<'change-class'>): ClassesDecision {
  const { field, key, option } = order
  const stored = required(own, field, key)
  const { name: from, formerNames = [] } = stored
  const { spellings, ...rest } = stored
  const given = checked(own, field, { name: from, spellings, ...option }, key)
  const to = given.name
  const former = [...new Set([...formerNames, from])].filter((name) => name !== to)
  const changed = {
    ...rest,
    ...given,
    ...(former.length > 0 && { formerNames: former.slice(-maxSpellings) }),
  }
  return { key, options: { [key]: changed }, ...(from !== to && { renamed: { from, to } }) }
}

/** Retires a class, which the riders who have it keep, or takes it back. */
function decideRetire(own: OwnClasses, order: Order<'retire-class'>): ClassesDecision {
  const { field, key, isRetired } = order
  const { isRetired: _was, ...option } = required(own, field, key)
  if (isRetired && classNames(field, own).every((name) => name === option.name))
    throw new InvalidError({ name: 'Tiene que quedar una al menos' })
  return { key, options: { [key]: { ...option, ...(isRetired && { isRetired }) } } }
}

/** Moves a class before the one that is above it, or after the one below. */
function decideMove(own: OwnClasses, { field, key, step }: Order<'move-class'>): ClassesDecision {
  required(own, field, key)
  return { key, options: moved(classesOf(field, own), key, step) }
}

function required(own: OwnClasses, field: ClassField, key: string): ClassOption {
  const found = classesOf(field, own).find(([one]) => one === key)
  if (!found) throw new NotFoundError('No existe esa opción')
  return found[1]
}

/** Returns the parts that a person chose as they are stored. `key` is that of a class that is changed. @throws InvalidError */
function checked(own: OwnClasses, field: ClassField, typed: TypedClass, key?: string): TypedClass {
  const option = cleaned(field, typed)
  const { name, spellings = [] } = option
  const keyOf = classKeys[field]
  const taken = takenBy(own, field, key)
  const tooLong = [name, ...spellings].find((text) => text.length > maxClassName)
  const wrong = spellings.find((words) => taken.has(keyOf(words)))
  const problems = {
    ...(name === '' && { name: 'Escriba el nombre' }),
    ...(name !== '' &&
      (keyOf(name) === '' || isReservedName(name)) && { name: 'Elija otro nombre: ese no se puede usar' }),
    ...(taken.has(keyOf(name)) && { name: taken.get(keyOf(name)) }),
    ...(spellings.length > maxSpellings && { spellings: `Caben hasta ${maxSpellings} palabras` }),
    ...(wrong !== undefined && { spellings: `«${wrong}»: ${taken.get(keyOf(wrong))}` }),
    ...(tooLong !== undefined && {
      [tooLong === name ? 'name' : 'spellings']: `Admite hasta ${maxClassName} caracteres`,
    }),
  }
  if (Object.keys(problems).length > 0) throw new InvalidError(problems as Record<string, string>)
  return option
}

/** Returns the parts that a person chose, without spellings that say nothing more. */
function cleaned(field: ClassField, typed: TypedClass): TypedClass {
  const keyOf = classKeys[field]
  const name = visible(typed.name)
  const words = (typed.spellings ?? [])
    .map(visible)
    .filter((text) => !['', keyOf(name)].includes(keyOf(text)))
  const spellings = [...new Map(words.map((text) => [keyOf(text), text])).values()]
  return { name, ...(spellings.length > 0 && { spellings }) }
}

/** Returns the keys of the names and spellings of all other classes, each with why it cannot be used again. */
function takenBy(own: OwnClasses, field: ClassField, key?: string): Map<string, string> {
  const taken = new Map<string, string>()
  for (const [other, { name, spellings = [], formerNames = [], isRetired }] of classesOf(field, own)) {
    if (other === key) continue
    const keyOf = classKeys[field]
    for (const words of [other, ...formerNames, ...spellings])
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
    const taken = takenBy(now, field, key)
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
