import { expect, test } from 'vitest'
import type { Entry } from '#domain/events/entry'
import { openEvent, type RaceEvents } from '#domain/events/events'
import { FollowingEntries, hasFollowers } from '#domain/events/following'
import type { Pilot } from '#domain/pilots/pilot'
import { aDraft, aPilot } from '../../support/pilots.ts'

const note = { at: '2026-11-28T09:00:00.000Z' }
const event: RaceEvents[0] = { ...openEvent(), modalidades: ['MOTOCROSS', 'ENDURO CROSS', 'RALLY'] }
const entryOf = (modalidad: string, number?: string, transponder?: string): Entry => ({
  event: event.id,
  modalidad,
  at: '2026-11-21T10:00:00.000Z',
  checks: { payment: { at: '2026-11-21T10:00:00.000Z' } },
  ...(number && { number }),
  ...(transponder && { transponder }),
})
const rider = (id: string, npiloto: string, entries: Entry[], more: object = {}): Pilot => ({
  ...aPilot(id, aDraft({ npiloto, modalidad: 'MOTOCROSS', ...more })),
  entries,
})
const ana = rider('0000000000A1', '11', [entryOf('ENDURO CROSS', '7'), entryOf('MOTOCROSS', '011')])
const eva = rider('0000000000B2', '12', [entryOf('MOTOCROSS', '12')])
const follow = (before: Pilot, changes: Partial<Pilot>) =>
  new FollowingEntries(event, [ana, eva]).follow(before, { ...before, ...changes }, note)

test('an entry with the number of the rider gets the new one, and keeps its ticks; one with another number keeps it', () => {
  const { entries } = follow(ana, { npiloto: '611' })
  expect(entries?.map(({ modalidad, number, checks }) => [modalidad, number, checks !== undefined])).toEqual([
    ['ENDURO CROSS', '7', true],
    ['MOTOCROSS', '611', true],
  ])
})

test('an entry follows the modalidad and the transponder of its rider', () => {
  expect(follow(eva, { modalidad: 'RALLY', transponder: '4012345' }).entries).toMatchObject([
    { modalidad: 'RALLY', number: '12', transponder: '4012345' },
  ])
  const own = { ...eva, entries: [entryOf('MOTOCROSS', '12', '7000000')] }
  expect(follow(own, { transponder: '4012345' }).entries).toMatchObject([{ transponder: '7000000' }])
  const stays = follow(ana, { modalidad: 'ENDURO CROSS' }).entries
  expect(stays?.map(({ modalidad }) => modalidad)).toEqual(['ENDURO CROSS', 'MOTOCROSS'])
})

test('a rider without an entry, and another event, stay as they are', () => {
  const other = { ...eva, entries: [{ ...entryOf('MOTOCROSS', '12'), event: 'E' }] }
  for (const before of [{ ...eva, entries: undefined }, other])
    expect(follow(before as Pilot, { npiloto: '99' }).entries).toEqual(before.entries)
  expect(hasFollowers(eva, { ...eva }, event.id)).toBe(false)
})

test('a number that another rider has, and a modalidad that does not ride, are refused with the field', () => {
  expect(() => follow(ana, { npiloto: '12' })).toThrow(
    expect.objectContaining({
      kind: 'conflict',
      details: {
        id: eva.id,
        fields: { npiloto: expect.stringContaining('El número 12 de MOTOCROSS lo tiene') },
      },
    }),
  )
  expect(() => follow(ana, { modalidad: 'QUAD CROSS' })).toThrow(
    expect.objectContaining({
      details: { fields: { modalidad: 'QUAD CROSS no corre en este evento, en el que está inscrito' } },
    }),
  )
})

test('what a change leaves as it is stays: a chosen category, a modalidad that rides no more, a number of two riders', () => {
  const categories = ['MX1', 'MX2'].map((name) => ({ id: name, modalidad: 'MOTOCROSS', name }))
  const entries = [
    { ...entryOf('MOTOCROSS', '12'), category: 'MX2' },
    { ...entryOf('QUAD CROSS', '12'), category: 'gone' },
  ]
  const [one, twin] = ['1', '2'].map((id) => rider(`0000000000C${id}`, '12', entries)) as [Pilot, Pilot]
  const following = new FollowingEntries({ ...event, categories }, [twin, one])
  expect(following.follow(one, { ...one, transponder: '4012345' }, note).entries).toEqual(
    entries.map((entry) => ({ ...entry, transponder: '4012345' })),
  )
  expect(() => following.follow({ ...one, npiloto: '13' }, { ...one, npiloto: '12' }, note)).not.toThrow()
  expect(following.follow(one, { ...one, npiloto: '13' }, note).entries).toMatchObject([
    { category: 'MX2', number: '13' },
    { number: '13' },
  ])
})

test('riders of an import follow one after the other: a number that was given up is free', () => {
  const following = new FollowingEntries(event, [ana, eva])
  const moved = following.follow(eva, { ...eva, npiloto: '13' }, note)
  expect(following.follow(ana, { ...ana, npiloto: '12' }, note).entries).toMatchObject([{}, { number: '12' }])
  expect(() => following.follow(moved, { ...moved, npiloto: '12' }, note)).toThrow(
    'El número 12 de MOTOCROSS',
  )
})
