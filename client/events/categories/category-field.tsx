/** The field *Categoría* of an entry: the one that fits, and the others with the reasons against them. */
import type { EventInfo } from '#domain/events/calls'
import { describeCategory } from '#domain/events/categories/category'
import {
  type CategoryChoice,
  decideCategory,
  fitText,
  maxCategoryReason,
  type Placed,
  proposedCategory,
} from '#domain/events/categories/choice'
import { type CategoryFit, categoryFits } from '#domain/events/categories/fit'
import { today } from '#domain/text/date'
import { SelectField, TextField } from '../../ui/field.tsx'

export interface ShownCategory {
  /** The categories of the modalidad; empty without any. */
  fits: readonly CategoryFit[]
  /** The choice of a person, else the category that is proposed. */
  choice?: CategoryChoice
  /** The category of the choice. */
  fit?: CategoryFit
  /** The reason for which the rider cannot be entered so. */
  problem?: string
  /** True if a category has ages and the birth date is unknown. */
  isAgeUnknown: boolean
}

/** Returns the category of a rider as a form shows it, before the entry is stored. */
export function shownCategory(event: EventInfo, rider: Placed, chosen?: CategoryChoice): ShownCategory {
  const fits = categoryFits(event, rider.modalidad, rider, today())
  const proposed = proposedCategory(fits, rider)
  const choice = chosen ?? (proposed === undefined ? undefined : { id: proposed })
  const note = { at: new Date().toISOString() }
  const { problem } = decideCategory(event, rider, choice, note)
  const fit = fits.find(({ category }) => category.id === choice?.id)
  return {
    fits,
    choice,
    fit,
    problem,
    isAgeUnknown: !rider.fechanac && fits.some(({ category }) => category.age),
  }
}

interface CategoryFieldProps {
  shown: ShownCategory
  /** The words that follow each label. */
  place?: string
  isLabelHidden?: boolean
  /** The message of the server. */
  problem?: string
  /** True once a person has tried to go on without the reason. */
  isReasonMissed?: boolean
  /** The words for who has stored the reason, and when. */
  reasonBy?: string
  /** True if the rider can be without a category although one fits. */
  offersNone?: boolean
  isBusy: boolean
  onChange: (choice: CategoryChoice) => void
}

export function CategoryField(props: CategoryFieldProps) {
  const { shown, place = '', problem, isReasonMissed, offersNone, isBusy, onChange } = props
  const { fits, choice, fit } = shown
  const hasNone = offersNone || choice?.id === null || fits.every(({ reasons }) => reasons.length > 0)
  const options: { id?: string | null; label: string }[] = [
    ...(fit || choice?.id === null ? [] : [{ label: 'Elija una categoría' }]),
    ...fits.map((one) => ({ id: one.category.id, label: fitText(one) })),
    ...(hasNone ? [{ id: null, label: 'Sin categoría' }] : []),
  ]
  const chosen = Math.max(
    options.findIndex(({ id }) => id === choice?.id),
    0,
  )
  const needsReason = fit !== undefined && fit.reasons.length > 0
  return (
    <>
      <SelectField
        name={`category${place}`}
        label={`Categoría${place}`}
        hint={shown.isAgeUnknown ? 'No se sabe su edad: falta la fecha de nacimiento' : undefined}
        isLabelHidden={props.isLabelHidden}
        options={options.map(({ label }, index) => [String(index), label])}
        problem={problem ?? (needsReason ? undefined : shown.problem)}
        warning={needsReason && `No le corresponde: ${fit.reasons.join('; ')}`}
        note={fit && !needsReason && describeCategory(fit.category)}
        isDisabled={isBusy}
        value={String(chosen)}
        onChange={(index) => {
          const { id } = options[Number(index)] ?? {}
          if (id !== undefined) onChange({ ...choice, id })
        }}
      />
      {needsReason && (
        <TextField
          name={`reason${place}`}
          label={`Por qué entra igual${place}`}
          hint={props.reasonBy}
          isRequired
          problem={isReasonMissed && shown.problem}
          maxLength={maxCategoryReason}
          readOnly={isBusy}
          value={choice?.reason ?? ''}
          onChange={(reason) => onChange({ id: fit.category.id, reason })}
        />
      )}
    </>
  )
}
