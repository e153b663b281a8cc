/** Lets admins erase a person for ever. */
import { InvalidError } from '#domain/errors'
import { isDocumentText } from '#domain/pilot/document'
import { pilotPath } from '#domain/web/addresses'
import { erasureOrder, erasureReport } from '#domain/web/erasure-schemas'
import { pilotParams } from '#domain/web/pilot-schemas'
import { dataOf } from '#domain/web/schema-parts'
import { requireId } from './credentials.ts'
import { answers } from './route-schemas.ts'
import type { Routes } from './services.ts'

const erasing = {
  summary:
    'Erases a person for ever, also a removed one: from the data, the history and the backups of this laptop.',
  description:
    'It cannot be undone. Passages stay, without the person. 422 if `document` is not that of the person. The answer ' +
    'comes when the backups are written anew, which takes seconds for each.',
  params: pilotParams,
  body: erasureOrder,
  response: answers({ 200: dataOf(erasureReport) }),
}

export const erasures: Routes = async (app, { stores, guard }) => {
  app.post(pilotPath(':id', 'erase'), { schema: erasing }, async (request) => {
    const person = await stores.erasures.find(requireId(request.params.id))
    if (!isDocumentText(person.document, request.body.document))
      throw new InvalidError({ document: 'No es el documento de esta persona' })
    return { data: [await stores.erasures.erase([person.code], guard.authorOf(request))] }
  })
}
