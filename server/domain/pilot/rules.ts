/** The rules that a field can have: each takes any input, and returns the value to store or a problem. */
import { isFuture, parseDate } from '../text/date.ts'
import { enumerate, fold } from '../text/text.ts'

/** A problem with a value, as a message for people. */
export class Problem {
  constructor(readonly message: string) {}
}

export type Rule<Value> = (input: unknown) => Value | Problem

/** The type of the values that a rule returns for storage. */
export type Stored<SomeRule> = SomeRule extends Rule<infer Value> ? Exclude<Value, Problem> : never

const required = 'Campo Requerido'

/** Returns a rule for a text of 1 to `maxLength` characters after trimming. A number is converted to text. */
export function textRule(maxLength = 120, missing = required, notText = 'Escriba un texto'): Rule<string> {
  const problems = {
    notText: new Problem(notText),
    missing: new Problem(missing),
    tooLong: new Problem(`Escriba como máximo ${maxLength} caracteres`),
  }
  return (input) => {
    const written = typeof input === 'number' ? String(input) : (input ?? '')
    if (typeof written !== 'string') return problems.notText
    const text = wellFormed(written.trim())
    if (text === '') return problems.missing
    return text.length > maxLength ? problems.tooLong : text
  }
}

/** Returns a rule for letters, digits and `_+-` in words with dots between them, an @, and a domain with a dot. */
export function emailRule(message: string): Rule<string> {
  return matching(/^[\w+-]+(?:\.[\w+-]+)*@[\da-z]+(?:[.-][\da-z]+)*\.[a-z]{2,}$/i, message)
}

/**
 * Returns a rule for a positive integer of at most 15 digits (the longest telephone number of ITU-T E.164, and safe
 * in JSON).
 */
export function integerRule(message: string, clean = withoutThousands): Rule<number> {
  const text = textRule(120, required, message)
  const problem = new Problem(message)
  return (input) => {
    const given = text(input)
    if (given instanceof Problem) return given
    const digits = clean(given)
    const number = /^\d{1,15}$/.test(digits) ? Number(digits) : 0
    return number > 0 ? number : problem
  }
}

/** Removes the separators of thousands, as in `40.123.456` or `40 123 456`. */
function withoutThousands(text: string): string {
  return /^\d{1,3}([. ])\d{3}(\1\d{3})*$/.test(text) ? text.replace(/[. ]/g, '') : text
}

/** Returns an `integerRule` that also accepts the notation of telephone numbers: `+51 987 654-321`. */
export function telephoneRule(message: string): Rule<number> {
  return integerRule(message, (text) =>
    /^\+?[\d(](?:[\d\s()-]|\.(?=\d{3}))*$/.test(text) ? text.replace(/\D/g, '') : text,
  )
}

/** Returns a rule for a birthday, which is stored as `YYYY-MM-DD`. */
export function birthdayRule(): Rule<string> {
  const message = 'Ingrese una fecha válida, como 28/02/1994'
  const text = textRule(120, required, message)
  const problems = {
    noDate: new Problem(message),
    future: new Problem('La fecha de nacimiento no puede ser futura'),
  }
  return (input) => {
    const given = text(input)
    if (given instanceof Problem) return given
    const date = parseDate(given)
    if (date === undefined || date < '1900-01-01') return problems.noDate
    return isFuture(date) ? problems.future : date
  }
}

/** Returns a rule for one of `options`, which ignores the case and the accents of the input. */
export function optionRule<const Option extends string>(
  options: readonly Option[],
  missing = required,
): Rule<Option> {
  const text = textRule(120, missing)
  const exact = new Map<string, Option>(options.map((option) => [option, option]))
  const folded = new Map<string, Option>(options.map((option) => [fold(option), option]))
  return (input) => {
    const given = text(input)
    if (given instanceof Problem) return given
    const option = exact.get(given) ?? folded.get(fold(given))
    return option ?? new Problem(`«${given}» no es una opción: elija ${enumerate(options, 'o')}`)
  }
}

function matching(pattern: RegExp, message: string): Rule<string> {
  const text = textRule(120, required, message)
  const problem = new Problem(message)
  return (input) => {
    const given = text(input)
    return given instanceof Problem || pattern.test(given) ? given : problem
  }
}

/** Replaces lone surrogates by U+FFFD, since no file can store a lone surrogate. */
function wellFormed(text: string): string {
  // Browsers older than 2023 do not have `isWellFormed`.
  return text.isWellFormed?.() ? text : text.replace(/\p{Surrogate}/gu, '\ufffd')
}
