/** The calls that make photos of the pictures of a ZIP. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import {
  answered,
  boolean,
  bytes,
  dataOf,
  empty,
  integer,
  nullable,
  requested,
  text,
} from '../api/schema-parts.ts'
import { maxZipBytes } from './pictures.ts'

/** The order to make photos of the pictures of a ZIP. */
const pictureOrder = requested('La orden va como un objeto JSON', {
  replace: Type.Optional(
    boolean('True to replace the photos that pilots have.', { message: 'replace es true o false' }),
  ),
})

/** Files of a ZIP that do not become a photo. */
const pictureProblems = Type.Array(
  answered({
    name: text('The name of a file; at most 500 are listed.'),
    reason: text('The reason why it is left out, in Spanish.'),
  }),
)
export type PictureProblem = Type.Static<typeof pictureProblems>[number]

/** The preview of the import of a ZIP. */
const picturePreview = answered({
  job: text('The identifier of the import.'),
  fresh: integer('The number of pilots without a photo who get one.'),
  replacing: integer('The number of pilots with a photo who have a picture in the ZIP.'),
  unmatched_total: integer(
    'The number of pictures that belong to nobody, or to a pilot with another picture.',
  ),
  unmatched: pictureProblems,
  unreadable_total: integer('The number of files that are no pictures.'),
  unreadable: pictureProblems,
})
export type PicturePreviewInfo = Type.Static<typeof picturePreview>

/** The import of a ZIP. */
const pictureImport = answered(
  {
    job: text('The identifier of the import.'),
    done: integer('The number of prepared pictures.'),
    total: integer('The number of all pictures, once the photos are being made.'),
    /** The result, once all photos are stored. */
    report: nullable(
      answered({
        photos: integer('The number of new photos.'),
        kept: integer('The number of pilots who keep the photo that they have.'),
        problems_total: integer('The number of files that did not become a photo.'),
        problems: pictureProblems,
      }),
    ),
  },
  { title: 'PictureImport' },
)
export type PictureImportInfo = Type.Static<typeof pictureImport>

const params = Type.Object({ job: text('The identifier of the import.') })

export const photoCalls = {
  'POST /api/pictures': {
    role: 'admin',
    needsKiosk: true,
    summary: 'Takes a ZIP of pictures, of at most 4 GB, and says what its import would do.',
    description:
      "A picture belongs to the pilot whose DNI, licence number or pilot's number is its name, or with whose DNI its " +
      'name begins. A name that can mean several pilots means none. The ZIP is removed half an hour after the last ' +
      'call, and when the server stops. 429 if there are three uploads already.',
    consumes: ['application/zip'],
    body: bytes('The bytes of the ZIP.'),
    bodyLimit: maxZipBytes,
    answers: { 201: dataOf(picturePreview) },
  },

  'GET /api/pictures/:job': {
    role: 'admin',
    needsKiosk: true,
    summary: 'Answers with the progress.',
    params,
    answers: { 200: dataOf(pictureImport) },
  },

  'POST /api/pictures/:job': {
    role: 'admin',
    needsKiosk: true,
    summary: 'Begins to make photos of the pictures. All are stored in one change, at the end.',
    params,
    body: pictureOrder,
    answers: { 202: dataOf(pictureImport) },
  },

  'DELETE /api/pictures/:job': {
    role: 'admin',
    needsKiosk: true,
    summary: 'Cancels an import, and removes the ZIP.',
    params,
    answers: { 204: empty },
  },
} satisfies Calls
