/** The choice of a photo, shown before it is sent. */
import { useEffect, useState } from 'react'
import { photoTypes } from '#domain/photo'
import button from './button.module.css'
import type { ControlProps } from './field.tsx'
import { Photo } from './photo.tsx'
import styles from './photo-control.module.css'

interface PhotoControlProps {
  control: ControlProps
  /** The address of the photo that is stored. */
  stored?: string
  chosen?: File
  onChange: (photo: File | undefined) => void
}

export function PhotoControl({ control, stored, chosen, onChange }: PhotoControlProps) {
  const preview = useObjectUrl(chosen)
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
          className={styles.input}
          type="file"
          accept={photoTypes.join(',')}
          onChange={({ target }) => {
            onChange(target.files?.[0])
            // The same file can be chosen again after it was mended or taken back.
            target.value = ''
          }}
        />
        <label className={button.button} htmlFor={control.id}>
          {chosen || stored ? 'Cambiar foto' : 'Elegir foto'}
        </label>
        {chosen && (
          <p className={styles.chosen}>
            <span>{chosen.name}</span>
            <button type="button" className={button.button} onClick={() => onChange(undefined)}>
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
