/** The fields of the form on the phone of a rider, in its language. */
import { useState } from 'react'
import { documentName, hasLetters } from '#domain/pilots/documents/national-documents'
import { checkDigitQuestion } from '#domain/pilots/documents/typed-document'
import { fields, noneOf } from '#domain/pilots/fields'
import { choicesOf, type FieldTable, type PilotField } from '#domain/pilots/own/field-table'
import { isOtherDocument } from '#domain/pilots/pilot'
import { cropToJpeg, largestCrop } from '../camera/crop.ts'
import { openPicture, PictureInput } from '../camera/picture.tsx'
import { completedDates } from '../pilots/form/pilot-values.ts'
import { Field } from '../ui/field.tsx'
import { useObjectUrl } from '../ui/file-input.tsx'
import { Button } from '../ui/form.tsx'
import { Photo } from '../ui/images.tsx'
import layout from '../ui/layout.module.css'
import { ValueControl } from '../ui/value-control.tsx'
import styles from './apply.module.css'
import { useWords } from './apply-texts.ts'

export const photoName = '_img'

interface RiderFieldProps {
  name: PilotField
  table: FieldTable
  value: string
  problem?: string
  /** The country of the document. */
  country?: string
  onChange: (value: string) => void
}

/** A field with its words in the language of the phone. The value is stored in Spanish. */
export function RiderField({ name, table, value, problem, country, onChange }: RiderFieldProps) {
  const { say, translate } = useWords()
  const isOptional = table.of(name).isOptional === true && !isOtherDocument(name)
  const text = translate(table.of(name).label)
  const label = name === 'dni' ? text.replace('DNI', documentName(country)) : text
  const none = choicesOf(table, name).length > 0 ? undefined : noneOf(name)
  const isNone = none !== undefined && value === none
  const [left, setLeft] = useState<string>()
  const question =
    name === 'dni' && left === value ? checkDigitQuestion({ dni: value, paisdoc: country }) : undefined
  return (
    <Field
      name={name}
      label={isOptional ? `${label} (${say('opcional')})` : label}
      isRequired={!isOptional}
      problem={problem && translate(problem)}
      warning={question && translate(question)}
    >
      {(control) => (
        <>
          {!isNone && (
            <ValueControl
              {...{ name, table, value, control, translate, onChange }}
              hasLetters={name === 'dni' && hasLetters(country)}
              onBlur={() => {
                setLeft(value)
                for (const [, day] of completedDates({ [name]: value }, table)) onChange(day)
              }}
            />
          )}
          {name === 'participacion' && value === '' && (
            <NoneButton
              text={say('Todavía no competí')}
              onClick={() => onChange(fields.participacion.usual)}
            />
          )}
          {none !== undefined && (isNone || value === '') && (
            <NoneButton
              text={name === 'dni' ? say('Tengo otro documento') : translate(none)}
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

interface PhotoFieldProps {
  photo?: File
  problem?: string
  onChoose: (photo: File) => void
}

/** Makes a square of the picture, small enough for a slow Wi-Fi. */
export function PhotoField({ photo, problem: refused, onChoose }: PhotoFieldProps) {
  const { say } = useWords()
  const [unreadable, setUnreadable] = useState(false)
  const preview = useObjectUrl(photo)
  async function choose(file: File) {
    const { picture } = await openPicture(file)
    setUnreadable(!picture)
    if (picture) onChoose(cropToJpeg({ picture, crop: largestCrop(picture) }))
  }
  return (
    <Field
      name={photoName}
      label={say('De frente, sin casco ni anteojos oscuros.')}
      problem={unreadable ? say('La foto no se puede leer: tome otra.') : refused}
    >
      {(control) => (
        <div className={layout.row}>
          {preview && <Photo className={styles.photo} src={preview} alt={say('Foto')} />}
          <PictureInput
            {...control}
            label={photo ? say('Tomar otra foto') : say('Tomar foto')}
            isCamera
            onChoose={(file) => void choose(file)}
          />
        </div>
      )}
    </Field>
  )
}
