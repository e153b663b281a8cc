/** Checks values by their shapes. The build puts the code of the checks here: see `bin/build.js`. */
import { Compile } from 'typebox/compile'
import Format from 'typebox/format'
import { formats } from './formats.ts'
import { type Shaped, type ShapeName, shapes } from './shapes.ts'

export type { Shaped }

const compiled = new Map<ShapeName, { Check(value: unknown): boolean }>()

/** Returns true for a value of a shape. */
export function hasShape<Name extends ShapeName>(name: Name, value: unknown): value is Shaped<Name> {
  const check = compiled.get(name) ?? compile(name)
  compiled.set(name, check)
  return check.Check(value)
}

function compile(name: ShapeName) {
  for (const [format, check] of Object.entries(formats)) Format.Set(format, check)
  return Compile(shapes[name])
}
