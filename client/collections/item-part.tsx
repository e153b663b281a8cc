/** The fields of the dialog of a list that an admin keeps, each by its description. */
import type { ReactNode } from 'react'
import { rangesProblem } from '#domain/events/categories/ranges'
import { readDay } from '#domain/text/date'
import { Checkbox, DayField, Field, RadioGroup, SelectField, TextField } from '../ui/field.tsx'
import type { Form, Problems } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'

type Options = readonly (readonly [value: string, label: string])[]

/** A part of an item as a person types it: a text, or yes or no. */
export type Part<Typed, Item> = {
  name: keyof Typed & string
  label: string
  hint?: string
  /** Absent for a part that is always shown. `stored` is the item that is changed. */
  isShown?: (typed: Typed, stored?: Item) => boolean
  /** Returns what stands below the field. */
  note?: (typed: Typed, stored?: Item) => ReactNode
} & (
  | {
      kind: 'text' | 'count'
      /** The message if it is empty. Absent for a part that may be. */
      required?: string
      maxLength?: number
      placeholder?: (typed: Typed) => string
    }
  /** Ranges of numbers, which may be empty. */
  | { kind: 'ranges'; maxLength: number }
  /** One value on each line. */
  | { kind: 'lines'; rows: number; isRequired?: boolean }
  | { kind: 'day' | 'colour' }
  | { kind: 'select' | 'radio'; options: Options }
  /** The label is the question, and is not shown. */
  | { kind: 'yes'; words: string }
)

/** Parts that stand beside each other are a list of their own. */
export type Parts<Typed, Item> = readonly (Part<Typed, Item> | readonly Part<Typed, Item>[])[]

interface ItemPartProps<Typed, Item> {
  part: Parts<Typed, Item>[number]
  form: Form<Typed>
  stored?: Item
}

export function ItemPart<Typed, Item>({ part, form, stored }: ItemPartProps<Typed, Item>) {
  if (isRow(part))
    return (
      <div className={layout.columns}>
        {part.map((each) => (
          <ItemPart key={each.name} part={each} form={form} stored={stored} />
        ))}
      </div>
    )
  const typed = form.values as Typed
  if (part.isShown && !part.isShown(typed, stored)) return null
  return (
    <>
      <Control part={part} form={form} />
      {part.note?.(typed, stored)}
    </>
  )
}

/** The props of a field of any value. */
interface FieldOf {
  name: string
  value: never
  problem?: string
  onChange: (value: unknown) => void
}

function Control<Typed, Item>({ part, form }: { part: Part<Typed, Item>; form: Form<Typed> }) {
  const { name, label, hint } = part
  const field = form.field(name) as unknown as FieldOf
  switch (part.kind) {
    case 'text': {
      const { maxLength, required } = part
      const placeholder = part.placeholder?.(form.values as Typed)
      return (
        <TextField {...field} {...{ label, hint, maxLength, placeholder }} isRequired={Boolean(required)} />
      )
    }
    case 'ranges':
      return <TextField {...field} {...{ label, hint }} maxLength={part.maxLength} />
    case 'count':
      return <TextField {...field} {...{ label, hint }} inputMode="numeric" />
    case 'lines':
      return <TextField {...field} {...{ label, hint }} rows={part.rows} isRequired={part.isRequired} />
    case 'day':
      return <DayField {...field} {...{ label, hint }} />
    case 'colour':
      return (
        <Field {...{ name, label, hint }} problem={field.problem}>
          {(control) => (
            <input
              {...control}
              type="color"
              value={field.value}
              onChange={({ target }) => field.onChange(target.value)}
            />
          )}
        </Field>
      )
    case 'select':
      return <SelectField {...field} {...{ label, hint }} options={part.options} />
    case 'radio':
      return (
        <RadioGroup legend={label} options={part.options} value={field.value} onChange={field.onChange} />
      )
    case 'yes':
      return (
        <Field name={name} label={label} isLabelHidden problem={field.problem}>
          {({ className: _className, ...control }) => (
            <Checkbox {...control} checked={field.value} onChange={field.onChange}>
              {part.words}
            </Checkbox>
          )}
        </Field>
      )
  }
}

/** Returns the problems that follow from the kinds of the parts. */
export function problemsOfParts<Typed, Item>(parts: Parts<Typed, Item>, typed: Typed): Problems {
  return Object.fromEntries(
    partsIn(parts).map((part) => {
      const text = String(typed[part.name] ?? '').trim()
      if (part.kind === 'text') return [part.name, text === '' ? part.required : '']
      if (part.kind === 'count') return [part.name, /^\d*$/.test(text) ? '' : 'Escriba un número entero']
      if (part.kind === 'ranges') return [part.name, text && rangesProblem(text)]
      return [part.name, part.kind === 'day' ? dayProblem(text) : '']
    }),
  )
}

/** Returns the problem of a day that may be empty. */
export function dayProblem(text: string): string | undefined {
  return text.trim() === '' || readDay(text) ? undefined : 'Escriba un día del calendario, o déjelo vacío'
}

/** Returns the parts one after another. */
export function partsIn<Typed, Item>(parts: Parts<Typed, Item>): Part<Typed, Item>[] {
  return parts.flatMap((part) => (isRow(part) ? part : [part]))
}

function isRow<Typed, Item>(part: Parts<Typed, Item>[number]): part is readonly Part<Typed, Item>[] {
  return Array.isArray(part)
}

/** Returns the values of a text with one on each line. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
