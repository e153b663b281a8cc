/** The rules that a field can have: each takes anything at all, and gives the value that is stored, or its problem. */
import { isFuture, parseDate } from '../text/date.ts'
import { enumerate, fold } from '../text/text.ts'

/** What is wrong with a value, for people. */
export class Problem {
  constructor(readonly message: string) {}
}

export type Rule<Value> = (input: unknown) => Value | Problem

/** What a rule stores. */
export type Stored<SomeRule> = SomeRule extends Rule<infer Value> ? Exclude<Value, Problem> : never

const required = 'Campo Requerido'

/** Characters, after trimming; a number is taken as it is written. */
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

/** Letters, digits and `_+-` in words with dots between them, an @, and a domain that has a dot. */
export function emailRule(message: string): Rule<string> {
  return matching(/^[\w+-]+(?:\.[\w+-]+)*@[\da-z]+(?:[.-][\da-z]+)*\.[a-z]{2,}$/i, message)
}

/** A positive integer of at most 15 digits (the longest telephone number of ITU-T E.164, and safe in JSON). */
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

/** `40.123.456` or `40 123 456`, as people write long numbers. */
function withoutThousands(text: string): string {
  return /^\d{1,3}([. ])\d{3}(\1\d{3})*$/.test(text) ? text.replace(/[. ]/g, '') : text
}

/** The same, also as people write telephones: `+51 987 654-321`. */
export function telephoneRule(message: string): Rule<number> {
  return integerRule(message, (text) =>
    /^\+?[\d(](?:[\d\s()-]|\.(?=\d{3}))*$/.test(text) ? text.replace(/\D/g, '') : text,
  )
}

/** A birthday, stored as `YYYY-MM-DD`. */
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

/** One of `options`, whatever the case and the accents of the input. */
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

/** Without halves of characters, which no file could give back. */
function wellFormed(text: string): string {
  // Browsers from before 2023 cannot tell.
  return text.isWellFormed?.() ? text : text.replace(/\p{Surrogate}/gu, '\ufffd')
}
