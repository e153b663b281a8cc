/** Tests of cards that are printed at once, with CUPS and a printer that writes PDFs. */
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { credentialUrl } from '#domain/api/addresses'
import { type Layout, layouts } from '#domain/credential/cards'
import type { PilotId } from '#domain/pilots/pilot-id'
import { pdfPrinter, startCups } from '../support/cups.ts'
import { aFolder } from '../support/folder.ts'
import { canPrint } from '../support/machine.ts'
import { infoOfPdf } from '../support/pdfs.ts'
import { readQr } from '../support/qr-reader.ts'
import { openApp, publicUrl, registered, type TestServer } from '../support/server.ts'

async function ask(app: FastifyInstance, method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const response = await app.inject({ method, url, payload, headers: { 'sec-fetch-site': 'same-origin' } })
  return response.statusCode === 204 ? undefined : response.json().data?.[0]
}

async function queueOf(app: FastifyInstance) {
  return (await app.inject('/api/print/queue')).json().data
}

async function isPrinted({ stores }: TestServer, id: string): Promise<boolean> {
  return (await stores.pilots.get(id as PilotId)).card !== undefined
}

/** Chooses the printer for a kind of card. */
function choose(app: FastifyInstance, layout: Layout) {
  return ask(app, 'PUT', '/api/printers', { chosen: { [layout]: pdfPrinter }, desks: {} })
}

describe.skipIf(!canPrint())('a printer of CUPS', () => {
  test('CUPS prints a card at its own size, with its QR, and it then counts as printed', async () => {
    const cups = await startCups()
    const server = await openApp()
    const { app } = server
    const { printers } = (await app.inject('/api/printers')).json().data[0]
    expect(printers).toEqual([{ name: pdfPrinter, state: 'ready' }])
    for (const [index, layout] of (['card', 'a7', 'a6'] as const).entries()) {
      await choose(app, layout)
      const { id_driver: id } = await registered(app)
      expect(await isPrinted(server, id)).toBe(false)
      const job = await ask(app, 'POST', '/api/print/now', { ids: [id] })
      expect(job).toMatchObject({ printer: pdfPrinter, by: 'esta laptop' })
      await expect
        .poll(async () => (await queueOf(app))[index])
        .toMatchObject({ id: job.id, state: 'printed' })
      expect(await isPrinted(server, id)).toBe(true)
      const sheet = (await cups.sheets())[index] ?? ''
      const info = infoOfPdf(sheet)
      expect(info).toMatch(/Pages: +1\n/)
      const [, width, height] = /Page size: +([\d.]+) x ([\d.]+) pts/.exec(info) ?? []
      // The printer of the test knows whole points only.
      expect(Math.abs(Number(width) - (layouts[layout].page.width * 72) / 25.4)).toBeLessThan(1)
      expect(Math.abs(Number(height) - (layouts[layout].page.height * 72) / 25.4)).toBeLessThan(1)
      const picture = `${await aFolder()}/card`
      execFileSync('pdftoppm', ['-r', '300', '-png', '-singlefile', sheet, picture], { stdio: 'ignore' })
      expect(await readQr(await readFile(`${picture}.png`))).toBe(credentialUrl(publicUrl, id))
    }
  })

  test('A paused printer, a cancelled job and a printer that is gone count as not printed', async () => {
    const cups = await startCups()
    const server = await openApp()
    const { app } = server
    await choose(app, 'card')
    const { id_driver: id } = await registered(app)
    const last = async () => (await queueOf(app)).at(-1)
    cups.run('cupsdisable', pdfPrinter)
    const job = await ask(app, 'POST', '/api/print/now', { ids: [id] })
    await expect
      .poll(last)
      .toMatchObject({ state: 'failed', reason: expect.stringContaining('Está en pausa') })
    cups.run('cupsenable', pdfPrinter)
    // The printer holds new jobs, so that the next one waits until a person cancels it.
    cups.run('lpadmin', '-p', pdfPrinter, '-o', 'job-hold-until-default=indefinite')
    await ask(app, 'POST', `/api/print/queue/${job.id}/retry`)
    await expect.poll(() => cups.run('lpstat', '-o')).toContain(pdfPrinter)
    expect(await last()).toMatchObject({ state: 'printing' })
    cups.run('cancel', '-a', pdfPrinter)
    await expect.poll(last).toMatchObject({ state: 'failed', reason: 'La anularon en la computadora' })
    await ask(app, 'POST', `/api/print/queue/${job.id}/retry`)
    await expect.poll(() => cups.run('lpstat', '-o')).toContain(pdfPrinter)
    cups.run('cupsdisable', pdfPrinter)
    await expect.poll(last).toMatchObject({ state: 'failed' })
    // A failed job does not wait in the system for the printer to come back.
    await expect.poll(() => cups.run('lpstat', '-o')).toBe('')
    cups.run('lpadmin', '-x', pdfPrinter)
    await ask(app, 'POST', `/api/print/queue/${job.id}/retry`)
    await expect.poll(last).toMatchObject({ reason: expect.stringContaining('elija otra en Ajustes') })
    expect(await isPrinted(server, id)).toBe(false)
    expect(await cups.sheets()).toEqual([])
  })

  test('What is taken out of the queue leaves that of the system, also when the server stops', async () => {
    const cups = await startCups()
    const server = await openApp()
    const { app } = server
    await choose(app, 'card')
    cups.run('lpadmin', '-p', pdfPrinter, '-o', 'job-hold-until-default=indefinite')
    for (const end of [(job: string) => ask(app, 'DELETE', `/api/print/queue/${job}`), () => app.close()]) {
      const { id_driver: id } = await registered(app)
      const { id: job } = await ask(app, 'POST', '/api/print/now', { ids: [id] })
      await expect.poll(() => cups.run('lpstat', '-o')).toContain(pdfPrinter)
      await end(job)
      await expect.poll(() => cups.run('lpstat', '-o')).toBe('')
    }
  })
})
