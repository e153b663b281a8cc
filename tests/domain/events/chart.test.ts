/** Tests of the chart of a report. */
import { expect, test } from 'vitest'
import type { DayOfGates } from '#domain/events/report/calls'
import { chartOf } from '#domain/events/report/sections'
import { addDays } from '#domain/text/date'

const dayOf = (day: string, ...hours: number[]): DayOfGates => ({
  day,
  persons: 5,
  hours: hours.map((hour) => ({ hour, persons: 3 })),
})

test('one day is shown by hour, with the hours in which nobody entered', () => {
  expect(chartOf([dayOf('2026-11-21', 7, 9)])).toEqual({
    unit: 'hour',
    bars: [
      { label: '7 h', persons: 3 },
      { label: '8 h', persons: 0 },
      { label: '9 h', persons: 3 },
    ],
    left: 0,
  })
  expect(chartOf([])).toEqual({ unit: 'hour', bars: [], left: 0 })
})

test('two short days are shown by hour and day, and a long event by day', () => {
  const two = chartOf([dayOf('2026-11-21', 7, 18), dayOf('2026-11-22', 7, 18)])
  expect(two).toMatchObject({ unit: 'hour', left: 0 })
  expect(two.bars[12]).toEqual({ label: '7 h', day: '22/11', persons: 3 })

  const four = chartOf(['21', '22', '24', '25'].map((day) => dayOf(`2026-11-${day}`, 7, 18)))
  expect(four).toMatchObject({ unit: 'day', left: 0 })
  expect(four.bars.map(({ label, persons }) => `${label} ${persons}`)).toEqual([
    '21/11 5',
    '22/11 5',
    '23/11 0',
    '24/11 5',
    '25/11 5',
  ])
})

test('of more days than can be read, the last ones are shown, and the others are counted', () => {
  const days = Array.from({ length: 50 }, (_, index) => dayOf(addDays('2026-01-01', 3 * index), 9))
  const { bars, left, unit } = chartOf(days)
  expect({ unit, left, bars: bars.length, last: bars.at(-1)?.label }).toEqual({
    unit: 'day',
    left: 14,
    bars: 36,
    last: '28/05',
  })
})
