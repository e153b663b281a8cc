/** Tests of the values that the rules of the fields read in the notations of people and spreadsheets. */
import { expect, test } from 'vitest'
import { type FieldName, fields } from '#domain/pilots/fields'
import { birthdayRule, dayRule, optionRule, Problem } from '#domain/pilots/rules'

test.each([
  [
    'modalidad',
    'ENDURO CROSS',
    ['ENDUROCROSS', 'Enduro-cross', 'enduro_cross', 'Enduro–Cross', 'enduro / cross'],
  ],
  ['modalidad', 'HARD ENDURO', ['Hard-Enduro', 'hard.enduro', 'HARDENDURO']],
  ['modalidad', 'MOTOCROSS', ['Moto cross', 'Moto-Cross', 'Mótocross']],
  ['modalidad', 'QUAD CROSS', ['quadcross']],
  ['modalidad', 'ARENA CROSS', ['Arena_Cross']],
  [
    'licencia',
    'Anual',
    ['Anual 2026', 'ANUAL-2026', 'Lic. Anual', 'Licencia anual', '2026 anual', 'anual2026'],
  ],
  ['licencia', 'Regional', ['Regional 2025/2026', 'Licencia Regional 2026', 'LIC REGIONAL 2025-2026']],
  ['tiposangre', 'O+', ['O positivo', 'O Positivo', 'ORH+', 'O RH+', 'O Rh (+)', 'RH O+', '0+', '"O +"']],
  [
    'tiposangre',
    'O+',
    ['Grupo O+', 'G.S. O+', 'O Rh positivo', 'Grupo sanguíneo: O+', 'O factor RH positivo'],
  ],
  ['tiposangre', 'O-', ['O RH-', 'ORH negativo', '0 neg.', 'O-NEG', 'O (–)']],
  ['tiposangre', 'A+', ['A POS', 'A pos.', 'A (+)', 'a+', 'A+ (positivo)']],
  ['tiposangre', 'A-', ['A negativo', 'A–', 'A\u2212', 'A -']],
  ['tiposangre', 'AB-', ['AB NEG', 'ab neg.', 'ABRH-']],
  [
    'dni',
    43334445,
    ['DNI 43334445', 'D.N.I. 43334445', 'DNI: 43334445', 'DNI N° 43334445', 'dni nro. 43334445'],
  ],
  ['dni', 43334445, ['D. N. I. 43334445', 'DNI43334445', 'DNI 43.334.445', '43.334.445', '43 334 445']],
  ['dni', 43334445, ['43,334,445', '43\u00a0334\u00a0445', '43334445.0', '43334445.00', 43334445]],
  ['dni', 1234567, ['CE 001234567', 'C.E. 001234567', 'CE Nº 001234567']],
  ['celular', 51987654321, ['51987654321.0', '+51 987 654 321', '51.987.654.321', 51987654321]],
  [
    'celular',
    51987654321,
    ['51987654321,0', '51 987654321', '51-987654321', '51 987 654 321', '+51 98765432-1'],
  ],
  ['celular', 964694403, ['964 694 403', '964-694-403', '964.694.403', '964694-403', '(964) 694403']],
  ['celular', 51964653900, ['+51 964653900', '+51964653900', '(51) 964-653-900']],
  ['celular', 14223344, ['(01) 422-3344', '01 4223344', '01-422-3344']],
  ['dni', 40000231, ['40000231,0', '40000231.0', '40000231,00']],
  ['modalidad', 'ENDURO CROSS', ['ENDURO\nCROSS', 'ENDURO CROSS\u200b']],
  ['email', 'ana@ejemplo.org', ['mailto:ana@ejemplo.org', ' MAILTO: ana@ejemplo.org ', 'ana@ejemplo.org']],
  ['fechanac', '1994-03-05', ['5 de marzo de 1994', '5/03/1994 0:00', '34398', '34398.0', 34398, '19940305']],
  ['fechanac', '2001-12-01', ['20011201', '01122001']],
] as [FieldName, unknown, unknown[]][])('%s is stored as %j for each of %j', (name, stored, values) => {
  expect(values.map((value) => fields[name].rule(value))).toEqual(values.map(() => stored))
})

