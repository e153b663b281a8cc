/** Lets admins erase a person for ever. */
import { InvalidError } from '#domain/errors'
import { isDocumentText } from '#domain/pilots/document'
import { requireId } from '../credential/credentials.ts'
import { serve } from '../http/serve.ts'
import type { Routes } from '../services.ts'

export const erasures: Routes = async (app, { stores, guard }) => {
  serve(app, 'POST /api/pilots/:id/erase', async (request) => {
    const person = await stores.erasures.find(requireId(request.params.id))
    if (!isDocumentText(person.document, request.body.document))
      throw new InvalidError({ document: 'No es el documento de esta persona' })
    return { data: [await stores.erasures.erase([person.code], guard.authorOf(request))] }
  })
}
