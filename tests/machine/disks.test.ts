/** Tests that no acknowledged change is lost to a power cut or a full disk, and that a read-only disk is served. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DiskFullError } from '#domain/errors'
import { openFolder } from '../../server/store/open.ts'
import { serve } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { canMount } from '../support/machine.ts'
import { aReceivedScan } from '../support/passages.ts'
import { aDraft, aPicture } from '../support/pilots.ts'
import { startScript, written } from '../support/script.ts'
import { orderHeaders } from '../support/sent-orders.ts'
import { formRequest, openApp, registered } from '../support/server.ts'

describe.skipIf(!canMount())('a disk of its own', () => {
  test('an ext4 disk has every acknowledged change after a power cut, and a plain lowdb does not', async () => {
    const ours = await powerCut('crash-writer.ts', async (folder) => {
      const stores = await openFolder(folder)
      const { pilots } = await stores.pilots.list()
      await stores.close()
      return pilots.map(({ dni }) => Number(dni))
    })
    const lowdb = await powerCut('lowdb-writer.ts', async (folder) => {
      const text = await readFile(join(folder, 'pilots.json'), 'utf8').catch(() => '')
      try {
        return JSON.parse(text).pilots as number[]
      } catch {
        return []
      }
    })
    console.info(
      `power cut: of ${ours.acknowledged} acknowledged ${ours.lost} lost; lowdb: of ${lowdb.acknowledged}, ${lowdb.lost}`,
    )
    expect(ours.acknowledged).toBeGreaterThan(0)
    expect(ours.lost).toBe(0)
    expect(lowdb.lost).toBeGreaterThan(0)
  })

  test('a write to a full disk is refused with 507 and loses nothing, and writes work again once there is space', async () => {
    const folder = await aFolder()
    const { path } = mountImage(folder, 'small', 6)
    const data = join(path, 'data')
    const { app, stores, reported } = await openApp({}, data)
    const record = await registered(app, aDraft(), await aPicture())

    execFileSync('sh', ['-c', `cat /dev/zero > ${join(path, 'filler')} 2>/dev/null || true`])
    const long = 'ñ'.repeat(2400)
    const answers = []
    for (let tries = 0; tries < 20; tries += 1) {
      answers.push(
        await app.inject(
          formRequest({ data_driver: aDraft({ participacion: long }), _img: await aPicture() }),
        ),
      )
    }
    const refused = answers.filter(({ statusCode }) => statusCode === 507)
    expect(reported.filter((error) => !(error instanceof DiskFullError))).toEqual([])
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.json().error).toMatch(
      /^No se guardó: el disco de .* está lleno\. Libere espacio y repita$/,
    )
    const stored = answers.filter(({ statusCode }) => statusCode === 201).length
    expect(stored + refused.length).toBe(20)
    expect((await app.inject('/api?list=all')).json().total).toBe(1 + stored)
    expect((await app.inject(`/files/${record.attachment}`)).statusCode).toBe(200)
    // There is space for a part of an import only, so that the store must remove the written part.
    execFileSync('truncate', ['-s', '-300K', join(path, 'filler')])
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      line: index,
      values: aDraft({ participacion: long }),
    }))
    await expect(stores.pilots.import(rows)).rejects.toMatchObject({ kind: 'disk-full' })
    const scans = Array.from({ length: 500 }, () => aReceivedScan({ scanned: long.slice(0, 500) }))
    await expect(stores.passages.record(scans, 'warn')).rejects.toMatchObject({ kind: 'disk-full' })
    expect((await stores.passages.list()).total).toBe(0)

    execFileSync('rm', [join(path, 'filler')])
    await registered(app, aDraft())
    await stores.passages.record(scans, 'warn')
    const asAfterACrash = join(await aFolder(), 'data')
    await cp(data, asAfterACrash, { recursive: true })
    const again = await openFolder(asAfterACrash)
    expect((await again.pilots.list()).total).toBe(2 + stored)
    expect((await again.passages.list()).total).toBe(500)
    expect(again.notes).toEqual([])
    await again.close()
  })

  test('a folder on a read-only disk is served for reading, and a write is refused with the reason', async () => {
    const { path } = mountImage(await aFolder(), 'readonly')
    const data = join(path, 'data')
    const stores = await openFolder(data)
    const { id } = await stores.pilots.register(aDraft())
    await stores.close()
    execFileSync('mount', ['-o', 'remount,ro', path])
    const server = await serve(['--data', data])
    const list = await fetch(`${server.url}/api?list=all`)
    expect(await list.json()).toMatchObject({ total: 1, data: [{ id_driver: id }] })
    expect((await fetch(`${server.url}/credencial/${id}`)).status).toBe(200)
    const refused = await fetch(`${server.url}/api/pilots/${id}`, {
      method: 'DELETE',
      headers: orderHeaders(),
    })
    expect([refused.status, await refused.json()]).toEqual([
      500,
      { error: expect.stringContaining('el disco es de solo lectura') },
    ])
    expect(await server.stop()).toBe(0)
  })
})

/** Copies the image of a disk while a writer uses it, without a sync, and counts the DNIs that the copy lacks. */
async function powerCut(script: string, read: (folder: string) => Promise<number[]>) {
  const folder = await aFolder()
  const disk = mountImage(folder, 'disk')
  const notes = join(folder, 'notes')
  const writer = startScript(script, [join(disk.path, 'data'), notes, '0'])
  await written(writer, 20)
  writer.process.kill('SIGSTOP')
  const acknowledged = writer.lines.flatMap((line) => line.split(' ').map(Number))
  await copyFile(disk.image, join(folder, 'copy.img'))
  writer.process.kill('SIGKILL')
  await writer.ended
  const copy = mountImage(folder, 'copy')
  const found = new Set(await read(join(copy.path, 'data')))
  return { acknowledged: acknowledged.length, lost: acknowledged.filter((dni) => !found.has(dni)).length }
}

/** Mounts `NAME.img` of a folder until the test ends. Creates the image if it is missing. */
function mountImage(folder: string, name: string, megabytes = 48): { image: string; path: string } {
  const image = join(folder, `${name}.img`)
  const path = join(folder, name)
  const isNew = !existsSync(image)
  if (isNew) {
    execFileSync('truncate', ['-s', `${megabytes}M`, image])
    execFileSync('mkfs.ext4', ['-q', '-F', image])
  }
  execFileSync('mkdir', ['-p', path])
  execFileSync('mount', ['-o', 'loop', image, path])
  onTestFinished(() => {
    execFileSync('umount', ['-l', path])
  })
  if (isNew) execFileSync('mkdir', [join(path, 'data')])
  if (isNew) execFileSync('sync', ['-f', path])
  return { image, path }
}
