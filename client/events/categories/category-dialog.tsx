/** The dialog that adds or changes a category. */
import type { EventInfo } from '#domain/events/calls'
import {
  type AgeDay,
  ageDayNames,
  ageDays,
  type Category,
  describeCategory,
  type GivenCategory,
  maxCategoryName,
  maxNumbersText,
} from '#domain/events/categories/category'
import type { Strokes } from '#domain/events/motorcycle/motorcycle'
import { strokeNames } from '#domain/stored/limits'
import { loadEvents } from '../../api/event-list.ts'
import { TheirVersion, useTheirs } from '../../ui/definition-list.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { atFields, changeOpenEvent, requireSame, withItem } from '../change-event.ts'

/** A category as a person types it: numbers are texts. */
interface TypedCategory {
  modalidad: string
  name: string
  youngest: string
  oldest: string
  on: AgeDay
  smallest: string
  largest: string
  strokes: Strokes | ''
  numbers: string
  places: string
}

const counts = ['youngest', 'oldest', 'smallest', 'largest', 'places'] as const

interface CategoryDialogProps {
  /** The open event. */
  event: EventInfo
  /** The category that is changed; absent for a new one. */
  stored?: Category
  onSaved: (event: EventInfo, text: string) => void
  onClose: () => void
}

export function CategoryDialog({ event, stored, onSaved, onClose }: CategoryDialogProps) {
  const { theirs, change } = useTheirs(stored, async () =>
    (await loadEvents()).open.categories.find(({ id }) => id === stored?.id),
  )
  const form = useForm<TypedCategory>({
    stored: typedOf(
      stored ?? { modalidad: event.categories.at(-1)?.modalidad ?? event.modalidades[0] ?? '', name: '' },
    ),
    check: (typed) =>
      Object.fromEntries(
        counts.map((name) => [name, /^\s*\d*\s*$/.test(typed[name]) ? '' : 'Escriba un número entero']),
      ),
    async send(typed) {
      const category = categoryOf(typed)
      const { name } = category
      let index = 0
      try {
        const changed = await change((seen) =>
          changeOpenEvent(({ categories: all }) => {
            const replaced = seen && requireSame(all, seen, ({ id }) => id, seen.name)
            const next = { ...category, ...(replaced && { id: replaced.id, modalidad: replaced.modalidad }) }
            index = replaced ? all.indexOf(replaced) : all.length
            return { categories: withItem(all, next, replaced) }
          }),
        )
        onSaved(changed, stored ? `${name} quedó cambiada.` : `${name} está entre las categorías.`)
      } catch (error) {
        throw atFields(error, 'categories', (at, part) =>
          at === index ? (firstFields[part] ?? part) : undefined,
        )
      }
    },
  })

  const { field } = form
  return (
    <FormDialog
      title={stored ? `Editar ${stored.name}` : 'Agregar una categoría'}
      action={stored ? 'Guardar' : 'Agregar'}
      form={form}
      onClose={onClose}
    >
      {!stored && (
        <SelectField
          {...field('modalidad')}
          label="Modalidad"
          options={event.modalidades.map((one) => [one, one])}
        />
      )}
      <TextField {...field('name')} label="Nombre" isRequired maxLength={maxCategoryName} placeholder="MX2" />
      <div className={layout.columns}>
        <TextField {...field('youngest')} label="Edad desde" inputMode="numeric" />
        <TextField {...field('oldest')} label="Edad hasta" inputMode="numeric" />
      </div>
      <SelectField
        {...field('on')}
        label="La edad se cuenta"
        options={ageDayNames.map((day) => [day, ageDays[day]])}
      />
      <div className={layout.columns}>
        <TextField {...field('smallest')} label="Cilindrada desde (cc)" inputMode="numeric" />
        <TextField {...field('largest')} label="Cilindrada hasta (cc)" inputMode="numeric" />
      </div>
      <SelectField
        {...field('strokes')}
        label="Motor"
        options={[['', '2T o 4T'], ...strokeNames.map((name) => [name, `Solo ${name}`] as const)]}
      />
      <TextField
        {...field('numbers')}
        label="Números"
        hint="Los de esta categoría, como 1-199, 901. Vacío, todos."
        maxLength={maxNumbersText}
      />
      <TextField
        {...field('places')}
        label="Lugares"
        hint="Los pilotos que caben en una salida."
        inputMode="numeric"
      />
      {theirs && (
        <TheirVersion
          pronoun="la"
          text={`${theirs.name}, ${describeCategory(theirs) || 'todas las edades y cilindradas'}`}
        />
      )}
    </FormDialog>
  )
}

function typedOf({ modalidad, name, age, engine, numbers = '', places }: GivenCategory): TypedCategory {
  const textOf = (value: number | undefined) => (value === undefined ? '' : String(value))
  return {
    modalidad,
    name,
    youngest: textOf(age?.from),
    oldest: textOf(age?.to),
    on: age?.on ?? 'year-end',
    smallest: textOf(engine?.from),
    largest: textOf(engine?.to),
    strokes: engine?.strokes ?? '',
    numbers,
    places: textOf(places),
  }
}

/** Reads what a person has typed, without problems. */
function categoryOf({ modalidad, name, on, strokes, numbers, ...typed }: TypedCategory): GivenCategory {
  const [youngest, oldest, smallest, largest, places] = counts.map((one) =>
    typed[one].trim() === '' ? undefined : Number(typed[one]),
  )
  return {
    modalidad,
    name,
    age: { from: youngest, to: oldest, on },
    engine: { from: smallest, to: largest, ...(strokes && { strokes }) },
    numbers,
    places,
  }
}

/** The fields of the parts that have several. */
const firstFields: Readonly<Record<string, string>> = { age: 'youngest', engine: 'smallest' }
