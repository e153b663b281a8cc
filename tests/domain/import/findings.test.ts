/** Tests the words of the findings of an import, on the screen and in the terminal. */
import { expect, test } from 'vitest'
import { type Finding, findingsOf } from '#domain/import/findings'
import type { ImportAnswer } from '#domain/import/schemas'

const remarks: ImportAnswer['remarks'] = {
  ...{ asideRows: 0, aside: [], unsureRows: 0, unsure: [], meantTexts: [], blankWords: [] },
  ...{ sameNumberRows: 0, sameNumbers: [] },
}

interface Others extends Partial<Omit<Parameters<typeof findingsOf>[0], 'remarks'>> {
  remarks?: Partial<ImportAnswer['remarks']>
}

function found({ remarks: some, ...others }: Others, chosen = {}) {
  const nothing = {
    unit: 'fila' as const,
    sheets: [],
    suspensions: { rows: 0, listed: [] },
    unread: { texts: 0, listed: [] },
  }
  const report = { erasedRows: 0 }
  return findingsOf({ ...nothing, report, ...others, remarks: { ...remarks, ...some } }, chosen)
}

/** Returns the title on the screen and the line in the terminal. */
const lines = ({ title = '', printed = title }: Partial<Finding> = {}) => [title, printed]

test('a file without anything to look at has no finding', () => {
  expect(Object.values(found({})).filter(Boolean)).toEqual([])
})

test('sheets with riders are told until they are imported', () => {
  const sheets = [
    { name: 'Damas', riders: 4 },
    { name: 'Zona Sur', riders: 1 },
  ]
  expect(lines(found({ sheets }).sheets)).toEqual([
    'Quedan 5 pilotos en otras hojas: «Damas» (4) y «Zona Sur» (1)',
    'Sin leer quedan «Damas» (4 pilotos) y «Zona Sur» (1 piloto): se importan con --sheet Damas',
  ])
  expect(lines(found({ sheets }, { imported: ['Damas'] }).sheets)).toEqual([
    'Queda 1 piloto en otra hoja: «Zona Sur»',
    'Sin leer quedan «Zona Sur» (1 piloto): se importan con --sheet "Zona Sur"',
  ])
})

test('rows that are left aside are named in the title, if they have letters', () => {
  const aside = ['—', 'Total: 5', 'Firma', 'Sello'].map((text, index) => ({ line: index + 2, text }))
  const several = found({ remarks: { asideRows: 4, aside } }).aside
  expect(several?.title).toBe('4 filas no son pilotos y se dejan aparte: fila 3 «Total: 5», fila 4 «Firma»…')
  expect(several).toMatchObject({ isQuiet: true, printed: '4 filas sin piloto, que se dejan aparte' })
  expect(found({ remarks: { asideRows: 1, aside: aside.slice(1, 2) } }).aside).toMatchObject({
    title: '1 fila no es un piloto y se deja aparte: fila 3 «Total: 5»',
    isQuiet: 'whole',
  })
})

test('what the form would say is told by its kind, with the rows', () => {
  const listed = [{ line: 2, rider: 'Ana Paz', text: 'El número 7 ya es de Eva Paz' }]
  const { held, persons } = found({ warnings: { held: { total: 1, listed }, person: { total: 2, listed } } })
  expect(held).toMatchObject({ title: '1 dato que ya es de otro', isOpen: true })
  expect(held?.rows).toEqual([{ place: 'fila 2', text: 'Ana Paz: El número 7 ya es de Eva Paz' }])
  expect(persons?.title).toBe('2 pilotos quizá ya están con otro documento')
})

