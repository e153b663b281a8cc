/** Lets admins read and change the settings of the server. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { settingsPath } from '#domain/web/addresses'
import { one, settingsChange, settingsInfo } from '#domain/web/schemas'
import type { PublicView } from '../access/public-view.ts'
import { answers } from './answers.ts'

interface SettingsRouteOptions {
  publicView: PublicView
}

export const settings: FastifyPluginAsyncTypebox<SettingsRouteOptions> = async (app, { publicView }) => {
  const response = answers({ 200: one(settingsInfo) })
  const describe = () => ({
    data: [{ public_data: publicView.current, public_data_fixed: publicView.isFixed }],
  })

  app.get(settingsPath, { schema: { response } }, async () => describe())

  app.put(settingsPath, { schema: { body: settingsChange, response } }, async ({ body }) => {
    if (body.public_data) await publicView.change(body.public_data)
    return describe()
  })
}
