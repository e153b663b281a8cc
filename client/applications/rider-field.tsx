/** The fields of the form on the phone of a rider, in its language. */
import { useState } from 'react'
import type { Language } from '#domain/applications/application'
import { fields, noneOf } from '#domain/pilots/fields'
import { choicesOf, type FieldTable, type PilotField, tickText } from '#domain/pilots/own/field-table'
import { isOtherDocument } from '#domain/pilots/pilot'
import { cropToJpeg, largestCrop } from '../camera/crop.ts'
import { openPicture, PictureInput } from '../camera/picture.tsx'
import { Checkbox, type ControlProps, Field, keyboards } from '../ui/field.tsx'
import { useObjectUrl } from '../ui/file-input.tsx'
import { Button } from '../ui/form.tsx'
import { Photo } from '../ui/images.tsx'
import layout from '../ui/layout.module.css'
import styles from './apply.module.css'
import { inLanguage, labelOf, texts } from './apply-texts.ts'

export const photoName = '_img'

interface RiderFieldProps {
  name: PilotField
  table: FieldTable
  language: Language
  value: string
  problem?: string
  onChange: (value: string) => void
}

/** A field with its words in the language of the phone. The value is stored in Spanish. */
export function RiderField({ name, table, language, value, problem, onChange }: RiderFieldProps) {
  const words = texts[language]
  const isOptional = table.of(name).isOptional === true && !isOtherDocument(name)
  const label = labelOf(name, table, language)
  const none = choicesOf(table, name).length > 0 ? undefined : noneOf(name)
  const isNone = none !== undefined && value === none
  const noneText = name === 'dni' ? words.otherDocument : none && inLanguage(none, language)
  return (
    <Field
      name={name}
      label={isOptional ? `${label} (${words.optional})` : label}
      isRequired={!isOptional}
      problem={problem && inLanguage(problem, language)}
    >
      {(control) => (
        <>
          {!isNone && <RiderControl {...{ name, table, language, value, onChange, control }} />}
          {name === 'participacion' && value === '' && (
            <NoneButton text={words.noHistory} onClick={() => onChange(fields.participacion.usual)} />
          )}
          {none !== undefined && (isNone || value === '') && (
            <NoneButton
              text={noneText ?? none}
              isPressed={isNone}
              onClick={() => onChange(isNone ? '' : none)}
            />
          )}
        </>
      )}
    </Field>
  )
}

interface NoneButtonProps {
  text: string
  isPressed?: boolean
  onClick: () => void
}

function NoneButton({ text, isPressed, onClick }: NoneButtonProps) {
  return (
    <Button className={styles.none} aria-pressed={isPressed} onClick={onClick}>
      {text}
    </Button>
  )
}

interface RiderControlProps extends Omit<RiderFieldProps, 'problem'> {
  control: ControlProps
}

function RiderControl({ name, table, language, value, onChange, control }: RiderControlProps) {
  const { control: kind } = table.of(name)
  const choices = choicesOf(table, name)
  const common = {
    ...control,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (kind === 'tick')
    return (
      <Checkbox
        name={name}
        checked={value !== ''}
        onChange={(isChecked) => onChange(isChecked ? tickText : '')}
      >
        {inLanguage(tickText, language)}
      </Checkbox>
    )
  if (choices.length > 0)
    return (
      <select {...common}>
        <option value="">{texts[language].choose}</option>
        {choices.map((option) => (
          <option key={option} value={option}>
            {inLanguage(option, language)}
          </option>
        ))}
      </select>
    )
  if (kind === 'multiline') return <textarea {...common} rows={3} />
  if (kind === 'date') return <input {...common} type="text" inputMode="numeric" placeholder="dd/mm/aaaa" />
  return <input {...common} type="text" {...keyboards[kind as keyof typeof keyboards]} />
}

interface PhotoFieldProps {
  words: (typeof texts)[Language]
  photo?: File
  problem?: string
  onChoose: (photo: File) => void
}

/** Makes a square of the picture, small enough for a slow Wi-Fi. */
export function PhotoField({ words, photo, problem: refused, onChoose }: PhotoFieldProps) {
  const [unreadable, setUnreadable] = useState(false)
  const preview = useObjectUrl(photo)
  async function choose(file: File) {
    const { picture } = await openPicture(file)
    setUnreadable(!picture)
    if (picture) onChoose(cropToJpeg({ picture, crop: largestCrop(picture) }))
  }
  return (
    <Field name={photoName} label={words.photoHint} problem={unreadable ? words.cannotRead : refused}>
      {(control) => (
        <div className={layout.row}>
          {preview && <Photo className={styles.photo} src={preview} alt={words.photo} />}
          <PictureInput
            {...control}
            label={photo ? words.photoAgain : words.takePhoto}
            isCamera
            onChoose={(file) => void choose(file)}
          />
        </div>
      )}
    </Field>
  )
}
