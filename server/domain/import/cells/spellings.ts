/**
 * The spellings of one option that is unknown: `MX1`, `mx 1` and `MX-1`. A person chooses once what they mean. Texts of
 * fields without options are never joined, since a point or a hyphen of an address or a date means something.
 */
import { groupsBy } from '../../groups.ts'
import type { Field } from '../../pilots/field.ts'
import { fields, isFieldName } from '../../pilots/fields.ts'
import type { FieldTable } from '../../pilots/own/field-table.ts'
import { checkField } from '../../pilots/pilot.ts'
import { isAbbreviation, spellingKey } from '../../pilots/rules.ts'
import { type CorrectableColumn, isChoice } from '../columns.ts'

/** Returns a text that is equal for the spellings of one option. Any other text is its own key. */
function keyOf(name: CorrectableColumn, text: string): string {
  if (!isFieldName(name)) return isChoice(name) ? spellingKey(text) : text.trim()
  const { rule }: Field = fields[name]
  return rule.spellingKey?.(text) ?? text.trim()
}

/**
 * Joins the spellings of the options of a field. A beginning with a point, such as `Nac.`, is the same as the only option
 * that it begins.
 * @example joinSpellings('licencia', ['NACIONAL', 'Nac.', 'nacional', 'Promo']) // [['NACIONAL', 'Nac.', 'nacional'], ['Promo']]
 */
export function joinSpellings(name: CorrectableColumn, texts: readonly string[]): string[][] {
  if (!isChoice(name)) return texts.map((text) => [text])
  const keyed = texts.map((text) => ({ text, key: keyOf(name, text) }))
  const isWhole = new Set(keyed.flatMap(({ text, key }) => (isAbbreviation(text, key) ? [] : [key])))
  const wholes = [...isWhole]
  const groupOf = (key: string) => {
    const [whole = key, ...others] = isWhole.has(key) ? [] : wholes.filter((other) => other.startsWith(key))
    return others.length > 0 ? key : whole
  }
  return [...groupsBy(keyed, ({ key }) => groupOf(key)).values()].map((group) =>
    group.map(({ text }) => text),
  )
}

/** Returns one text for each of the keys, with which `Replacements` finds all others. */
export function distinctSpellings(name: CorrectableColumn, texts: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const text of texts) {
    const key = keyOf(name, text)
    if (!byKey.has(key)) byKey.set(key, text)
  }
  return [...byKey.values()]
}

/** Finds the replacements of the texts of a field, in all their spellings. */
export class Replacements {
  readonly #byText: Map<string, string>
  readonly #byKey: Map<string, string>

  constructor(
    readonly field: CorrectableColumn,
    texts: Readonly<Record<string, string>>,
    private readonly table?: FieldTable,
  ) {
    const entries = Object.entries(texts)
    this.#byText = new Map(entries.map(([text, replacement]) => [text.trim(), replacement]))
    this.#byKey = new Map(entries.map(([text, replacement]) => [keyOf(field, text), replacement]))
  }

  /**
   * Returns the replacement of a cell, or undefined if it stays. A known option is no spelling of an unknown one; of one's
   * own, and of the categories, none has the key of an unknown one.
   */
  of(cell: unknown): string | undefined {
    const text = String(cell ?? '').trim()
    const replacement = this.#byText.get(text)
    if (replacement !== undefined) return replacement
    const same = this.#byKey.get(keyOf(this.field, text))
    if (same === undefined || !isFieldName(this.field)) return same
    return checkField(this.field, text, this.table) === undefined ? undefined : same
  }
}
