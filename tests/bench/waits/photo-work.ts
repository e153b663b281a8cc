/** Photos that are cut: those of a ZIP, and single ones. */
import { zipSync } from 'fflate'
import type { Pilot } from '#domain/pilot/pilot'
import { apiPath, picturesPath } from '#domain/web/addresses'
import { zipChunkBytes } from '#domain/web/pictures'
import { aPhonePicture, type Filled } from '../shared/folders.ts'
import type { Server } from '../shared/processes.ts'
import { call, type Json, until, type Work } from './calls.ts'

const inZip = 24
const single = 8

/** Returns the kinds of work with pictures of 12 megapixels. */
export async function photoWork(server: Server, { pilots }: Filled): Promise<Work[]> {
  const pictures = await Promise.all([5, 6, 7, 8].map(aPhonePicture))
  const pictureOf = (index: number) => new Uint8Array(pictures[index % pictures.length] ?? [])
  const owners = pilots.slice(-inZip)
  const zip = zipSync(Object.fromEntries(owners.map(({ dni }, index) => [`${dni}.jpg`, pictureOf(index)])), {
    level: 0,
  })
  return [
    [`${inZip} photos of a ZIP`, () => importZip(server, new Uint8Array(zip))],
    [
      `${single} single photos`,
      async () => {
        for (const [index, pilot] of owners.slice(0, single).entries())
          await call(server, 'POST', apiPath, formOf(pilot, pictureOf(index)))
      },
    ],
  ]
}

async function importZip(server: Server, zip: Uint8Array<ArrayBuffer>): Promise<void> {
  const created = await call<Json<{ job: string }>>(server, 'POST', picturesPath(), { size: zip.length })
  const path = picturesPath(created.data[0].job)
  for (let offset = 0; offset < zip.length; offset += zipChunkBytes)
    await call(server, 'PUT', `${path}?offset=${offset}`, zip.slice(offset, offset + zipChunkBytes))
  await call(server, 'POST', path, { replace: true })
  await until(
    async () => (await call<Json<{ report: object | null }>>(server, 'GET', path)).data[0].report !== null,
  )
  await call(server, 'DELETE', path)
}

function formOf(
  { id, photo: _photo, since: _since, ...draft }: Pilot,
  picture: Uint8Array<ArrayBuffer>,
): FormData {
  const form = new FormData()
  form.set('id_driver', id)
  form.set('data_driver', JSON.stringify(draft))
  form.set('_img', new Blob([picture], { type: 'image/jpeg' }), 'foto.jpg')
  return form
}
