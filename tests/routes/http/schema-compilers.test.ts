/** Tests of the schemas of requests: what they convert, and the messages of what they refuse. */
import { expect, test } from 'vitest'
import { printOrder } from '#domain/credential/calls'
import { defaultRules } from '#domain/credential/validity-rules'
import { MalformedError } from '#domain/errors'
import { type ListParameters, listQuery } from '#domain/pilots/calls'
import { fixedFields } from '#domain/pilots/own/field-table'
import { type ListQuery, toListQuery } from '#domain/pilots/search/list-query'
import { compileValidator } from '../../../server/http/serve.ts'

const checkQuery = compileValidator({ schema: listQuery, httpPart: 'querystring' })
const checkOrder = compileValidator({ schema: printOrder, httpPart: 'body' })

const basis = { rules: defaultRules, day: '2026-11-22' }

function readListQuery(query: object): ListQuery {
  const { value, error } = checkQuery(query)
  if (error) throw error
  return toListQuery(value as ListParameters, { basis, table: fixedFields })
}

test.each<[Record<string, string>, ListQuery]>([
  [{}, {}],
  [
    { search: 'rojas', page: '2', per_page: '25' },
    { search: 'rojas', page: 2, perPage: 25 },
  ],
  [
    { sort: 'lastname', order: 'desc' },
    { sort: 'lastname', order: 'desc' },
  ],
  [{ order: 'asc' }, { order: 'asc' }],
  [{ per_page: '200' }, { perPage: 200 }],
  [
    { per_page: '50', max_total: '1000' },
    { perPage: 50, maxTotal: 1000 },
  ],
  [
    { modalidad: 'RALLY', licencia: 'Anual' },
    { modalidad: 'RALLY', licencia: 'Anual' },
  ],
])('the query %j is read as %j', (query, asked) => {
  expect(readListQuery(query)).toEqual(asked)
})

test.each<[Record<string, unknown>, string]>([
  [{ page: '0' }, 'page es un número entero desde 1'],
  [{ page: '1.5' }, 'page es un número entero desde 1'],
  [{ page: '' }, 'page es un número entero desde 1'],
  [{ page: ['1', '2'] }, 'page es un número entero desde 1'],
  [{ per_page: '0' }, 'per_page es un número entero de 1 a 200'],
  [{ per_page: '201' }, 'per_page es un número entero de 1 a 200'],
  [{ per_page: '-1' }, 'per_page es un número entero de 1 a 200'],
  [{ max_total: '0' }, 'max_total es un número entero desde 1'],
  [{ sort: 'id' }, 'sort es uno de: name, lastname,'],
  [{ sort: 'toString' }, 'sort es uno de: name, lastname,'],
  [{ order: 'ASC' }, 'order es asc o desc'],
  [{ modalidad: 'rally' }, 'modalidad es una de: MOTOCROSS, MINICROSS,'],
  [{ licencia: 'Mensual' }, 'licencia es una de: Anual o Regional'],
  [{ search: ['a', 'b'] }, 'search va una sola vez'],
  [{ search: 'x'.repeat(201) }, 'La búsqueda admite hasta 200 caracteres y 20 palabras: acórtela'],
  [{ search: 'x '.repeat(21) }, 'La búsqueda admite hasta 200 caracteres y 20 palabras: acórtela'],
])('the query %j is refused: %s', (query, message) => {
  expect(() => readListQuery(query)).toThrow(MalformedError)
  expect(() => readListQuery(query)).toThrow(message)
})

test.each<[unknown, string]>([
  [null, 'La impresión va como un objeto JSON'],
  [{}, 'layout es card, a7, a6 o sheet'],
  [{ layout: 'a5' }, 'layout es card, a7, a6 o sheet'],
  [{ layout: 'a7', start: '3' }, 'El primer lugar libre de la hoja es un número de 1 a 10'],
  [{ layout: 'a7', offset: [1] }, 'El ajuste de la impresora son dos números, de -20 a 20 mm'],
  [{ layout: 'a7', offset: ['1', 2] }, 'El ajuste de la impresora son dos números, de -20 a 20 mm'],
  [{ layout: 'a7', again: 'sí' }, 'La petición no se entiende: again'],
])('the order %j is refused: %s', (order, message) => {
  expect(checkOrder(order).error).toEqual(new MalformedError(message))
})

test('a part that is missing or wrong, and has no message of its own, is named', () => {
  const part = { type: 'object', properties: { event: { type: 'string' } }, required: ['event'] }
  const check = compileValidator({
    schema: { type: 'object', properties: { parts: { type: 'array', items: part } }, required: ['parts'] },
    httpPart: 'body',
  })
  const said = (body: unknown) => check(body).error?.message
  expect(said({})).toBe('La petición no se entiende: falta parts')
  expect(said({ parts: [{ event: 'uno' }, {}] })).toBe('La petición no se entiende: falta parts.1.event')
  expect(said({ parts: [{ event: 1 }] })).toBe('La petición no se entiende: parts.0.event')
  expect(said(7)).toBe('La petición no se entiende')
})
