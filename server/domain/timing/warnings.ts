/** The riders whom a timing program would not tell from each other, or would not recognize, before the file is made. */
import { numberKey } from '../pilot/duplicates.ts'
import { count, enumerate } from '../text/text.ts'
import { asciiUpper } from './ascii.ts'
import { registrationOf, riderText, type TimingProgram, type TimingRow } from './programs.ts'

export interface TimingWarning {
  kind:
    | 'no-number'
    | 'no-digits'
    | 'same-number'
    | 'no-transponder'
    | 'same-transponder'
    | 'letters'
    | 'licence'
  /** The number or the transponder that several riders have, or the text that is left out or rewritten. */
  value?: string
  modalidad?: string
  riders: string[]
}

/** Returns the warnings for a program, the most serious first. */
export function timingWarnings(program: TimingProgram, rows: readonly TimingRow[]): TimingWarning[] {
  const without = (kind: TimingWarning['kind'], has: (row: TimingRow) => boolean): TimingWarning[] => {
    const riders = rows.filter((row) => !has(row)).map(riderText)
    return riders.length > 0 ? [{ kind, riders }] : []
  }
  const hasNumber = ({ number }: TimingRow) => numberKey(number) !== undefined
  const isPlain = ({ number = '' }: TimingRow) => /^\d*$/.test(number.trim())
  return [
    ...without('no-number', hasNumber),
    ...(program === 'crossmgr' ? without('no-digits', (row) => !hasNumber(row) || isPlain(row)) : []),
    ...same('same-number', rows, ({ number, modalidad }) => {
      const key = numberKey(number)
      return key && `${modalidad} ${key}`
    }),
    ...sameTransponders(rows),
    ...without('no-transponder', ({ transponder }) => transponder !== undefined),
    ...(program === 'orbits' ? ofOrbits(rows) : []),
  ]
}

function same(
  kind: 'same-number' | 'same-transponder',
  rows: readonly TimingRow[],
  keyOf: (row: TimingRow) => string | undefined,
): TimingWarning[] {
  const groups = new Map<string, TimingRow[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => ({
      kind,
      value: (kind === 'same-number' ? group[0]?.number : group[0]?.transponder) ?? '',
      ...(kind === 'same-number' && { modalidad: group[0]?.modalidad ?? '' }),
      riders: group.map(riderText),
    }))
}

/** A rider may use one transponder in several modalidades. */
function sameTransponders(rows: readonly TimingRow[]): TimingWarning[] {
  const seen = new Set<string>()
  const each = rows.filter(({ pilot, transponder }) => {
    const key = `${pilot.id} ${transponder?.trim().toUpperCase()}`
    return !seen.has(key) && seen.add(key)
  })
  return same('same-transponder', each, ({ transponder }) => transponder?.trim().toUpperCase() || undefined)
}

function ofOrbits(rows: readonly TimingRow[]): TimingWarning[] {
  const unknown = rows.filter(({ pilot }) => asciiUpper(`${pilot.name} ${pilot.lastname}`).includes('?'))
  const long = rows.filter((row) => numberKey(row.pilot.nlicencia ?? '') && registrationOf(row) === '')
  return [
    ...(unknown.length > 0 ? [{ kind: 'letters' as const, riders: unknown.map(riderText) }] : []),
    ...(long.length > 0 ? [{ kind: 'licence' as const, riders: long.map(riderText) }] : []),
  ]
}

/** Says a warning in Spanish, without the names: `3 pilotos sin número`. */
export function warningText({ kind, value, modalidad, riders }: TimingWarning): string {
  const pilots = count(riders.length, 'piloto')
  const texts: Record<TimingWarning['kind'], string> = {
    'no-number': `${pilots} sin número: el programa no los reconoce`,
    'no-digits': `${pilots} con letras en el número: CrossMgr solo lee números`,
    'same-number': `El ${value} de ${modalidad} lo tienen ${pilots}`,
    'no-transponder': `${pilots} sin transponder`,
    'same-transponder': `El transponder ${value} lo tienen ${pilots}`,
    letters: `${pilots} con letras que Orbits no lee: van como «?»`,
    licence: `${pilots} con una licencia de más de 8 letras: va vacía`,
  }
  return texts[kind]
}

/** Says a warning with the names: `2 pilotos sin número: Eva Paz, 71234567, y Luz Sur, 71234568`. */
export function warningLine(warning: TimingWarning, mostNamed = 10): string {
  const { riders } = warning
  const rest = riders.length > mostNamed ? [`${riders.length - mostNamed} más`] : []
  return `${warningText(warning)}: ${enumerate([...riders.slice(0, mostNamed).map((one) => `«${one}»`), ...rest])}`
}
