/** The figures of the screen *Ajustes*: how much of each thing is set, without what it is. */
import { isWaiting } from '#domain/applications/application'
import { classFields, classNames } from '#domain/pilots/classes/classes'
import { activeNames } from '#domain/pilots/own/own-fields'
import { type Routes, serve } from '../http/serve.ts'
import type {
  Branding,
  ConsentTexts,
  Gates,
  PilotFields,
  Printers,
  PublicView,
  Validity,
} from '../settings/current-settings.ts'
import type { Events } from '../settings/race-events.ts'
import type { ReceptionDesk } from '../settings/reception.ts'
import type { Till } from '../settings/till.ts'
import type { Waivers } from '../settings/waivers.ts'
import { isPhone } from '../store/documents/accounts.ts'
import type { ApplicationStore } from '../store/documents/applications.ts'
import type { Stores } from '../store/shared/stores.ts'

interface Needs {
  stores: Stores
  queue: Pick<ApplicationStore, 'list'>
  events: Pick<Events, 'open'>
  fields: PilotFields
  till: Pick<Till, 'current'>
  waiver: Pick<Waivers, 'current'>
  reception: Pick<ReceptionDesk, 'isOpen'>
  gates: Gates
  validity: Validity
  consentText: ConsentTexts
  branding: Branding
  printers: Printers
  publicView: PublicView
}

export const overview: Routes<Needs> = async (app, { stores, queue, events, fields, till, ...shared }) => {
  serve(app, 'GET /api/overview', async () => {
    const { id, name, categories, reserved } = events.open
    const { prices, chips } = till.current
    const { definitions } = fields.table
    const [modalidades = [], licencias = []] = classFields.map((field) => classNames(field, definitions))
    const accounts = await stores.accounts.list()
    const phones = accounts.filter(isPhone).length
    const counts = await stores.pilots.count('', shared.validity.basis, {}, id)
    const figures = {
      event: name,
      categories: categories.length,
      without_numbers: categories.filter(({ numbers }) => !numbers).length,
      reserved: reserved.length,
      prices: prices.length,
      chips: chips.length,
      waiver: shared.waiver.current?.version ?? 0,
      reception: shared.reception.isOpen,
      waiting: (await queue.list()).filter(isWaiting).length,
      gates: shared.gates.current.gates.length,
      phones,
      modalidades: modalidades.length,
      licencias: licencias.length,
      own_classes: classFields.some((field) => definitions[field] !== undefined),
      fields: activeNames(definitions).length,
      consent: shared.consentText.current.text ? shared.consentText.current.version : 0,
      logo: shared.branding.current.logo !== null,
      accounts: accounts.length - phones,
      printers: Object.keys(shared.printers.chosen.printers).length,
      public_data: shared.publicView.current,
    }
    const { total, no_photo, no_card, entered } = counts
    return { data: [{ ...figures, pilots: total, no_photo, no_card, entered }] }
  })
}