test.each([
  [
    'tiposangre',
    ['O', '+', 'RH+', '00+', 'A B+', 'A/B+', 'A, B+', 'A+ O+', 'O+/-', 'O-positivo', 'O+ neg', 'Positivo'],
  ],
  [
    'licencia',
    ['Anual y Regional', 'Semanal', 'Licencia 2026', '2026', 'Anual 12026', 'Anual 2025 2026', 'Anual?'],
  ],
  ['modalidad', ['RALLY 2026', 'RALLY/UTV', 'MOTOCROSS y RALLY', 'CROSS', '-']],
  [
    'dni',
    ['43334445-8', '43,334', '43334445.5', '43.334445', 'DNI', 'RUC 43334445', 'DNI 43334445 / 43334446'],
  ],
  ['celular', ['987654321 / 912345678', '987654321 912345678', '987654321.5', '987654321 y 912345678']],
  ['celular', ['4223344 4223355', '223344-223355', '987654321-2', '987654321 - 2', '4223344.4223355']],
  ['email', ['mailto:', 'mailto:mailto:ana@ejemplo.org', 'Ana <ana@ejemplo.org>', 'ana@ejemplo.org;']],
  ['fechanac', ['03/25/1994', '34398.5', '20', '050394', '31/04/94']],
] as [FieldName, string[]][])('%s refuses each of %j', (name, values) => {
  expect(values.filter((value) => !(fields[name].rule(value) instanceof Problem))).toEqual([])
})

test.each([
  ['05/03/94', '1994-03-05'],
  ['5.3.94', '1994-03-05'],
  ['5-mar-94', '1994-03-05'],
  ['05/03/23', '2023-03-05'],
  ['05/03/27', '1927-03-05'],
  ['29/02/00', '2000-02-29'],
  ['05/03/24', new Problem('Escriba el año con cuatro cifras, como 28/02/1994')],
  ['05/03/26', new Problem('Escriba el año con cuatro cifras, como 28/02/1994')],
  ['29/02/26', new Problem('Ingrese una fecha válida, como 28/02/1994')],
  ['50000', new Problem('La fecha de nacimiento no puede ser futura')],
])('in 2026, the birthday %j is read as %j', (text, stored) => {
  expect(birthdayRule(() => new Date(2026, 10, 21))(text)).toEqual(stored)
})

const noDay = new Problem('Ingrese una fecha válida, como 31/12/2026')
test.each([
  ['31/12/26', '2026-12-31'],
  ['311226', '2026-12-31'],
  ['31 de diciembre de 2027', '2027-12-31'],
  ['46387', '2026-12-31'],
  ['01/01/1900', '1900-01-01'],
  ['31/12/1899', noDay],
  ['30/02/2027', noDay],
  ['31/12/2126', '2126-12-31'],
  ['01/01/2127', new Problem('La fecha está a más de 100 años: revise el año')],
])('in 2026, the last day %j is read as %j', (text, stored) => {
  expect(dayRule(() => new Date(2026, 10, 21))(text)).toEqual(stored)
})

test('a text that is as near to two options suggests neither', () => {
  expect(optionRule(['Norte', 'Morte'])('Porte')).toEqual(
    new Problem('«Porte» no es una opción: elija Norte o Morte'),
  )
})

test('another spelling means its option, and is never suggested', () => {
  const rule = optionRule(['UTV', 'RALLY'], { spellings: [['Side by side', 'UTV']] })
  expect(['side-by-side', 'utv'].map(rule)).toEqual(['UTV', 'UTV'])
  expect(rule('Side by sides')).toEqual(
    new Problem('«Side by sides» no es una opción: ¿quiso decir UTV?', 'UTV'),
  )
  expect(rule('SbS')).toEqual(new Problem('«SbS» no es una opción: elija UTV o RALLY'))
})
