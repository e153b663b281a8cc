/**
 * What a change of the classes does to the other settings: the rules of the licences, and the modalidades of events, and
 * of their categories and reserved numbers.
 */
import { defaultRules, ruleOf, type ValidityRules } from '../credential/validity-rules.ts'
import type { RaceEvent, StoredEvent, StoredEvents } from '../events/event.ts'
import { eventsOf } from '../events/events.ts'
import { groupKey, groupOfKey } from '../events/startlist/group.ts'
import { type ClassField, type ClassOptions, classesOf, classNames } from '../pilots/classes/classes.ts'
import { renamesOf } from '../pilots/classes/renamed.ts'
import type { Definitions } from '../pilots/own/definitions.ts'
import { renamedTill } from '../till/event-till.ts'

/** The settings that have the names of classes. */
export interface ClassSettings {
  fields?: Definitions
  validity?: ValidityRules
  events?: StoredEvents
}

/** A change of the classes of a field: those that are new or changed. */
interface ClassChange {
  field: ClassField
  items: ClassOptions
}

/** Returns all settings that a change of the classes changes. */
export function settingsWithClasses(settings: ClassSettings, change: ClassChange): ClassSettings {
  const { fields = {}, validity = defaultRules } = settings
  const { field, items } = change
  const renamed = classesOf(field, fields).flatMap(([key, { name }]) => {
    const after = items[key]
    return after && after.name !== name ? [[after.name, ruleOf(validity, name)] as const] : []
  })
  const hasRules = field === 'licencia' && renamed.length > 0
  const events = field === 'modalidad' ? eventsAfter(settings, change) : {}
  return {
    fields: { [field]: { ...fields[field], ...items } } as object as Definitions,
    ...(hasRules && { validity: { ...validity, ...Object.fromEntries(renamed) } }),
    ...(Object.keys(events).length > 0 && { events }),
  }
}

/** Returns the events whose modalidades follow a rename, and the open one if all modalidades ride, also new ones. */
function eventsAfter({ fields = {}, events: stored }: ClassSettings, { items }: ClassChange): StoredEvents {
  const all = eventsOf(stored)
  const renames = renamesOf('modalidad', { modalidad: { ...fields.modalidad, ...items } })
  const known = new Set(classesOf('modalidad', fields).map(([key]) => key))
  const added = Object.entries(items).flatMap(([key, { name }]) => (known.has(key) ? [] : [name]))
  const isOfAll = ({ modalidades }: RaceEvent) =>
    classNames('modalidad', fields).every((name) => modalidades.includes(name))
  const changed = all.flatMap((event): [string, StoredEvent][] => {
    const next =
      added.length > 0 && event === all[0] && isOfAll(event)
        ? { ...event, modalidades: [...event.modalidades, ...added] }
        : eventOfNow(event, renames)
    const { id, ...data } = next
    return next === event ? [] : [[id, data]]
  })
  return Object.fromEntries(changed)
}

/** Returns events with the names that modalidades have now: those of another desk or of a backup may have earlier ones. */
export function eventsOfNow(events: StoredEvents, fields?: Definitions): StoredEvents {
  const renames = renamesOf('modalidad', fields)
  return Object.fromEntries(Object.entries(events).map(([id, event]) => [id, eventOfNow(event, renames)]))
}

/** Returns an event with names of now, or the same object if it has no other. */
function eventOfNow<Event extends StoredEvent>(event: Event, renames: ReadonlyMap<string, string>): Event {
  const { modalidades, categories, reserved, startLists = {}, till } = event
  const nameOf = (name: string) => renames.get(name) ?? name
  const lists = Object.entries(startLists).map(([key, list]) => [groupOfKey(key), list] as const)
  const names = [
    ...modalidades,
    ...[...categories, ...reserved, ...lists.map(([group]) => group)].map((one) => one.modalidad),
    ...(till?.prices ?? []).map(({ modalidad = '' }) => modalidad),
  ]
  if (!names.some((name) => renames.has(name))) return event
  return {
    ...event,
    modalidades: [...new Set(modalidades.map(nameOf))],
    categories: categories.map((one) => ({ ...one, modalidad: nameOf(one.modalidad) })),
    reserved: reserved.map((one) => ({ ...one, modalidad: nameOf(one.modalidad) })),
    ...(till && { till: renamedTill(till, nameOf) }),
    ...(event.startLists && {
      startLists: Object.fromEntries(
        lists.map(([group, list]) => [groupKey({ ...group, modalidad: nameOf(group.modalidad) }), list]),
      ),
    }),
  }
}
