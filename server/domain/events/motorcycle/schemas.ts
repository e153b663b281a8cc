/** The schemas of the motorcycle of an entry, as a person gives it and as records have it. */
import * as Type from 'typebox'
import { choice, closed, nullable, requested, requestedByName, text } from '../../api/schema-parts.ts'
import { motorcycle as shape } from '../../stored/fact-shapes.ts'
import { strokeNames } from '../../stored/limits.ts'
import { engineProblem, maxEngine, maxMotorcycleText, partsProblem } from './motorcycle.ts'

const motorcycleText = (description: string) =>
  Type.Optional(
    text(description, {
      maxLength: maxMotorcycleText,
      message: partsProblem,
    }),
  )

const motorcycleProperties = {
  brand: motorcycleText('The brand.'),
  model: motorcycleText('The model, and what was not understood.'),
  cc: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxEngine,
      message: engineProblem,
      description: 'The engine displacement, in cubic centimetres.',
    }),
  ),
  strokes: Type.Optional(choice('strokes', strokeNames, 'The strokes of the engine.')),
  chassis: motorcycleText('The chassis number.'),
}

/** The motorcycle of an entry as a person gives it. Null for none. */
export const motorcycle = Type.Optional(
  nullable(requested('La moto va como un objeto JSON', motorcycleProperties)),
)

export const motorcycles = Type.Optional(
  requestedByName(
    'Las motos van como un objeto JSON',
    motorcycle,
    'The motorcycles by modalidad; null for none.',
  ),
)

/** The motorcycle of an entry. */
export const motorcycleInfo = closed(shape, { title: 'Motorcycle' })
