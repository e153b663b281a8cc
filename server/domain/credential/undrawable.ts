/** Prints with letters that no typeface of the cards has, such as Chinese ones or emoji. */
import { count, enumerate } from '#domain/text/text'

export interface Undrawable {
  /** The full name of the rider, or a text of a report. */
  name: string
  /** The characters that are drawn as empty boxes, each once. */
  characters: string
}

/** The most riders that are named. */
export const maxUndrawable = 10

/** Says whose prints have boxes, in Spanish, and what to do. `riders` are the first of `total`. */
export function undrawableText(riders: readonly Undrawable[], total: number): string {
  return (
    `${count(total, 'piloto tiene letras', 'pilotos tienen letras')} ${lack}: ${listed(riders, total)}. ` +
    'Para que se lean, edite al piloto y escriba esos datos con letras latinas.'
  )
}

/** Says which texts of a report have boxes, in Spanish. */
export function undrawableReport(texts: readonly Undrawable[]): string {
  return `el informe tiene letras ${lack}: ${listed(texts.slice(0, maxUndrawable), texts.length)}.`
}

const lack = 'que la tipografía de lo impreso no tiene, y salen como cuadros'

function listed(found: readonly Undrawable[], total: number): string {
  const names = found.map(({ name, characters }) => `${name} (${shown(characters)})`)
  const rest = total - found.length
  return enumerate(rest > 0 ? [...names, `${rest} más`] : names)
}

const mostShown = 8

function shown(characters: string): string {
  const all = [...characters]
  return all.length > mostShown ? `${all.slice(0, mostShown).join('')}…` : characters
}
