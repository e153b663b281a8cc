/** Tests of the distinction between folders and database addresses. No misspelt address is taken for a folder. */
import { relative, sep } from 'node:path'
import { expect, test } from 'vitest'
import { databaseBackups, isDatabase, userFolder } from '../../server/store/data-address.ts'
import { notUnderstood, refusalOf } from '../support/refusal.ts'

test.each([
  ...['postgres://mesa:SECRETA1@host/federacion', 'postgresql://host/b', 'POSTGRES://host/b'],
  ...['PostgreSQL://host/b', ' postgres://host/b', 'postgres://host/b\r\n'],
])('%j is read as a database', (data) => {
  expect(isDatabase(data)).toBe(true)
})

test.each([
  'postgre://mesa:SECRETA1@host/federacion',
  'psql://mesa:SECRETA1@host/b',
  'pg://mesa:SECRETA1@host/b',
  'jdbc:postgresql://host/b?user=mesa&password=SECRETA1',
  'jdbc:postgresql:SECRETA1',
  'http://mesa:SECRETA1@host/b',
  'postgresql+psycopg://mesa:SECRETA1@host/b',
  'postgres//mesa:SECRETA1@host/b',
  'postgres//host/SECRETA1',
  'mysql//mesa:SECRETA1@host/b',
  '//mesa:SECRETA1@host/b',
  'mesa:SECRETA1@host/b',
  'mesa:SECRETA1@host',
  'postgres:/mesa:SECRETA1@host/b',
  'postgres:mesa:SECRETA1@host/b',
  ' postgre://mesa:SECRETA1@host/b ',
  '"postgres://mesa:SECRETA1@host/b"',
  "psql 'postgresql://mesa:SECRETA1@host/b'",
  'host=db.federacion.pe user=mesa password=SECRETA1',
  'host=db user=mesa dbname = SECRETA1',
  'Server=db;User Id=mesa;Password=SECRETA1',
])('%j is refused as a misspelt database address', (data) => {
  const message = refusalOf(() => isDatabase(data))
  expect(message).toMatch(notUnderstood)
  expect(message).not.toMatch(/SECRETA1|mesa|host/)
})

test.each([
  'data',
  './data',
  '/srv/pilotos/data',
  '/srv/ab:/data',
  'C:\\data',
  'C:/data',
  'C://data',
  '\\\\servidor\\datos',
  '//servidor/datos',
  'datos//2026',
  'data@2026',
  'a:b',
  'evento:2026',
  'evento 10:30 @ Lima',
  '/srv/postgres:15/data',
  'postgres',
  'postgres/data',
  'pg',
  '',
])('%j is read as a folder', (data) => {
  expect(isDatabase(data)).toBe(false)
})

test('the backups of a database are in one folder of the user, for the kiosk and for every command', () => {
  const machine = { platform: 'linux', env: {}, home: '/home/rosa' } as const
  const place = databaseBackups('postgres://mesa:SECRETA1@db.federacion.pe/Federación', machine)
  expect(relative(userFolder(machine), place).split(sep)).toEqual([
    'databases',
    expect.stringMatching(/^db\.federacion\.pe-Federaci-n-[0-9a-f]{8}$/),
    'backups',
  ])
  expect(
    databaseBackups('postgresql://otra@db.federacion.pe:5432/Federaci%C3%B3n?sslmode=require', machine),
  ).toBe(place)
})

test('each database has its own folder of backups, since an erasure rewrites all archives in it', () => {
  const machine = { platform: 'linux', env: {}, home: '/home/rosa' } as const
  const addresses = ['uno/b', 'UNO/b', 'uno/B', 'uno:5433/b', 'uno-dos/b', 'uno/b?dbname=c', '[::1]/b']
  const places = addresses.map((one) => databaseBackups(`postgres://${one}`, machine).toLowerCase())
  expect(new Set(places).size).toBe(addresses.length)
})
