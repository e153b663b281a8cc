/** Where a photo is taken, chosen, dropped or pasted, and shown before it is sent. */
import { useEffect, useRef } from 'react'
import button from '../ui/button.module.css'
import type { ControlProps } from '../ui/field.tsx'
import { useFileDrag } from '../ui/file-drag.ts'
import { DropHint } from '../ui/file-drop.tsx'
import { useObjectUrl } from '../ui/object-url.ts'
import { Photo } from './photo.tsx'
import type { PhotoChoice } from './photo-choice.tsx'
import styles from './photo-control.module.css'
import { PictureInput } from './picture-input.tsx'

interface PhotoControlProps {
  control: ControlProps
  /** The address of the photo that is stored. */
  stored?: string
  choice: PhotoChoice
}

export function PhotoControl({ control, stored, choice }: PhotoControlProps) {
  const { photo, problem, status, dialog } = choice
  const preview = useObjectUrl(photo?.file)
  const input = useRef<HTMLInputElement>(null)
  const recut = useRef<HTMLButtonElement>(null)
  const isOver = useFileDrag((files) => bring(files.find(isPicture) ?? files[0]))
  usePastedPicture(bring)

  function bring(file: File | undefined) {
    if (!dialog && !input.current?.matches(':disabled')) choice.choose(file)
  }

  // What had the focus before the dialog may be gone.
  const origin = photo?.origin
  useEffect(() => {
    if (origin) recut.current?.focus()
  }, [origin])
  useEffect(() => {
    if (problem) input.current?.focus()
  }, [problem])

  function undo() {
    choice.undo()
    if (!stored) input.current?.focus()
  }

  return (
    <div className={styles.photo}>
      <Photo
        className={styles.picture}
        src={preview ?? (photo === null ? undefined : stored)}
        alt={photo ? 'Foto elegida' : 'Foto guardada'}
      />
      <div className={styles.choice}>
        {origin && (
          <button ref={recut} type="button" className={button.button} onClick={choice.cutAgain}>
            Recortar de nuevo
          </button>
        )}
        <TakePhoto onOpen={choice.take} onTaken={(file) => choice.choose(file, 'phone')} />
        <PictureInput {...control} ref={input} label="Elegir foto" onChoose={(file) => choice.choose(file)} />
        {photo || problem ? (
          <button type="button" className={button.button} onClick={undo}>
            No usar esta foto
          </button>
        ) : (
          stored && (
            <button type="button" className={button.button} onClick={photo === null ? undo : choice.remove}>
              {photo === null ? 'Deshacer' : 'Quitar foto'}
            </button>
          )
        )}
      </div>
      <p className={styles.status} role="status">
        {status || (photo === null && 'La foto se quita al guardar.')}
      </p>
      {isOver && !dialog && <DropHint text="Suelte la foto aquí" />}
    </div>
  )
}

/** The camera in a dialog, or the phone's own where a page may not look through one. */
function TakePhoto({ onOpen, onTaken }: { onOpen: () => void; onTaken: (file: File) => void }) {
  if (hasCameraAccess()) {
    return (
      <button type="button" className={button.button} onClick={onOpen}>
        Tomar foto
      </button>
    )
  }
  // On what is no phone, `capture` would only ask for a file a second time.
  return navigator.maxTouchPoints > 0 && <PictureInput label="Tomar foto" isCamera onChoose={onTaken} />
}

/** Not on a phone that opens the kiosk over plain http. */
function hasCameraAccess(): boolean {
  const devices: MediaDevices | undefined = navigator.mediaDevices
  return devices !== undefined
}

/** A picture that is pasted anywhere on the page; a text that is pasted into a field stays one. */
function usePastedPicture(onPaste: (picture: File) => void) {
  const latest = useRef(onPaste)
  latest.current = onPaste
  useEffect(() => {
    function paste(event: ClipboardEvent) {
      const { files = [], types = [] } = event.clipboardData ?? {}
      const picture = [...files].find(isPicture)
      const isInField = event.target instanceof Element && event.target.matches('input, textarea')
      if (!picture || (isInField && types.includes('text/plain'))) return
      event.preventDefault()
      latest.current(picture)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}

function isPicture({ type }: File): boolean {
  return type.startsWith('image/')
}
