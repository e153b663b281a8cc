/** Tests of the words of a report, which the screen, the PDF and the terminal print. */
import { expect, test } from 'vitest'
import { openEvent } from '#domain/events/events'
import { ReportBuilder } from '#domain/events/report/report'
import { sectionsOf } from '#domain/events/report/sections'
import { at } from '../../support/passages.ts'

const event = { ...openEvent(), name: 'Copa Sur', place: 'Lima' }
const empty = new ReportBuilder({ event, events: [event], now: at('18:00'), revocations: [] }).build([], [])

test('a list without rows says so, and offers nothing to do about them', () => {
  const { title, place, chart, checks, ...lists } = sectionsOf(empty)
  expect([title, place, chart.none, checks]).toEqual([
    'Copa Sur',
    'Lima',
    'Nadie pasó por las puertas.',
    undefined,
  ])
  for (const { rows, total, none } of [
    lists.modalidades,
    lists.clubs,
    lists.inside,
    lists.incidents,
    lists.work,
  ])
    expect([rows, total, none]).toEqual([[], 0, expect.stringMatching(/^(Nadie|No) .*\.$/)])
  expect(lists.incidents.link).toBeUndefined()
})

test('a row has its cells, the sentence that counts them, and those who lack no check come last', () => {
  const { checks, inside, work } = sectionsOf({
    ...empty,
    event: { ...empty.event, is_open: false },
    checks: [{ name: 'payment', lacking: 12 }],
    complete: 1234,
    inside: { total: 700, riders: [{ id: '', name: 'Ana Ñato', number: '7', gate: 'Sur', at: at('09:42') }] },
    work: [{ name: '', registered: 2, changes: 0, prints: 1200, scans: 1 }],
  })
  expect(checks?.rows.map(({ cells }) => cells)).toEqual([
    ['Sin pago', '12'],
    ['Con todo en regla', '1.234'],
  ])
  expect(inside).toMatchObject({ title: 'Seguían adentro al cerrar: 700', total: 700, rows: [{ pilot: '' }] })
  expect(inside.link).toBeUndefined()
  expect(work.rows).toMatchObject([
    {
      cells: ['No se sabe quién', '2', '0', '1.200', '1'],
      sentence: '2 registros, 1.200 credenciales impresas y 1 lectura',
    },
  ])
})
