/** Tests of the entries in events, on the list, on the credential and at a gate, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { PilotDraft } from '#domain/pilots/pilot'
import type { PilotRecord } from '#domain/pilots/schemas'
import { anEvent, changeEntry, enter, openEventOf, setEvent } from '../../support/events.ts'
import { openGate } from '../../support/gate.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { blank, pageOpener, phone, register, registerAll } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { scan } from '../../support/scanner.ts'

const openPage = pageOpener()

const dialog = (page: Page) => page.getByRole('dialog').last()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const listed = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

/** Returns drafts of riders with numbers from 1, in turn of RALLY, UTV and ENDURO CROSS. */
function riders(length: number): PilotDraft[] {
  const modalidades = ['RALLY', 'UTV', 'ENDURO CROSS'] as const
  return Array.from({ length }, (_, index) =>
    aDraft({
      name: `Piloto${index + 1}`,
      lastname: 'Quispe',
      npiloto: String(index + 1),
      modalidad: modalidades[index % 3],
    }),
  )
}

async function recordsOf(url: string, query = ''): Promise<PilotRecord[]> {
  return (await (await fetch(`${url}/api?list=all${query}`)).json()).data
}

test('60 riders of the last event are entered by one action, and then one or many others, of whom a refused one is told who has the number', async () => {
  const { page, url } = await openPage()
  await setEvent(url, anEvent({ name: 'Fecha 1', checks: ['payment'] }))
  await registerAll(url, riders(60))
  await enter(url)
  await setEvent(url, anEvent({ name: 'Fecha 2', checks: ['payment'] }), 'open')
  await registerAll(url, [
    // A number that another one has in RALLY, and one that nobody has.
    aDraft({ name: 'Ana', lastname: 'Rojas', npiloto: '1', modalidad: 'RALLY' }),
    aDraft({ name: 'Luis', lastname: 'Rojas', npiloto: '300', modalidad: 'RALLY' }),
  ])
  await page.goto('/search?entered=all')
  await page.getByText('Nadie está inscrito todavía.').waitFor()
  await page.getByRole('link', { name: 'Ver todos' }).click()
  await listed(page, '62 pilotos').waitFor()

  await button(page, 'Inscribir').click()
  await page.getByRole('heading', { name: 'Inscribir en Fecha 2' }).waitFor()
  await page.getByRole('radio', { name: 'A los del último evento, Fecha 1', checked: true }).waitFor()
  await expectAccessibleLayout(page, 'the dialog Inscribir')
  await dialog(page).getByRole('button', { name: 'Inscribir' }).click()
  await dialog(page).getByText('60 inscripciones').waitFor()
  await button(page, 'Listo').click()

  // Both riders are chosen: one is entered, and the other one is told who has the number.
  await page.getByRole('searchbox').fill('rojas')
  await listed(page, '2 pilotos con «rojas»').waitFor()
  await page.getByRole('checkbox', { name: 'Elegir a todos los de esta página' }).check()
  await button(page, 'Inscribir 2').click()
  await page
    .getByRole('radio', { name: 'A los 2 elegidos, en la modalidad de cada uno', checked: true })
    .waitFor()
  await dialog(page).getByRole('button', { name: 'Inscribir 2' }).click()
  await dialog(page).getByText('1 inscrito', { exact: true }).waitFor()
  await dialog(page).getByText('El número 1 de RALLY lo tiene Piloto1 Quispe').waitFor()
  await expectAccessibleLayout(page, 'the report of entries')
  const owner = await dialog(page).getByRole('link', { name: 'Ver quién lo tiene' }).getAttribute('href')
  expect(owner).toMatch(/^\/credencial\//)
  await button(page, 'Listo').click()

  // One rider: the refusal is at the number, and what was typed stays.
  await page.getByRole('searchbox').fill('ana rojas')
  await listed(page, '1 piloto con «ana rojas»').waitFor()
  await page.getByText('1 · lo usa Piloto1 Quispe en RALLY').waitFor()
  await button(page, 'Quitar selección').click()
  await page.getByRole('checkbox', { name: 'Elegir a Ana Rojas' }).check()
  await button(page, 'Inscribir 1').click()
  const number = dialog(page).getByLabel('Número')
  expect(await number.inputValue()).toBe('1')
  await number.fill('4')
  await dialog(page).getByRole('button', { name: 'Inscribir' }).click()
  await dialog(page).getByText('El número 4 de RALLY lo tiene Piloto4 Quispe').waitFor()
  expect(await number.inputValue()).toBe('4')
  await number.fill('301')
  await page.getByRole('radio', { name: 'Otra, o varias' }).check()
  for (const name of ['RALLY', 'UTV']) await dialog(page).getByRole('checkbox', { name }).check()
  await dialog(page).getByRole('button', { name: 'Inscribir' }).click()
  await dialog(page).getByText('2 inscripciones').waitFor()
  await button(page, 'Listo').click()
  await page.getByText('301 RALLY · 301 UTV').waitFor()
})

test('the list counts the entries by modalidad, filters who is entered, and takes chosen riders out again', async () => {
  const { page, url } = await openPage()
  await registerAll(url, riders(60))
  await enter(url)
  const ana = await register(
    url,
    aDraft({ name: 'Ana', lastname: 'Rojas', npiloto: '301', modalidad: 'RALLY' }),
  )
  await enter(url, { ids: [ana], modalidades: ['RALLY', 'UTV'] })
  await register(url, aDraft())
  await page.goto('/')
  await button(page, 'Resumen').click()
  await page.getByRole('button', { name: 'ENDURO CROSS 21' }).waitFor()
  await page.getByRole('button', { name: 'Inscritos 61' }).click()
  await listed(page, '61 pilotos inscritos').waitFor()
  await page.getByRole('button', { name: 'ENDURO CROSS 20' }).waitFor()
  expect(new URL(page.url()).search).toBe('?entered=all')
  await page.getByRole('button', { name: 'UTV 21' }).click()
  await listed(page, '21 pilotos inscritos en UTV').waitFor()
  expect(new URL(page.url()).search).toBe('?entered=UTV')
  await page.getByRole('button', { name: 'UTV 21', pressed: true }).click()
  await listed(page, /^61 pilotos inscritos$/).waitFor()
  await expectAccessibleLayout(page, 'the list of those who are entered')

  // Those who are not entered are a filter of their own, which keeps the others.
  await page.getByRole('button', { name: 'Inscritos 61', pressed: true }).click()
  await page.getByRole('button', { name: 'No inscritos 1' }).click()
  await listed(page, '1 piloto no inscrito').waitFor()
  expect(new URL(page.url()).search).toBe('?entered=none')
  await page.goto('/search?entered=none&modalidad=UTV')
  await page.getByText('Ningún piloto queda con esos filtros.').waitFor()
  await page.goto('/search?entered=all')

  // The chosen ones are taken out again, in both modalidades.
  await page.getByRole('searchbox').fill('ana rojas')
  await page.getByRole('checkbox', { name: 'Elegir a Ana Rojas' }).check()
  await button(page, 'Inscribir 1').click()
  await button(page, 'Retirar del evento').click()
  await button(page, 'Retirar').click()
  await dialog(page).getByText('Se retiraron 2 inscripciones').waitFor()
  await button(page, 'Listo').click()
  await page.getByText('Ningún piloto tiene todas esas palabras').waitFor()
})

test('the dialog tells that another event was opened meanwhile, and keeps what was chosen', async () => {
  const { page, url } = await openPage(blank, { pilots: riders(2) })
  await page.goto('/')
  await button(page, 'Inscribir').click()
  await page.getByRole('radio', { name: 'A los 2 de la lista, en las modalidades que elija' }).check()
  await page.getByRole('checkbox', { name: 'TUNING OFF' }).check()
  await setEvent(url, anEvent({ name: 'Fecha 2' }), 'open')
  await dialog(page).getByRole('button', { name: 'Inscribir 2' }).click()
  await dialog(page).getByText('Mientras tanto se abrió Fecha 2').waitFor()
  expect(await page.getByRole('checkbox', { name: 'TUNING OFF' }).isChecked()).toBe(true)
  expect((await recordsOf(url)).filter(({ entries }) => entries)).toEqual([])
})

test('the credential has the entries: the number, the transponder and the checks with who and when, another modalidad, and the withdrawal', async () => {
  const { page, url } = await openPage(blank, { viewport: phone })
  await setEvent(url, anEvent({ name: 'Fecha 1', checks: ['payment', 'guardian'] }))
  const [ana, teo] = [
    await register(url, aDraft({ name: 'Ana', lastname: 'Rojas', npiloto: '1', modalidad: 'RALLY' })),
    await register(url, aDraft({ npiloto: '2', modalidad: 'RALLY', fechanac: '2015-03-01' })),
  ]
  await enter(url, { ids: [ana] })
  await page.goto(`/credencial/${teo}`)
  const section = page.getByRole('region', { name: 'Inscripción' })
  await section.getByText('No está inscrito.').waitFor()
  await section.getByRole('button', { name: 'Inscribir' }).click()
  await dialog(page).getByRole('button', { name: 'Inscribir' }).click()
  await dialog(page).getByText('1 inscrito').waitFor()
  await button(page, 'Listo').click()

  const entry = section.getByRole('region', { name: 'RALLY' })
  await entry.getByText('Requisitos: faltan 2').waitFor()
  await entry.getByRole('checkbox', { name: 'Pagó' }).click()
  await entry.getByText(/^ · esta laptop, \d\d\/\d\d\/\d{4}, \d\d:\d\d$/).waitFor()
  await entry.getByRole('checkbox', { name: 'Apoderado firmó' }).click()
  await entry.getByText('Requisitos: completos').waitFor()
  await entry.getByRole('checkbox', { name: 'Pagó' }).click()
  await button(page, 'Quitar').click()
  await entry.getByText('Requisitos: falta 1').waitFor()

  await entry.getByLabel('Transponder').fill('4012345')
  await entry.getByLabel('Número').fill('1')
  await entry.getByRole('button', { name: 'Guardar' }).click()
  await entry.getByText('El número 1 de RALLY lo tiene Ana Rojas').waitFor()
  expect(await entry.getByRole('link', { name: 'Ver quién lo tiene' }).getAttribute('href')).toBe(
    `/credencial/${ana}`,
  )
  expect(await entry.getByLabel('Transponder').inputValue()).toBe('4012345')
  await expectAccessibleLayout(page, 'the section Inscripción')
  await entry.getByLabel('Número').fill('7')
  await entry.getByRole('button', { name: 'Guardar' }).click()
  await entry.getByRole('button', { name: 'Guardar' }).waitFor({ state: 'detached' })
  const [record] = await recordsOf(url, '&entered=RALLY&npiloto=2')
  expect(record?.entries).toMatchObject([{ modalidad: 'RALLY', number: '7', transponder: '4012345' }])

  await section.getByRole('button', { name: 'Otra modalidad' }).click()
  await dialog(page).getByRole('checkbox', { name: 'UTV' }).check()
  await dialog(page).getByRole('button', { name: 'Inscribir' }).click()
  await button(page, 'Listo').click()
  const second = section.getByRole('region', { name: 'UTV' })
  expect(await second.getByLabel('Número').inputValue()).toBe('2')
  await entry.getByRole('button', { name: 'Retirar' }).click()
  await dialog(page).getByRole('button', { name: 'Retirar' }).click()
  await entry.waitFor({ state: 'detached' })
  await second.waitFor()

  // A rider of age needs no guardian.
  await page.goto(`/credencial/${ana}`)
  await section.getByRole('checkbox', { name: 'Pagó' }).waitFor()
  expect(await section.getByRole('checkbox').count()).toBe(1)
})

test('what is typed about the motorcycle is read and shown, its parts are corrected, and the next event takes it over', async () => {
  const { page, url } = await openPage(blank, { viewport: phone })
  await setEvent(url, anEvent({ name: 'Fecha 1' }))
  const id = await register(url, aDraft({ npiloto: '1', modalidad: 'RALLY' }))
  await page.goto(`/credencial/${id}`)
  const section = page.getByRole('region', { name: 'Inscripción' })
  const stored = async () => (await recordsOf(url, '&entered=RALLY'))[0]?.entries?.[0]?.motorcycle
  await section.getByRole('button', { name: 'Inscribir' }).click()
  await dialog(page).getByLabel('Moto', { exact: true }).fill('KTM 125SX 2T')
  await dialog(page).getByText('Se entendió: KTM 125SX · 125 cc · 2T').waitFor()
  await expectAccessibleLayout(page, 'the dialog Inscribir')
  await dialog(page).getByRole('button', { name: 'Inscribir' }).click()
  await button(page, 'Listo').click()
  expect(await stored()).toEqual({ brand: 'KTM', model: '125SX', cc: 125, strokes: '2T' })

  const entry = section.getByRole('region', { name: 'RALLY' })
  expect(await entry.getByLabel('Moto', { exact: true }).inputValue()).toBe('KTM 125SX 125 cc 2T')
  await entry.getByText('Se entendió: KTM 125SX').click()
  await entry.getByLabel('Cilindrada (cc)').fill('muchos')
  await entry.getByText('La cilindrada va en cc, de 1 a 10.000').waitFor()
  await entry.getByRole('button', { name: 'Guardar' }).click()
  await expectAccessibleLayout(page, 'the parts of a motorcycle')
  await entry.getByLabel('Cilindrada (cc)').fill('144')
  await entry.getByLabel('Tiempos').selectOption('No se sabe')
  await entry.getByLabel('Chasis').fill('VBK1')
  await entry.getByText('Se entendió: KTM 125SX · 144 cc · chasis VBK1').waitFor()
  expect(await entry.getByLabel('Moto', { exact: true }).inputValue()).toBe('KTM 125SX 144 cc')
  await entry.getByRole('button', { name: 'Guardar' }).click()
  await entry.getByRole('button', { name: 'Guardar' }).waitFor({ state: 'detached' })
  const corrected = { brand: 'KTM', model: '125SX', cc: 144, chassis: 'VBK1' }
  expect(await stored()).toEqual(corrected)

  await setEvent(url, anEvent({ name: 'Fecha 2' }), 'open')
  await page.reload()
  await section.getByRole('button', { name: 'Inscribir' }).click()
  await dialog(page).getByText('Se entendió: KTM 125SX · 144 cc · chasis VBK1').waitFor()
  await dialog(page).getByRole('button', { name: 'Inscribir' }).click()
  await button(page, 'Listo').click()
  expect(await stored()).toEqual(corrected)
  await entry.getByLabel('Moto', { exact: true }).fill('')
  await entry.getByRole('button', { name: 'Guardar' }).click()
  await entry.getByRole('button', { name: 'Guardar' }).waitFor({ state: 'detached' })
  expect(await stored()).toBeUndefined()
})

test('a gate that demands the checks lets those pass who have them, also without the server, and Faltan counts those who are entered', async () => {
  const { page, context, url, close } = await openPage(blank, { viewport: phone })
  await setEvent(url, anEvent({ checks: ['payment'], demand: 'checks' }))
  const ids: string[] = []
  for (const draft of riders(6)) ids.push(await register(url, draft))
  const { id: event } = await openEventOf(url)
  const entered = [ids[0], ids[1], ids[3], ids[4]] as string[]
  await enter(url, { ids: entered })
  for (const [id, modalidad] of [
    [ids[0], 'RALLY'],
    [ids[3], 'RALLY'],
  ] as const)
    await changeEntry(url, String(id), { event, modalidad, to: { checks: { payment: true } } })

  await openGate(page)
  const answers = ['PASE', 'FALTA: pago', 'NO INSCRITO']
  for (const [index, word] of answers.entries()) {
    await scan(page, String(ids[index]))
    await page.getByRole('heading', { level: 2, name: word }).waitFor()
    await page
      .getByText(`Piloto${index + 1} Quispe`)
      .first()
      .waitFor()
  }
  const list = await context.newPage()
  await list.goto('/')
  await button(list, 'Resumen').click()
  await list.getByRole('button', { name: 'Faltan 3' }).click()
  await listed(list, '3 pilotos inscritos, que no han entrado').waitFor()
  await list.close()

  await close()
  await page.getByText('Sin conexión con la laptop').waitFor()
  for (const [index, word] of answers.entries()) {
    await scan(page, String(ids[index + 3]))
    await page
      .getByText(`Piloto${index + 4} Quispe`)
      .first()
      .waitFor()
    await page.getByRole('heading', { level: 2, name: word }).waitFor()
  }
})

test('each modalidad of a rider has a number of its own, and a taken one offers the nearest free ones by a button and a key', async () => {
  const { page, url } = await openPage()
  await setEvent(url, anEvent())
  const rider = (name: string, npiloto: string) =>
    register(url, aDraft({ name, lastname: 'Rojas', npiloto, modalidad: 'MOTOCROSS' }))
  const [one, two] = [await rider('Uno', '102'), await rider('Dos', '103')]
  await enter(url, { ids: [one, two] })
  const ana = await rider('Ana', '102')
  await page.goto(`/credencial/${ana}`)
  await button(page, 'Inscribir').click()
  await page.getByRole('radio', { name: 'Otra, o varias' }).check()
  for (const name of ['MOTOCROSS', 'ENDURO CROSS']) await dialog(page).getByRole('checkbox', { name }).check()
  const motocross = dialog(page).getByLabel('Número en MOTOCROSS')
  const enduro = dialog(page).getByLabel('Número en ENDURO CROSS')
  await dialog(page).getByText('El número 102 de MOTOCROSS lo tiene Uno Rojas').waitFor()
  expect(await dialog(page).getByRole('button', { name: 'Poner el anterior libre, 101' }).count()).toBe(1)
  await expectAccessibleLayout(page, 'the numbers of two modalidades')
  await dialog(page).getByRole('button', { name: 'Inscribir', exact: true }).click()
  // ENDURO CROSS is entered, and the form stays for the other one.
  await dialog(page).getByText('El número 102 de MOTOCROSS lo tiene Uno Rojas').waitFor()
  await dialog(page).getByText('Ya está inscrito en ENDURO CROSS.').waitFor()
  expect(await enduro.count()).toBe(0)
  await motocross.press('ArrowUp')
  expect(await motocross.inputValue()).toBe('104')
  await motocross.press('Enter')
  await button(page, 'Listo').click()
  expect(await motocross.count()).toBe(0)
  const [record] = await recordsOf(url, '&entered=ENDURO CROSS')
  expect(record?.entries?.map(({ modalidad, number: its }) => [modalidad, its])).toEqual([
    ['ENDURO CROSS', '102'],
    ['MOTOCROSS', '104'],
  ])
})

test.each([
  { width: 1366, height: 768 },
  { width: 1024, height: 600 },
  { width: 360, height: 800 },
])('the message about a taken number is not under the foot of the dialog at %o', async (viewport) => {
  const { page, url } = await openPage(blank, { viewport })
  await setEvent(url, anEvent())
  const ana = await register(url, aDraft({ name: 'Ana', npiloto: '102', modalidad: 'MOTOCROSS' }))
  await page.goto(`/credencial/${ana}`)
  await button(page, 'Inscribir').click()
  await page.getByRole('radio', { name: 'Otra, o varias' }).check()
  await dialog(page).getByRole('checkbox', { name: 'MOTOCROSS' }).check()
  // Another rider gets the number while the dialog is open.
  const eva = await register(url, aDraft({ name: 'Eva', npiloto: '102', modalidad: 'MOTOCROSS' }))
  await enter(url, { ids: [eva] })
  await dialog(page).getByRole('button', { name: 'Inscribir', exact: true }).click()
  const message = dialog(page).getByText('El número 102 de MOTOCROSS lo tiene')
  await message.waitFor()
  const foot = dialog(page).getByRole('button', { name: 'Cancelar' })
  await expect
    .poll(async () => {
      const [shown, below] = [await message.boundingBox(), await foot.boundingBox()]
      return shown && below ? shown.y + shown.height <= below.y : false
    })
    .toBe(true)
})
