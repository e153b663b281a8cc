/** Tests of the rules in section 5 of the specification, with its exact texts. */
import { describe, expect, test } from 'vitest'
import { classNames } from '#domain/pilots/classes/classes'
import { type FieldName, fields, gateNames, requiredNames } from '#domain/pilots/fields'
import { checkDraft, parseDraft } from '#domain/pilots/pilot'
import { enumerate } from '#domain/text/text'
import { aDraft } from '../../support/pilots.ts'

const required = 'Campo Requerido'
const celular = 'Porfavor ingrese un numero de celular valido'
const dni = 'Porfavor ingrese un documento de identidad valido'
const email = 'correo electronico invalido'
const date = 'Ingrese una fecha válida, como 28/02/1994'

test.each([
  ['name', '', required],
  ['name', '   ', required],
  ['name', null, required],
  ['name', ['Ana'], 'Escriba un texto'],
  ['name', 'a'.repeat(121), 'Escriba como máximo 120 caracteres'],
  ['lastname', '', required],
  ['email', '', required],
  ['email', 'ana', email],
  ['email', 'ana@', email],
  ['email', 'ana@ejemplo', email],
  ['email', 'ana lopez@ejemplo.org', email],
  ['celular', '', required],
  ['celular', 'abc', celular],
  ['celular', '12.5', celular],
  ['celular', 12.5, celular],
  ['celular', -987654321, celular],
  ['celular', '0', celular],
  ['celular', '1234567890123456', celular],
  ['dni', '', required],
  ['dni', 'X1234567', dni],
  ['dni', '12.5', dni],
  ['dni', -1, dni],
  ['dni', true, dni],
  ['fechanac', '', required],
  ['fechanac', 'ayer', date],
  ['fechanac', '1994-02-30', date],
  ['fechanac', '31/04/1994', date],
  ['fechanac', '1899-12-31', date],
  ['fechanac', '2999-01-01', 'La fecha de nacimiento no puede ser futura'],
  ['nlicencia', '', required],
  ['npiloto', '', required],
  ['npiloto', '1'.repeat(21), 'Escriba como máximo 20 caracteres'],
  ['npiloto', 1e20, 'Un número de más de 15 cifras pierde las últimas: escríbalo como texto'],
  ['club', '', required],
  ['licencia', '', required],
  ['licencia', 'Anuall', '«Anuall» no es una opción: ¿quiso decir Anual?'],
  ['licencia', 'Semanal', `«Semanal» no es una opción: elija ${enumerate(classNames('licencia'), 'o')}`],
  ['modalidad', 'Velocros', '«Velocros» no es una opción: ¿quiso decir VELOCROSS?'],
  ['modalidad', '', required],
  ['tiposangre', '', 'Ingrese su Tipo de Sangre'],
  ['tiposangre', 'C+', '«C+» no es una opción: elija A+, A-, B+, B-, O+, O-, AB+ o AB-'],
  ['participacion', '', required],
] as [FieldName, unknown, string][])('%s %j is refused: %s', (name, value, message) => {
  expect(checkDraft({ ...aDraft(), [name]: value }).problems).toEqual({ [name]: message })
})

test.each([
  ['name', '  José María  ', 'José María'],
  ['name', "O'Higgins <b>", "O'Higgins <b>"],
  ['celular', '987654321', 987654321],
  ['celular', ' +51 (987) 654-321 ', 51987654321],
  ['dni', '07654321', 7654321],
  ['dni', '9.876.543', 9876543],
  ['dni', '09.876.543', 9876543],
  ['dni', '09 876 543', 9876543],
  ['dni', 40123456, 40123456],
  ['fechanac', '1994-02-28', '1994-02-28'],
  ['fechanac', '28/02/1994', '1994-02-28'],
  ['fechanac', '29022000', '2000-02-29'],
  ['npiloto', 93, '93'],
  ['licencia', 'regional', 'Regional'],
  ['modalidad', 'enduro cross', 'ENDURO CROSS'],
  ['tiposangre', 'AB+', 'AB+'],
  ['tiposangre', 'ab-', 'AB-'],
  ['participacion', 'una línea\notra', 'una línea\notra'],
  ['alergias', 'una línea\notra', 'una línea\notra'],
  ['name', 'Ana \r\n\n Lucía', 'Ana Lucía'],
  ['club', 'Moto Club\nUno', 'Moto Club Uno'],
  ['npiloto', '4\n5', '4 5'],
] as [FieldName, unknown, unknown][])('%s %j is stored as %j', (name, value, stored) => {
  expect(parseDraft({ ...aDraft(), [name]: value })[name]).toEqual(stored)
})

describe('the form of the specification', () => {
  test('has its labels', () => {
    expect(requiredNames.map((name) => fields[name].label)).toEqual([
      'Nombres',
      'Apellidos',
      'Correo Electronico',
      'Celular',
      'Documento de identidad (DNI)',
      'Fecha de Nacimiento',
      'Numero de Licencia',
      'Numero de Piloto',
      'Licencia',
      'modalidad',
      'Club',
      'tipo de sangre',
      'Historial deportivo',
    ])
  })

  test('has its options', () => {
    expect(fields.licencia.options).toEqual(['Anual', 'Regional'])
    expect(fields.tiposangre.options).toEqual(['A+', 'A-', 'B+', 'B-', 'O+', 'O-', 'AB+', 'AB-'])
    expect(fields.modalidad.options.join(', ')).toBe(
      'MOTOCROSS, MINICROSS, SUPERCROSS, VELOCIDAD, ENDURO CROSS, RALLY, HARD ENDURO, QUAD CROSS, UTV, ' +
        'VELOCROSS, CROSSKARTS, ARENA CROSS, TUNING OFF',
    )
  })

  test('is shown at gates only if gates may see it', () => {
    for (const name of gateNames) expect(['everyone', 'gates']).toContain(fields[name].audience)
  })
})
