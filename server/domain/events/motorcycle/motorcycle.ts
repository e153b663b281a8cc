/** The motorcycle of an entry. */
import type { Motorcycle } from '../../stored/fact-shapes.ts'
import type { strokeNames } from '../../stored/limits.ts'
import { visible } from '../../text/names.ts'
import { figure } from '../../text/text.ts'

export type { Motorcycle }

export type Strokes = (typeof strokeNames)[number]

/** The most characters of a text, and the greatest displacement. */
export const maxMotorcycleText = 60
export const maxEngine = 10_000
export const partsProblem = `La marca, el modelo y el chasis tienen hasta ${maxMotorcycleText} letras cada uno`
export const engineProblem = `La cilindrada va en cc, de 1 a ${figure(maxEngine)}`

/** Returns a motorcycle as it is stored, without blank parts, or undefined if nothing is left. */
export function storedMotorcycle(given?: Motorcycle | null): Motorcycle | undefined {
  const { cc, strokes } = given ?? {}
  const [brand, model, chassis] = [given?.brand, given?.model, given?.chassis].map((one = '') => visible(one))
  const parts: Motorcycle = {
    ...(brand && { brand }),
    ...(model && { model }),
    ...(cc !== undefined && { cc }),
    ...(strokes && { strokes }),
    ...(chassis && { chassis }),
  }
  return Object.keys(parts).length > 0 ? parts : undefined
}

/** Describes a motorcycle for people, such as `KTM 125SX · 125 cc · 2T`. */
export function describeMotorcycle(motorcycle: Motorcycle): string {
  const { chassis } = motorcycle
  return [...partsOf(motorcycle), ...(chassis ? [`chasis ${chassis}`] : [])].join(' · ')
}

/** Returns the parts of a motorcycle as people write them, without the chassis number. */
export function partsOf({ brand, model, cc, strokes }: Motorcycle): string[] {
  const name = [brand, model].filter(Boolean).join(' ')
  return [name, cc === undefined ? '' : `${cc} cc`, strokes ?? ''].filter(Boolean)
}

/** Returns a text that equal motorcycles share. */
export function motorcycleKey({ brand, model, cc, strokes, chassis }: Motorcycle): string {
  return JSON.stringify([brand, model, cc, strokes, chassis])
}

export function sameMotorcycle(one?: Motorcycle, other?: Motorcycle): boolean {
  return (
    one === other || (one !== undefined && other !== undefined && motorcycleKey(one) === motorcycleKey(other))
  )
}
