/** The choice of a photo, shown before it is sent. */
import { useEffect, useRef, useState } from 'react'
import { checkPhoto, photoTypes } from '#domain/photo'
import button from './button.module.css'
import type { ControlProps } from './field.tsx'
import { Photo } from './photo.tsx'
import styles from './photo-control.module.css'

interface PhotoControlProps {
  control: ControlProps
  /** The address of the photo that is stored. */
  stored?: string
  chosen?: File
  /** Whether there is a choice to take back. */
  canUndo: boolean
  onChange: (photo: File | undefined) => void
}

export function PhotoControl({ control, stored, chosen, canUndo, onChange }: PhotoControlProps) {
  const preview = useObjectUrl(chosen)
  const input = useRef<HTMLInputElement>(null)

  /** A copy in memory: the file may change or go away before it is sent, a card in a reader most of all. */
  async function choose(file: File | undefined) {
    if (!file) return
    if (checkPhoto(file)) return onChange(file)
    const content = await file.arrayBuffer().catch(() => undefined)
    onChange(content ? new File([content], file.name, { type: file.type }) : file)
  }

  function undo() {
    onChange(undefined)
    input.current?.focus()
  }

  return (
    <div className={styles.photo}>
      <Photo
        className={styles.picture}
        src={preview ?? stored}
        alt={chosen ? 'Foto elegida' : 'Foto guardada'}
      />
      <div className={styles.choice}>
        <input
          {...control}
          ref={input}
          className={styles.input}
          type="file"
          accept={photoTypes.join(',')}
          onChange={({ target }) => {
            choose(target.files?.[0])
            // The same file can be chosen again after it was mended or taken back.
            target.value = ''
          }}
        />
        <label className={button.button} htmlFor={control.id}>
          {chosen || stored ? 'Cambiar foto' : 'Elegir foto'}
        </label>
        {canUndo && (
          <p className={styles.chosen}>
            {chosen && <span>{chosen.name}</span>}
            <button type="button" className={button.button} onClick={undo}>
              No usar esta foto
            </button>
          </p>
        )}
      </div>
    </div>
  )
}

function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [file])
  return url
}
