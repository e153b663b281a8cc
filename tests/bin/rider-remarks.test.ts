/** Tests that `pilotos import` names removed riders and documents of another length, and the command that restores. */
import { expect, test } from 'vitest'
import { openFolder } from '../../server/store/open.ts'
import { pilotos } from '../support/command.ts'
import { anEvent } from '../support/events.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'

test('removed riders of a file are named with the command that restores them, and a DNI of another length is told', async () => {
  const data = await aFolder()
  const ana = aDraft({ name: 'Ana', lastname: 'Paz', dni: 40123456 })
  const stores = await openFolder(data)
  await stores.settings.change({ events: { primero: { ...anEvent({ country: 'PE' }), openedAt: '' } } })
  const { id } = await stores.pilots.register(ana)
  await stores.pilots.remove(id)
  await stores.close()
  const rows = [ana, aDraft({ name: 'Eva', lastname: 'Rey', dni: 123456789 })]
  const imported = () =>
    pilotos(['import', '-', '--data', data, '--dry-run'], { input: JSON.stringify(rows) })
  const { stderr } = await imported()
  expect(stderr).toContain(
    '1 fila de alguien que se borró: se registra otra vez, y la credencial anterior no vale: registro 1 (Ana Paz, 40123456)',
  )
  expect(stderr).toContain(
    '1 fila con un DNI que no es de hasta 8 cifras, como los de Perú: registro 2 (Eva Rey, 123456789)',
  )
  const [command = ''] = /pilotos remove --undo .*/.exec(stderr) ?? []
  expect((await pilotos([...command.trim().split(' ').slice(1), '--data', data])).code).toBe(0)
  expect((await imported()).stderr).not.toContain('se borró')
})
