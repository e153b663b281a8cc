/** Tests that a fact on a pilot, with its button, is added in six files, in a copy of the project with it. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openStores } from '../../../server/store/open.ts'
import { pilotosProcess, serve } from '../../support/command.ts'
import { type Edit, editedProject } from '../../support/edited-project.ts'
import { aFolder } from '../../support/folder.ts'
import { chooseFromMenu } from '../../support/menu.ts'
import { openElsewhere, pageOpener } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { places } from '../../support/places.ts'

const openPage = pageOpener()

/** The fact that a doctor has examined the rider, when and by whom it was noted. Imports have names of their own here. */
const edits: readonly Edit[] = [
  {
    file: 'server/domain/pilots/facts/facts.ts',
    before: '\nexport const facts = {',
    entry: `
import { formatMoment } from '../../text/date.ts'
import { isObject } from '../../text/text.ts'

interface MedicalCheck {
  at: string
  by: string
}

function isMedicalCheck(value: unknown): value is MedicalCheck {
  return isObject(value) && isMoment(value.at) && typeof value.by === 'string'
}

function describeCheck({ at, by }: MedicalCheck): string {
  return \`\${formatMoment(at)}, \${by}\`
}
`,
  },
  {
    file: 'server/domain/pilots/facts/facts.ts',
    before: '\n  /** The credential that was printed. */',
    entry: `
  medicalCheck: {
    is: isMedicalCheck,
    audience: 'desk',
    kinds: { medicalCheck: { title: 'Control médico', refusal: 'se anotó el control médico de' } },
    values: {
      medicalCheck: {
        label: 'Control médico',
        text: describeCheck,
        key: ({ at, by }: MedicalCheck) => \`\${at} \${by}\`,
        merge: 'latest',
        dataGroup: 'health',
      },
    },
    columns: { control_medico: { label: 'Control médico', text: describeCheck } },
    moments: ({ at }: MedicalCheck) => [at],
    isActivity: true,
    section: { title: 'Control médico', rows: ({ at, by }: MedicalCheck) => [[formatMoment(at), by]] },
  },`,
  },
  {
    file: 'server/domain/pilots/schemas.ts',
    before: "} satisfies FactSchemas<'desk'>",
    entry: `  medicalCheck: Type.Optional(answered({ at: text('The time.'), by: text('The author.') })),
`,
  },
  {
    file: 'server/domain/privacy/calls.ts',
    before: '\nexport const privacyCalls = {',
    entry: `
import { pilotRecord as pilotShown } from '../pilots/schemas.ts'
`,
  },
  {
    file: 'server/domain/privacy/calls.ts',
    before: "\n  'POST /api/pilots/:id/erase': {",
    entry: `
  'POST /api/pilots/:id/medical-check': {
    role: 'mesa',
    summary: 'Notes that a doctor has examined a pilot.',
    params: pilotParams,
    answers: { 200: dataOf(pilotShown) },
  },`,
  },
  {
    file: 'server/pilots/routes.ts',
    before: '\n  const unfollow = ',
    entry: `
  serve(app, 'POST /api/pilots/:id/medical-check', async (request) => {
    const id = await holderOf(stores, requireId(request.params.id))
    const by = guard.authorOf(request)
    const check = { at: new Date().toISOString(), by }
    return { data: [toRecord(await store.setFact(id, 'medicalCheck', check, by))] }
  })
`,
  },
  {
    file: 'client/credential/waiting-parts.tsx',
    before: "\n  history: 'Historial de cambios',",
    entry: `
  medicalCheck: 'Control médico',`,
  },
  {
    file: 'client/credential/credential-actions.tsx',
    before: "\nimport { useSession } from '../api/session.ts'",
    entry: `
import { callForOne as callForCheck } from '../api/call.ts'
import { useAction as useCheck } from '../ui/form.tsx'`,
  },
  {
    file: 'client/credential/credential-actions.tsx',
    before: '\n  if (!pilot) return null\n',
    entry: `
  const check = useCheck(() => callForCheck('POST /api/pilots/:id/medical-check', { params: { id } }))`,
  },
  {
    file: 'client/credential/credential-actions.tsx',
    before: '\n            { name: actionNames.history, ',
    entry: `
            {
              name: actionNames.medicalCheck + (pilot.medicalCheck ? \`: \${pilot.medicalCheck.by}\` : ''),
              onChoose: () => void check.run(),
            },`,
  },
]

const project = editedProject(edits)

