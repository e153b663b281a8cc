/** Tells of many riders, as an import stores them, what the form tells of one. */
import { addTo } from '../../groups.ts'
import type { DuplicateQuery } from '../calls.ts'
import { describeDocument, documentOf } from '../document.ts'
import { checkDigitQuestion } from '../documents/typed-document.ts'
import { type FieldName, fieldNames, fields, fieldText, repeatWarning, sharedNames } from '../fields.ts'
import type { Pilot } from '../pilot.ts'
import { decideDuplicates, personKey, wantedValues } from './duplicates.ts'
import { unlikely } from './unlikely.ts'

/** Another rider may be the same person, or has a value that riders should not share, or a value is unlikely. */
export type WarningKind = 'person' | 'held' | 'unlikely'

interface RiderWarning {
  kind: WarningKind
  text: string
}

export class RiderWarnings {
  #index: Map<string, Pilot[]> | undefined
  #added = new Set<string>()

  /** `stored` returns the riders of before, and `now` is the time of the import. */
  constructor(
    private readonly stored: () => readonly Pilot[],
    private readonly now: Date,
  ) {}

  /** Returns the warnings about the values that a rider did not have before. */
  of(rider: Pilot, before?: Pilot): RiderWarning[] {
    const changed = (name: FieldName) => rider[name] !== before?.[name]
    const found = new Set(keysOf(rider).flatMap((key) => this.#riders().get(key) ?? []))
    const query = { ...queryOf(rider), except: rider.id }
    const { person, ...owners } = found.size > 0 ? decideDuplicates([...found], query) : {}
    const warnings: RiderWarning[] = []
    const isNew = !before || documentOf(rider) !== documentOf(before)
    if (person?.document && isNew) {
      const end = person.isNear ? ', que difiere en una cifra' : ''
      const text = `con la misma fecha de nacimiento está también el documento ${person.document}${end}`
      warnings.push({ kind: 'person', text })
    }
    for (const name of sharedNames) {
      const owner = owners[name]
      // Equal numbers of one file are told by their categories.
      if (!owner || !changed(name) || (name === 'npiloto' && this.#added.has(owner.id))) continue
      const text = `${repeatWarning(name)?.warning} ${rider[name]} ya es de ${owner.name}`
      warnings.push({ kind: 'held', text })
    }
    for (const name of fieldNames) {
      const warning = changed(name) ? unlikely(name, rider[name], { now: this.now }) : undefined
      // A value that was probably meant is offered for all rows with the text.
      if (!warning || warning.suggestion !== undefined) continue
      const text = `${fields[name].label} ${fieldText(name, rider[name])}: ${warning.message}`
      warnings.push({ kind: 'unlikely', text })
    }
    const question = isNew && checkDigitQuestion(rider)
    if (question) warnings.push({ kind: 'unlikely', text: `${describeDocument(rider)}: ${question}` })
    return warnings
  }

  /** Adds a new rider, with whom the next ones are compared. */
  add(rider: Pilot): void {
    this.#added.add(rider.id)
    index(this.#riders(), rider)
  }

  #riders(): Map<string, Pilot[]> {
    if (this.#index) return this.#index
    this.#index = new Map()
    for (const pilot of this.stored()) index(this.#index, pilot)
    return this.#index
  }
}

/** The riders of one text with whom others are compared: a value that fills a whole sheet must not take its square. */
const mostCompared = 4

function index(riders: Map<string, Pilot[]>, rider: Pilot): void {
  for (const key of keysOf(rider))
    if ((riders.get(key)?.length ?? 0) < mostCompared) addTo(riders, key, rider)
}

/** Returns the texts of which `decideDuplicates` needs one to be equal. */
function keysOf(rider: Pilot): string[] {
  const held = wantedValues(queryOf(rider)).map(({ name, key, modalidad }) => `${name} ${modalidad} ${key}`)
  return rider.fechanac === undefined ? held : [...held, personKey(rider)]
}

function queryOf(rider: Pilot): DuplicateQuery {
  // The rules read null, which stands for no value, as nothing.
  return rider as DuplicateQuery
}
