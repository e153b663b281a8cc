/** Lets admins read and change the settings of the server. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { compareRules } from '#domain/validity/rule-change'
import { changedRules } from '#domain/validity/rule-text'
import { rulesPreviewPath, settingsPath } from '#domain/web/addresses'
import { one, rulesChange, rulesPreview, settingsChange, settingsInfo } from '#domain/web/schemas'
import type { PublicView } from '../access/public-view.ts'
import type { Gates } from '../actions/gates.ts'
import type { Validity } from '../actions/validity.ts'
import type { Stores } from '../store/contract/stores.ts'
import { answers } from './answers.ts'

interface SettingsRouteOptions {
  stores: Stores
  publicView: PublicView
  validity: Validity
  gates: Gates
}

export const settings: FastifyPluginAsyncTypebox<SettingsRouteOptions> = async (
  app,
  { stores, publicView, validity, gates },
) => {
  const response = answers({ 200: one(settingsInfo) })
  const describe = () => ({
    data: [
      {
        public_data: publicView.current,
        public_data_fixed: publicView.isFixed,
        validity: validity.rules,
        gate: gates.current,
      },
    ],
  })

  app.get(settingsPath, { schema: { response } }, async () => describe())

  app.put(settingsPath, { schema: { body: settingsChange, response } }, async ({ body }) => {
    if (body.public_data) await publicView.change(body.public_data)
    if (body.validity) await validity.change(body.validity)
    if (body.gate) await gates.change(body.gate)
    return describe()
  })

  const ofRules = { body: rulesChange, response: answers({ 200: one(rulesPreview) }) }
  app.post(rulesPreviewPath, { schema: ofRules }, async ({ body }) => {
    const next = changedRules(validity.rules, body)
    const { pilots } = await stores.pilots.list()
    return { data: [compareRules(pilots, validity.basis, next)] }
  })
}
