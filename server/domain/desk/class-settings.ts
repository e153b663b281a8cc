/**
 * What a change of the classes does to the other settings: the rules of the licences, and the modalidades of events and of
 * their categories.
 */
import { defaultRules, ruleOf, type ValidityRules } from '../credential/validity-rules.ts'
import type { StoredEvent, StoredEvents } from '../events/event.ts'
import { eventsOf } from '../events/events.ts'
import { type ClassesDecision, type ClassesOrder, decideClasses } from '../pilots/classes/class-changes.ts'
import { type ClassField, classNames } from '../pilots/classes/classes.ts'
import type { Definitions } from '../pilots/own/definitions.ts'

/** The settings that have the names of classes. */
export interface ClassSettings {
  fields?: Definitions
  validity?: ValidityRules
  events?: StoredEvents
}

/**
 * Decides a change of the classes, with all settings that it changes.
 * @throws InvalidError, NotFoundError, PilotosError
 */
export function decideClassSettings(
  settings: ClassSettings,
  order: ClassesOrder,
): { decided: ClassesDecision; changed: ClassSettings } {
  const { fields = {}, validity = defaultRules } = settings
  const { field } = order
  const decided = decideClasses(fields, order)
  const { options, renamed } = decided
  const isNewLicence = field === 'licencia' && renamed !== undefined
  const events = field === 'modalidad' ? eventsAfter(settings, decided) : {}
  const changed: ClassSettings = {
    fields: { [field]: { ...fields[field], ...options } } as object as Definitions,
    ...(isNewLicence && { validity: { ...validity, [renamed.to]: ruleOf(validity, renamed.from) } }),
    ...(Object.keys(events).length > 0 && { events }),
  }
  return { decided, changed }
}

/** Returns the events whose modalidades and categories follow a rename, and the open one if all modalidades ride, also a new one. */
function eventsAfter(
  { fields, events: stored }: ClassSettings,
  { key, options, renamed }: ClassesDecision,
): StoredEvents {
  const all = eventsOf(stored)
  const [open] = all
  const isNew =
    fields?.modalidad?.[key] === undefined &&
    !classNames('modalidad', fields, { withRetired: true }).includes(key)
  const changed = all.flatMap((event): [string, StoredEvent][] => {
    const { id, ...rest } = event
    const { modalidades, categories, startLists } = event
    if (renamed) {
      const nameOf = (modalidad: string) => (modalidad === renamed.from ? renamed.to : modalidad)
      const following = {
        modalidades: modalidades.map(nameOf),
        categories: categories.map((one) => ({ ...one, modalidad: nameOf(one.modalidad) })),
        ...(startLists && {
          startLists: Object.fromEntries(
            Object.entries(startLists).map(([modalidad, list]) => [nameOf(modalidad), list]),
          ),
        }),
      }
      const isNamed = [...modalidades, ...categories.map(({ modalidad }) => modalidad)].includes(renamed.from)
      return isNamed ? [[id, { ...rest, ...following }]] : []
    }
    if (!isNew || event !== open || !ridesAll(modalidades, 'modalidad', fields)) return []
    const added = Object.values(options).map(({ name }) => name)
    return [[id, { ...rest, modalidades: [...modalidades, ...added] }]]
  })
  return Object.fromEntries(changed)
}

function ridesAll(modalidades: readonly string[], field: ClassField, fields?: Definitions): boolean {
  return classNames(field, fields).every((name) => modalidades.includes(name))
}