/** Returns a function that runs a command of the copy on some data, and returns what it prints. */
function commandOn(data: string) {
  return async (...args: string[]) => {
    const cwd = await aFolder()
    const { code, stdout, stderr } = await pilotosProcess([...args, '--data', data], {
      project: project(),
      cwd,
    })
    expect([code, stderr]).toEqual([0, expect.any(String)])
    return stdout
  }
}

/** Notes the fact through a server of the copy, and returns the record. */
async function note(data: string, id: string) {
  const server = await serve(['--data', data], { project: project() })
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answer = await fetch(`${server.url}/api/pilots/${id}/medical-check`, { method: 'POST', headers })
  expect(answer.status).toBe(200)
  await server.stop()
  return (await answer.json()).data[0]
}

test('a fact with a call and a button is added in at most six files', () => {
  expect(new Set(edits.map(({ file }) => file)).size).toBeLessThanOrEqual(6)
})

describe.each(places)('in %s of a program without the fact, its copy', (_, place) => {
  test('notes the fact with a button, tells it in the history, and reads it again', async () => {
    const data = await place()
    const before = await openStores(data)
    const { id } = await before.pilots.register(aDraft({ name: 'Ana', lastname: 'Quispe', dni: 70123456 }))
    await before.close()
    const { url, stop } = await serve(['--data', data], { project: project() })
    const page = await openElsewhere({ ...(await openPage()), url }, `/credencial/${id}`)
    await chooseFromMenu(page, 'Control médico')
    await page.getByRole('button', { name: 'Más' }).click()
    await page.getByRole('menuitem', { name: 'Control médico: esta laptop' }).waitFor()
    await page.keyboard.press('Escape')
    await chooseFromMenu(page, 'Historial de cambios')
    const history = page.getByRole('dialog')
    await history.getByRole('heading', { name: 'Control médico' }).waitFor()
    await history.getByText(/^Control médico: «» → «.*, esta laptop»$/).waitFor()
    const list = async (init?: RequestInit) =>
      (await (await fetch(`${url}/api?list=${id}`, init)).json()).data
    const check = { at: expect.any(String), by: 'esta laptop' }
    expect(await list()).toMatchObject([{ medicalCheck: check }])
    const [public_] = await list({ headers: { 'x-forwarded-for': '192.168.1.77' } })
    expect(JSON.stringify(public_)).not.toContain('medicalCheck')
    await stop()

    const command = commandOn(data)
    expect(JSON.parse(await command('list', '--json'))).toMatchObject([
      { control_medico: expect.stringContaining('esta laptop') },
    ])
    expect(await command('export', '--plain')).toMatch(
      /^id_driver.*,control_medico\r?\n.*, esta laptop"\r?\n$/s,
    )
    expect(await command('history', id)).toMatch(/Control médico: «» → «.*, esta laptop»/)
    // A program that does not know the fact keeps it.
    const { pilots, close } = await openStores(data)
    expect(await pilots.update(id, aDraft({ dni: 70123456, club: 'Dos' }))).toMatchObject({
      medicalCheck: check,
    })
    await close()
    await command('history', id)
    expect(await command('list', '--json')).toContain('esta laptop')
  })

  test('merges the later of two, and erases it with the person', async () => {
    const [data, other, folder] = [await place(), await aFolder(), await aFolder()]
    const [command, elsewhere] = [commandOn(data), commandOn(other)]
    const before = await openStores(data)
    const { id } = await before.pilots.register(aDraft({ name: 'Ana', lastname: 'Quispe', dni: 70123456 }))
    await before.close()
    await command('backup', join(folder, 'base.tar.gz'))
    await elsewhere('restore', join(folder, 'base.tar.gz'))
    const earlier = await note(data, id)
    const later = await note(other, id)
    expect(later.medicalCheck.at > earlier.medicalCheck.at).toBe(true)
    await elsewhere('backup', join(folder, 'otra.tar.gz'))
    expect(JSON.parse(await command('merge', join(folder, 'otra.tar.gz'), '--json'))).toMatchObject({
      joined: 1,
      conflicts: [],
    })
    const stores = await openStores(data)
    expect(await stores.pilots.get(id)).toMatchObject({ medicalCheck: later.medicalCheck })
    await stores.close()

    await command('erase', '70123456', '--yes')
    expect(await command('list', '--json')).toBe('[]\n')
    const left = await openStores(data)
    expect(JSON.stringify(await left.pilots.changeLog())).not.toContain('"medicalCheck"')
    await left.close()
    if (place !== aFolder) return
    for (const file of await readdir(data, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue
      const content = await readFile(join(file.parentPath, file.name), 'latin1')
      expect([file.name, content.includes('"medicalCheck"')]).toEqual([file.name, false])
    }
  })
})
