/** Tests of the history of what all desks share, as the server and the command tell it. */
import { expect, test } from 'vitest'
import { openFolder } from '../../../server/store/open.ts'
import { pilotos } from '../../support/command.ts'
import { anEvent } from '../../support/events.ts'
import { aFolder } from '../../support/folder.ts'
import { aDraft } from '../../support/pilots.ts'
import { openApp } from '../../support/server.ts'

const category = { id: 'rally-expertos', modalidad: 'RALLY', name: 'Expertos', numbers: '1-199' }

test('the history of the settings tells who changed what, before and after, and nothing of an erased person', async () => {
  const folder = await aFolder()
  const { app, stores } = await openApp({}, folder)
  const { id } = await stores.pilots.register(aDraft({ name: 'Evangelina', lastname: 'Quispe' }))
  const reserved = [{ number: '7', modalidad: 'RALLY', for: 'Evangelina Quispe' }]
  const event = { ...anEvent({ name: 'Copa Lima', categories: [category], reserved }), openedAt: '' }
  await stores.settings.change({ events: { primero: event } }, 'marta')
  const price = { id: 'p1', kind: 'entry', label: '', cents: 8000 } as const
  const till = (cents: number) => ({
    ...{
      currency: 'PEN',
      prices: [{ ...price, cents }],
      means: [],
      chips: [],
      shifts: [],
      erased: [],
      spent: {},
    },
  })
  for (const [cents, by] of [
    [8000, 'marta'],
    [9050, 'luis'],
  ] as const)
    await stores.settings.change({ events: { primero: { ...event, till: till(cents) } } } as never, by)
  const renamed = { ...event, categories: [{ ...category, name: 'Súper Expertos', numbers: '1-99' }] }
  await stores.settings.change({ events: { primero: { ...renamed, till: till(9050) } } } as never, 'luis')
  await stores.settings.change({ validity: { Anual: { kind: 'days', days: 30 } } as never }, 'marta')
  const { data } = (await app.inject('/api/settings/history')).json()
  const told = data.map((one: Record<string, unknown>) => [one.by, one.what, one.changes])
  expect(told).toContainEqual(['luis', 'Precio Inscripción, Copa Lima', ['Monto: «S/ 80.00» → «S/ 90.50»']])
  expect(told).toContainEqual(['marta', 'Vigencia Anual', ['Agregado: 30 días desde la emisión']])
  expect(told).toContainEqual([
    'luis',
    'Evento Copa Lima',
    [
      'Categoría Súper Expertos, Nombre: «Expertos» → «Súper Expertos»',
      'Categoría Súper Expertos, Números: «1-199» → «1-99»',
    ],
  ])
  expect(data[0].what).toBe('Vigencia Anual')
  expect(JSON.stringify(data)).not.toContain('primero')
  await stores.settings.change({ events: { primero: { ...renamed, reserved: [] } } } as never, 'luis')
  expect((await app.inject('/api/settings/history')).body).toContain('Para Evangelina Quispe')
  await stores.erasures.erase([id])
  expect((await app.inject('/api/settings/history')).body).not.toContain('Evangelina')
})

test('the command prints it, the newest last, and says so if there is none', async () => {
  const folder = await aFolder()
  const history = async (...more: string[]) => await pilotos(['history', ...more, '--data', folder])
  expect((await history('--shared')).stdout).toBe('Nadie cambió todavía los ajustes\n')
  expect((await history()).stderr).toContain('Falta el piloto, o --shared')
  const again = await openFolder(folder)
  for (const gates of [['Norte'], ['Norte', 'Sur']])
    await again.settings.change({ gate: { again: 'warn', gates } }, 'marta')
  await again.close()
  const { stdout } = await history('--shared')
  expect(stdout).toMatch(/marta +Puertas\n +Agregado: .*Norte[\s\S]*Puertas: «Norte» → «Norte, Sur»/)
  const [, last] = JSON.parse((await history('--shared', '--json')).stdout)
  expect(last).toMatchObject({ by: 'marta', what: 'Puertas', changes: ['Puertas: «Norte» → «Norte, Sur»'] })
})
