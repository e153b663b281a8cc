/** Two versions of an event side by side: the person chooses one of each difference, as for a pilot. */
import { useState } from 'react'
import { checks } from '#domain/events/entry'
import { type CountryCode, countryOf } from '#domain/pilots/countries'
import { enumerate, meanwhile } from '#domain/text/text'
import { joinedTicks } from '../api/form-drafts.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { problemsOfSides, type Side, soleChanger, VersionField, VersionValue } from '../ui/field.tsx'
import { useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { cardsText, demandTexts, numbersText, type TypedEvent } from './event-fields.tsx'

type Name = keyof TypedEvent

/** The fields of an event, with the text of a version. */
const shownFields: { [One in Name]-?: readonly [label: string, textOf: (value: TypedEvent[One]) => string] } =
  {
    name: ['Nombre', String],
    place: ['Lugar', String],
    country: ['País', (code: CountryCode | '') => (code === '' ? '' : countryOf(code).name)],
    first: ['Primer día', String],
    last: ['Último día', String],
    modalidades: ['Modalidades que corren', (names) => enumerate(names)],
    checks: ['Requisitos', (names) => enumerate(names.map((name) => checks[name].done))],
    demand: ['Lo que piden las puertas', (demand) => demandTexts[demand]],
    plainCards: [cardsText, (isPlain) => (isPlain ? 'No' : 'Sí')],
    sharedNumbers: [numbersText, (isShared) => (isShared ? 'Sí' : 'No')],
  }
const names = Object.keys(shownFields) as Name[]

function textIn(event: TypedEvent, name: Name): string {
  const [, textOf] = shownFields[name] as readonly [string, (value: unknown) => string]
  return textOf(event[name])
}

export interface EventVersions {
  /** The version that both edits began with. */
  base: TypedEvent
  mine: TypedEvent
  theirs: TypedEvent
}

/** Returns versions whose ticks are joined: two people who tick and untick different ones contradict each other in nothing. */
export function withJoinedTicks({ base, mine, theirs }: EventVersions): EventVersions {
  const ticks = {
    modalidades: joinedTicks(base.modalidades, mine.modalidades, theirs.modalidades),
    checks: joinedTicks(base.checks, mine.checks, theirs.checks),
  }
  return { base, mine: { ...mine, ...ticks }, theirs: { ...theirs, ...ticks } }
}

/** Returns the fields in which both versions differ, each with the side that alone has changed it. */
function differencesOf({ base, mine, theirs }: EventVersions): { name: Name; only?: Side }[] {
  const differs = (one: TypedEvent, other: TypedEvent, name: Name) =>
    textIn(one, name) !== textIn(other, name)
  return names
    .filter((name) => differs(mine, theirs, name))
    .map((name) => ({ name, only: soleChanger(differs(mine, base, name), differs(theirs, base, name)) }))
}

/** Returns the event with the chosen side of each difference, or undefined if both sides changed a field. */
export function mergedEvent(
  versions: EventVersions,
  sideOf: (name: Name) => Side | undefined = () => undefined,
): TypedEvent | undefined {
  let merged: TypedEvent = versions.theirs
  for (const { name, only } of differencesOf(versions)) {
    const side = sideOf(name) ?? only
    if (!side) return undefined
    merged = { ...merged, [name]: versions[side][name] }
  }
  return merged
}

interface EventVersionsDialogProps {
  versions: EventVersions
  /** Stores the event that the person chose. @throws ApiError */
  onChoose: (event: TypedEvent) => Promise<void>
  onClose: () => void
}

export function EventVersionsDialog({ versions, onChoose, onClose }: EventVersionsDialogProps) {
  const [differences] = useState(() => differencesOf(versions))
  const form = useForm<Record<string, Side | undefined>>({
    stored: Object.fromEntries(differences.map(({ name, only }) => [name, only])),
    check: problemsOfSides,
    async send(sides) {
      const chosen = mergedEvent(versions, (name) => sides[name])
      if (chosen) await onChoose(chosen)
      return sides
    },
  })
  return (
    <FormDialog
      title="Dos versiones de este evento"
      isWide
      action="Guardar así"
      cancel="Seguir editando"
      form={form}
      onClose={onClose}
    >
      <p>
        {meanwhile('cambió este evento')}. Elija qué queda en cada campo: todavía no se guardó nada de lo
        suyo.
      </p>
      <div className={layout.stack}>
        {differences.map(({ name }) => (
          <VersionField
            key={name}
            {...form.field(name)}
            label={shownFields[name][0]}
            versions={{
              mine: <VersionValue text={textIn(versions.mine, name)} />,
              theirs: <VersionValue text={textIn(versions.theirs, name)} />,
            }}
          />
        ))}
      </div>
    </FormDialog>
  )
}
