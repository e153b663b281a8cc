/** Tells two persons apart who have one document, of which one is probably mistyped. */
import { isOneEditAway } from '../../text/edit-distance.ts'
import { frequentGivenNames } from '../../text/person-names.ts'
import { fold, personNameKey } from '../../text/text.ts'
import { fullName, type StoredDraft } from '../pilot.ts'

type Person = Pick<StoredDraft, 'name' | 'lastname' | 'fechanac'>

/**
 * Returns true if two riders with one document or code are two persons, as far as their data tell: no equal birth date says
 * that they are one, and their names differ by more than their order, a typo, or names that one of them leaves out.
 * @example isOtherPerson({ name: 'Ana', lastname: 'Quispe Rojas' }, { name: 'Pedro', lastname: 'Soto' }) // true
 */
export function isOtherPerson(one: Person, other: Person): boolean {
  if (one.fechanac !== undefined && one.fechanac === other.fechanac) return false
  const [whole, otherWhole] = [fullName(one), fullName(other)]
  if (isNearly(personNameKey(whole), personNameKey(otherWhole))) return false
  const [fewer, more] = [wordsOf(whole), wordsOf(otherWhole)].sort((a, b) => a.length - b.length)
  return !fewer?.every((word) => more?.some((each) => isSameWord(word, each)))
}

function wordsOf(name: string): string[] {
  return fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Returns true for a word and its initial, and for two spellings. Of two frequent names, such as Mario and María, neither is a typo. */
function isSameWord(one: string, other: string): boolean {
  if (one.length === 1 || other.length === 1) return one[0] === other[0]
  return isNearly(one, other)
}

function isNearly(one: string, other: string): boolean {
  if (one === other) return true
  const areNames = frequentGivenNames.has(one) && frequentGivenNames.has(other)
  return !areNames && isOneEditAway(one, other)
}