test('a choice about rows is an option in the terminal until it is made', () => {
  const suspensions = { rows: 1, listed: [{ line: 7, rider: 'Ana Paz', stored: 'desde hoy', given: 'Pago' }] }
  const start = '1 piloto con una suspensión que sigue y otra en el archivo'
  const kept = found({ suspensions }).suspensions
  expect(lines(kept)).toEqual([
    `${start}: queda la que está`,
    `${start}: queda la que está (--replace-suspensions usa las del archivo)`,
  ])
  expect(kept?.rows?.[0]?.printed).toBe('fila 7, Ana Paz: desde hoy. En el archivo: Pago')
  const replaced = `${start}: se usa la del archivo`
  expect(lines(found({ suspensions }, { replaceSuspensions: true }).suspensions)).toEqual([
    replaced,
    replaced,
  ])
  const erased = (erasedRows: number, chosen = {}) =>
    lines(found({ report: { erasedRows } }, chosen).erased)[1]
  expect(erased(1)).toBe(
    '1 fila de alguien que se borró para siempre: no se registra (--erased la registra otra vez)',
  )
  expect(erased(2, { erased: true })).toBe(
    '2 filas de personas que se borraron para siempre: se registran otra vez',
  )
})

test('removed riders are told with the command that restores them, and those with a foreign DNI with an advice', () => {
  const row = { line: 7, rider: 'Ana Paz', document: '123' }
  const riders = (rows: number) => ({
    removed: Array.from({ length: rows }, (_, index) => ({ ...row, id: `ID${index}` })),
    ...{ foreignRows: rows, foreign: [row], expected: { country: 'Perú', size: 'hasta 8 cifras' } },
  })
  const one = found({ riders: riders(1) })
  expect(one.removed).toMatchObject({
    title: '1 fila de alguien que se borró: se registra otra vez, y la credencial anterior no vale',
    advice: 'para restaurarlos antes de importar: pilotos remove --undo ID0',
    rows: [{ place: 'fila 7', text: 'Ana Paz: 123', printed: 'fila 7 (Ana Paz, 123)' }],
    isOpen: true,
  })
  const many = found({ riders: riders(130) })
  expect(many.removed).toMatchObject({ total: 130, isOpen: false })
  expect(many.removed?.title).toMatch(/^130 filas de personas que se borraron/)
  expect(many.removed?.advice).toMatch(/ID19$/)
  expect(many.foreign).toMatchObject({
    title: '130 filas con un DNI que no es de hasta 8 cifras, como los de Perú',
    total: 130,
  })
})

test('a text that probably means another value has a correction, which is used once all rows have the value', () => {
  const text = 'x'.repeat(50)
  const { meant } = found({ remarks: { meantTexts: [{ field: 'club', text, meant: 'Sur', rows: 2 }] } })
  const [row] = meant?.rows ?? []
  expect(row?.text).toBe(`2 filas con Club «${'x'.repeat(39)}…»`)
  expect(row?.printed).toBe(`2 filas con Club «${text}»: ¿quiso decir Sur?`)
  expect(row?.fix).toMatchObject({ label: 'Poner «Sur»', option: `--replace club:${text}=Sur` })
  const mapping = row?.fix?.change({}) ?? {}
  expect(mapping).toEqual({ replacements: { club: { [text]: 'Sur' } } })
  expect(row?.fix?.undo?.isUsed(mapping)).toBe(true)
  expect(row?.fix?.undo?.change(mapping)).toEqual({ replacements: { club: {} } })
})

test('cells that are read as blank and equal numbers are told with their first lines', () => {
  const { blank, sameNumbers } = found({
    remarks: {
      blankWords: [{ field: 'club', text: 'NULL', rows: 3, lines: [2, 3] }],
      ...{ sameNumberRows: 2, sameNumbers: [{ number: '27', modalidad: 'RALLY', lines: [2, 3] }] },
    },
  })
  expect(blank).toMatchObject({
    title: '3 celdas no dicen nada y se leen como vacías',
    rows: [{ text: 'Club «NULL» en las filas 2, 3 y 1 más' }],
  })
  expect(lines(sameNumbers)).toEqual([
    '2 filas con un número repetido en su modalidad',
    '2 filas con un número repetido',
  ])
  expect(sameNumbers?.rows).toEqual([{ text: '27 de RALLY en las filas 2 y 3' }])
})
