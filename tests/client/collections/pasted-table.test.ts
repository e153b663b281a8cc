/** Tests of the reader of tables that a person pastes into a list that an admin keeps. */
import { expect, test } from 'vitest'
import type { Parts } from '../../../client/collections/item-part.tsx'
import { problemsIn, readTable } from '../../../client/collections/pasted-table.ts'

const start = { name: '', age: '', motor: '', isOpen: false, day: '', others: '' }
type Typed = typeof start

const parts: Parts<Typed, never> = [
  { name: 'name', label: 'Nombre', kind: 'text', required: 'Escriba el nombre' },
  [
    { name: 'age', label: 'Edad (años)', kind: 'count' },
    {
      name: 'motor',
      label: 'Motor',
      kind: 'select',
      options: [
        ['', '2T o 4T'],
        ['4T', 'Solo 4T'],
      ],
    },
  ],
  { name: 'isOpen', label: 'Abierta', kind: 'yes', words: 'Es abierta' },
  { name: 'day', label: 'Día', kind: 'day' },
  { name: 'others', label: 'Otras maneras', kind: 'lines', rows: 3 },
]
const read = (text: string, first: Typed = start) => readTable(text, { parts, start: first })
const typedIn = (text: string) => read(text).rows.map(({ typed }) => typed)

test('the columns are in the order of the parts, and an empty cell is the value that an item starts with', () => {
  const text = [
    'MX1\t14.0\tsolo 4t\tx\t5/3/26\tSxS, Side by side',
    '',
    'MX2\t\t2T o 4T\tno\t\tA/B',
    'MX3',
  ].join('\r\n')
  expect(read(text, { ...start, motor: '4T' }).rows).toMatchObject([
    {
      ...{ row: 1, typed: { name: 'MX1', age: '14', motor: '4T', isOpen: true, day: '05/03/2026' } },
      texts: { motor: 'Solo 4T', isOpen: 'Sí', others: 'SxS, Side by side' },
    },
    { row: 3, typed: { name: 'MX2', age: '', motor: '', isOpen: false, others: 'A\nB' } },
    { row: 4, typed: { name: 'MX3', motor: '4T' }, texts: { motor: 'Solo 4T' } },
  ])
})

test('a first row of names gives the columns in any order, and those that the list does not have are named', () => {
  const table = read('MOTOR\tPrecio\tnombre\tEDAD\n4T\t50\tMX1\t14\tsobra\n')
  expect(table.rows).toMatchObject([{ row: 2, typed: { name: 'MX1', age: '14', motor: '4T' } }])
  expect(table.unused).toEqual(['Precio', 'E'])
  expect(read('MX1\t14\t\t\t\t\t\tsobra').unused).toEqual(['H'])
  expect(problemsIn(read('Nombre\tEdad'))).toEqual([
    'No hay ninguna fila debajo de los nombres de las columnas',
  ])
})

test('a quoted cell may have line ends, marks and quotes, and semicolons divide a text without tabs', () => {
  expect(typedIn('"MX ""uno"""\t14\t\t\t\t"A\nB"\n5" libre\t15')).toMatchObject([
    { name: 'MX "uno"', others: 'A\nB' },
    { name: '5" libre', age: '15' },
  ])
  expect(typedIn('Nombre;Edad\n"MX1; MX2";14')).toMatchObject([{ name: 'MX1; MX2', age: '14' }])
  expect(typedIn('"sin cerrar\t14')).toMatchObject([{ name: '"sin cerrar', age: '14' }])
})

test('each problem is told with its row and its part, also those that a server names by the index of a row', () => {
  const table = read('Nombre\tEdad\tMotor\tAbierta\tDía\nMX1\tdoce\n\n\t\t5T\tquizá\tnunca')
  expect(problemsIn(table)).toEqual([
    'Fila 2, Edad (años): Escriba un número entero',
    'Fila 4, Nombre: Escriba el nombre',
    'Fila 4, Motor: «5T» no es una opción: elija «2T o 4T» o «Solo 4T»',
    'Fila 4, Abierta: Escriba sí o no',
    'Fila 4, Día: Escriba un día del calendario, o déjelo vacío',
  ])
  expect(table.rows[1]?.texts).toMatchObject({ motor: '5T', isOpen: 'quizá' })
  const refused = { 'rows.1.name': 'Ya existe', 'rows.0': 'No va', rows: 'No caben', name: 'Otro' }
  expect(problemsIn(read('MX1\n\nMX2'), refused)).toEqual([
    'Fila 3, Nombre: Ya existe',
    'Fila 1: No va',
    'No caben',
  ])
  expect(problemsIn(read('MX\n'.repeat(201)))).toEqual(['Son 201 filas: pegue hasta 200 a la vez'])
})
