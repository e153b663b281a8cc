/** Lets admins read and change the settings of the server. */
import { changedRules, compareRules } from '#domain/validity/rule-text'
import { rulesPreviewPath, settingsPath } from '#domain/web/addresses'
import { dataOf } from '#domain/web/schema-parts'
import { rulesChange, rulesPreview, settingsChange, settingsInfo } from '#domain/web/settings-schemas'
import { answers } from './route-schemas.ts'
import type { Routes } from './services.ts'

export const settings: Routes = async (app, { stores, publicView, validity, gates }) => {
  const response = answers({ 200: dataOf(settingsInfo) })
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

  const reading = {
    summary: 'Answers with the settings that staff change on the screen _Ajustes_.',
    response,
  }
  app.get(settingsPath, { schema: reading }, async () => describe())

  const changing = {
    summary: 'Changes settings, at once and without a restart. What is absent stays.',
    description:
      '403 if `--public` decides the public view, and 422 for a rule that cannot be used, or if a new name of a gate is ' +
      'that of another gate in other letters, or has a character that nobody sees.',
    body: settingsChange,
    response,
  }
  app.put(settingsPath, { schema: changing }, async ({ body }) => {
    if (body.public_data) await publicView.change(body.public_data)
    if (body.validity) await validity.change(body.validity)
    if (body.gate) await gates.change(body.gate)
    return describe()
  })

  const previewing = {
    summary: 'Answers with what other rules of validity would do, and stores nothing.',
    body: rulesChange,
    response: answers({ 200: dataOf(rulesPreview) }),
  }
  app.post(rulesPreviewPath, { schema: previewing }, async ({ body }) => {
    const next = changedRules(validity.rules, body)
    const { pilots } = await stores.pilots.list()
    return { data: [compareRules(pilots, validity.basis, next)] }
  })
}
