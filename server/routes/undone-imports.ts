/** Lists the last imports, and undoes one of them. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { importsPath, undoImportPath } from '#domain/web/addresses'
import { many, one, storedImport, undoImportOrder, undoneImport } from '#domain/web/schemas'
import type { Guard } from '../access/guard.ts'
import type { Stores } from '../store/contract/stores.ts'
import { answers } from './answers.ts'

export const undoneImports: FastifyPluginAsyncTypebox<{ stores: Stores; guard: Guard }> = async (
  app,
  { stores: { pilots }, guard },
) => {
  app.get(importsPath, { schema: { response: answers({ 200: many(storedImport) }) } }, async () => {
    return { data: await pilots.imports() }
  })

  const ofUndo = { body: undoImportOrder, response: answers({ 200: one(undoneImport) }) }
  app.post(undoImportPath, { schema: ofUndo }, async (request) => {
    return { data: [await pilots.undoImport(request.body.change, guard.authorOf(request))] }
  })
}
