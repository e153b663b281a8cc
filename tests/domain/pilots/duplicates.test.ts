/** Tests which pilots count as duplicates of a form. */

import { expect, onTestFinished, test } from 'vitest'
import { decideDuplicates, meantClubs } from '#domain/pilots/checks/duplicates'
import type { Field } from '#domain/pilots/field'
import { fields } from '#domain/pilots/fields'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import { numberKey } from '#domain/text/names'
import { aDraft } from '../../support/pilots.ts'

function aPilot(id: string, changes: object): Pilot {
  return { id, photo: null, ...aDraft({ modalidad: 'RALLY', ...changes }) }
}

test.each([
  ['93', '93'],
  ['093', '93'],
  ['FM-2026-0042', 'fm-2026-42'],
  ['100', '100'],
  ['A7', 'a7'],
  ['S/N', undefined],
  ['0', undefined],
  ['', undefined],
  [undefined, undefined],
])('the number %j has the key %j', (text, key) => {
  expect(numberKey(text)).toBe(key)
})

test('the first other pilot with the DNI, or with the number within the modalidad, is named', () => {
  const pilots = [
    aPilot('1', { name: 'Ana', lastname: 'Paz', npiloto: '093', nlicencia: 'FM-1', dni: 7 }),
    aPilot('2', { name: 'Luz', lastname: 'Paz', npiloto: '93', nlicencia: 'fm-01', dni: 8 }),
    aPilot('3', { npiloto: '5', nlicencia: 'S/N', modalidad: 'UTV', dni: 9 }),
  ]
  const query = { dni: 8, npiloto: '93', nlicencia: 'FM-1', modalidad: 'RALLY' }
  const ana = { id: '1', name: 'Ana Paz' }
  const luz = { id: '2', name: 'Luz Paz' }
  expect(decideDuplicates(pilots, query)).toEqual({ dni: luz, npiloto: ana, nlicencia: ana })
  expect(decideDuplicates(pilots, { ...query, except: '1' })).toEqual({
    dni: luz,
    npiloto: luz,
    nlicencia: luz,
  })
  expect(decideDuplicates(pilots, { ...query, except: '2' })).toEqual({ npiloto: ana, nlicencia: ana })
  expect(decideDuplicates(pilots, { npiloto: '5', nlicencia: 'S/N', modalidad: 'RALLY' })).toEqual({})
  expect(decideDuplicates(pilots, { npiloto: '93' })).toEqual({})
})

test('a value that is shared among all riders needs no modalidad, and a rider without one shares nothing', () => {
  const { repeated } = fields.nlicencia as Field
  Object.assign(fields.nlicencia, { repeated: { warning: 'La licencia' } })
  onTestFinished(() => {
    Object.assign(fields.nlicencia, { repeated })
  })
  const pilots = [aPilot('1', { nlicencia: null }), aPilot('2', { nlicencia: '077', modalidad: 'UTV' })]
  const found = decideDuplicates(pilots, { nlicencia: '77', npiloto: '1' })
  expect(found).toEqual({ nlicencia: { id: '2', name: fullName(aDraft()) } })
  expect(decideDuplicates(pilots, { nlicencia: 'No tiene' })).toEqual({})
})

test('a club that differs from another by a letter or by words such as Club probably means the one with more riders', () => {
  const riders = {
    'Andino MX': 9,
    'Club Andino MX': 4,
    'ANDINO MX': 1,
    'Motoclub Cusco': 5,
    'Moto Club Cuzco': 6,
    'Los Andes 1': 3,
    'Los Andes 2': 3,
    Norte: 2,
    Team: 1,
    '-': 1,
  }
  expect([...meantClubs(new Map(Object.entries(riders)), [])]).toEqual([
    ['Motoclub Cusco', 'Moto Club Cuzco'],
    ['Club Andino MX', 'Andino MX'],
    ['ANDINO MX', 'Andino MX'],
  ])
  expect([
    ...meantClubs(
      new Map([
        ['Cuzco', 9],
        ['Norte', 1],
      ]),
      ['Motoclub Cusco', 'Norte'],
    ),
  ]).toEqual([['Cuzco', 'Motoclub Cusco']])
})
