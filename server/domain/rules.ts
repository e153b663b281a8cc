/** The rules that a field can have, each ending in the value that is stored. The input is anything at all. */
import * as v from 'valibot'
import { parseDate, today } from './date.ts'
import { enumerate, fold } from './text.ts'

const required = 'Campo Requerido'

/** Characters, after trimming; a number is taken as it is written. */
export function textRule(maxLength = 120, missing = required, notText = 'Escriba un texto') {
  return v.pipe(
    v.unknown(),
    v.transform(written),
    v.string(notText),
    v.trim(),
    v.nonEmpty(missing),
    v.maxLength(maxLength, `Escriba como máximo ${maxLength} caracteres`),
  )
}

export function emailRule(message: string) {
  return v.pipe(textRule(120, required, message), v.email(message))
}

/** A positive integer of at most 15 digits (the longest telephone number of ITU-T E.164, and safe in JSON). */
export function integerRule(message: string, clean = (text: string) => text) {
  return v.pipe(
    textRule(120, required, message),
    v.transform(clean),
    v.regex(/^\d{1,15}$/, message),
    v.transform(Number),
    v.minValue(1, message),
  )
}

/** The same, also as people write telephones: `+51 987 654-321`. */
export function telephoneRule(message: string) {
  return integerRule(message, (text) => (/^\+?[\d(][\d\s()-]*$/.test(text) ? text.replace(/\D/g, '') : text))
}

/** A birthday, stored as `YYYY-MM-DD`. */
export function birthdayRule() {
  const message = 'Ingrese una fecha válida, como 28/02/1994'
  return v.pipe(
    textRule(120, required, message),
    v.transform(parseDate),
    v.string(message),
    v.minValue('1900-01-01', message),
    v.check((date) => date <= today(), 'La fecha de nacimiento no puede ser futura'),
  )
}

/** One of `options`, whatever the case and the accents of the input. */
export function optionRule<const Option extends string>(options: readonly Option[], missing = required) {
  return v.pipe(
    textRule(120, missing),
    v.transform((text) => options.find((option) => fold(option) === fold(text)) ?? text),
    v.picklist(
      options,
      ({ input }) => `«${String(input)}» no es una opción: elija ${enumerate(options, 'o')}`,
    ),
  )
}

/** A number as it is written; a text without halves of characters, which no file could give back. */
function written(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\p{Surrogate}/gu, '\ufffd')
  return typeof value === 'number' ? String(value) : (value ?? '')
}
