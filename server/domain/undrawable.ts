/** The riders whose prints have letters that no typeface of the cards has, such as Chinese ones or emoji. */
import { count, enumerate } from '#domain/text/text'

export interface Undrawable {
  /** The full name of the rider. */
  name: string
  /** The characters that are drawn as empty boxes, each once. */
  characters: string
}

/** The most riders that are named. */
export const maxUndrawable = 10

/** Says whose prints have boxes, in Spanish, and what to do. `riders` are the first of `total`. */
export function undrawableText(riders: readonly Undrawable[], total: number): string {
  const names = riders.map(({ name, characters }) => `${name} (${shown(characters)})`)
  const rest = total - riders.length
  return (
    `${count(total, 'piloto tiene letras', 'pilotos tienen letras')} que la tipografía de lo impreso no tiene, y salen ` +
    `como cuadros: ${enumerate(rest > 0 ? [...names, `${rest} más`] : names)}. ` +
    'Para que se lean, edite al piloto y escriba esos datos con letras latinas.'
  )
}

const mostShown = 8

function shown(characters: string): string {
  const all = [...characters]
  return all.length > mostShown ? `${all.slice(0, mostShown).join('')}…` : characters
}
