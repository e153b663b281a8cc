/** Lets admins see who is due by the rules of retention, and empty a group of fields of those whom they choose. */
import { fullName } from '#domain/pilot/pilot'
import { retentionPath } from '#domain/web/addresses'
import { idsBody, maxIdsBytes } from '#domain/web/pilot-schemas'
import { dueParams, duePilot, forgotten, retentionNumbers } from '#domain/web/retention-schemas'
import { dataList, dataOf } from '#domain/web/schema-parts'
import { requireId } from './credentials.ts'
import { answers } from './route-schemas.ts'
import type { Routes } from './services.ts'

const counting = {
  summary: 'Answers with the numbers of pilots who are due by the rules of retention in the settings.',
  response: answers({ 200: dataOf(retentionNumbers) }),
}

const listing = {
  summary: 'Lists the pilots who are due for a group, those with the oldest activity first.',
  description:
    'A pilot is due when the last registration, renewal, print or passage was so many months ago. For `health` and ' +
    '`contact`, only pilots with a value to empty are listed.',
  params: dueParams,
  response: answers({ 200: dataList(duePilot) }),
}

const forgetting = {
  summary: 'Empties the fields of a group for those of the given pilots who are still due, in one change.',
  description:
    'For `everything`, it erases them for ever. The values of before leave the history and the backups of this laptop ' +
    'too. A last day of the policy or of the medical certificate stays while the credential would be valid without it.',
  params: dueParams,
  body: idsBody,
  response: answers({ 200: dataOf(forgotten) }),
}

export const retention: Routes = async (app, { retention, guard }) => {
  app.get(retentionPath(), { schema: counting }, async () => {
    const { health, contact, everything } = await retention.due()
    return { data: [{ health: health.length, contact: contact.length, everything: everything.length }] }
  })

  app.get(retentionPath(':group'), { schema: listing }, async ({ params: { group } }) => {
    const due = (await retention.due([group]))[group]
    const data = due.map(({ pilot, last, names }) => ({
      id_driver: pilot.id,
      name: fullName(pilot),
      ...(last !== undefined && { last }),
      fields: [...names],
    }))
    return { data }
  })

  const order = { schema: forgetting, bodyLimit: maxIdsBytes }
  app.post(retentionPath(':group'), order, async (request) => {
    const codes = request.body.ids.map(requireId)
    return { data: [await retention.forget(request.params.group, codes, guard.authorOf(request))] }
  })
}
