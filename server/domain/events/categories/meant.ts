/** Finds the category that a person means by what was typed or is in a sheet. */
import { NotFoundError } from '../../errors.ts'
import { wordKey } from '../../pilots/rules.ts'
import { enumerate, fold } from '../../text/text.ts'
import type { RaceEvent } from '../event.ts'
import { type Category, categoryTitle } from './category.ts'

type WithCategories = Pick<RaceEvent, 'categories'>

/**
 * Returns the categories that a text can mean, of a modalidad or of all, by their names alone or with their modalidad. Case,
 * accents, spaces, points and the `·` of `categoryTitle` make no difference, nor do `cc` and the word `categoría`.
 * @example categoriesMeant(event, 'Cat. 85 c.c.') // those with the name 85, 85cc or 85 cc
 */
export function categoriesMeant(
  { categories }: WithCategories,
  text: string,
  modalidad?: string,
): readonly Category[] {
  const own = categories.filter((category) => modalidad === undefined || category.modalidad === modalidad)
  for (const keyOf of [wordKey, looseKey]) {
    const key = keyOf(text)
    const named = own.filter(({ name }) => keyOf(name) === key)
    const found = named.length > 0 ? named : own.filter((one) => keyOf(one.modalidad + one.name) === key)
    if (key !== '' && found.length > 0) return found
  }
  return []
}

function looseKey(text: string): string {
  const words = fold(text).replace(/^\s*(?:categoria|cat|clase)[\s.:]+/, '')
  return wordKey(words)
    .replace(/(\d)cc/g, '$1')
    .replaceAll('·', '')
}

/** Returns the one category that a text means. @throws NotFoundError which lists those that it can be */
export function requiredCategory(event: WithCategories, text: string): Category {
  const meant = categoriesMeant(event, text)
  const [only, another] = meant
  if (only && !another) return only
  if (event.categories.length === 0) throw new NotFoundError('El evento abierto no tiene categorías')
  throw new NotFoundError(
    another
      ? `«${text}» es de ${enumerate(meant.map(({ modalidad }) => modalidad))}: escriba también la modalidad, como "${only?.modalidad} ${only?.name}"`
      : `No hay una categoría «${text}». Las que hay: ${enumerate(event.categories.map(categoryTitle))}`,
  )
}
