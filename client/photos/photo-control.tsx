/** The form control of a photo, which can be taken, chosen, dropped or pasted, with a preview. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { checkPhoto, photoInvalid } from '#domain/pilots/pilot'
import { photoCamera } from '../camera/camera.ts'
import type { CroppedPicture } from '../camera/crop.ts'
import { PictureInput } from '../camera/picture.tsx'
import type { ControlProps } from '../ui/field.tsx'
import { DropHint, useFileDrag, useObjectUrl } from '../ui/file-input.tsx'
import { Button } from '../ui/form.tsx'
import { Photo } from '../ui/images.tsx'
import { useDocumentEvent } from '../ui/page-events.ts'
import styles from './photo.module.css'
import { openCut, PhotoDialog, type PhotoSource } from './photo-dialog.tsx'

/** The name of the button that opens the camera. */
export const cameraName = '_camera'

interface PhotoControlProps {
  control: ControlProps
  /** The URL of the stored photo. */
  stored?: string
  choice: PhotoChoice
  /** Called when a photo is chosen and cropped: the focus goes on to the next field. */
  onChosen: () => void
}

export function PhotoControl({ control, stored, choice, onChosen }: PhotoControlProps) {
  const { photo, problem, status, dialog } = choice
  const preview = useObjectUrl(photo?.file)
  const input = useRef<HTMLInputElement>(null)
  const isOver = useFileDrag((files) => bring(files.find(isPicture) ?? files[0]))
  usePastedPicture(bring)

  function bring(file: File | undefined) {
    if (!dialog && !input.current?.matches(':disabled')) choice.choose(file)
  }

  // The element that had the focus before the dialog opened may no longer exist.
  const origin = photo?.origin
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a photo is chosen
  useEffect(() => {
    if (origin) onChosen()
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
      {/* The buttons of a chosen photo replace the others, so that the page does not grow. */}
      <div className={styles.choice} data-chosen={origin !== undefined || undefined}>
        {origin ? (
          <Button onClick={choice.cutAgain}>Recortar de nuevo</Button>
        ) : (
          <TakePhoto onOpen={choice.take} onTaken={(file) => choice.choose(file, 'phone')} />
        )}
        <PictureInput
          {...control}
          ref={input}
          label="Elegir foto"
          tabIndex={origin && -1}
          onChoose={(file) => choice.choose(file)}
        />
        {photo || problem ? (
          <Button onClick={undo}>No usar esta foto</Button>
        ) : (
          stored && (
            <Button onClick={photo === null ? undo : choice.remove}>
              {photo === null ? 'Deshacer' : 'Quitar foto'}
            </Button>
          )
        )}
      </div>
      <p className={styles.status} role="status">
        {status || (photo === null && 'La foto se quita al guardar.')}
      </p>
      <p className={styles.none} aria-hidden="true">
        <kbd>-</kbd> sin foto
      </p>
      {isOver && !dialog && <DropHint text="Suelte la foto aquí" />}
    </div>
  )
}

/** Opens the camera dialog, or the phone's camera app if the page has no access to a camera. */
function TakePhoto({ onOpen, onTaken }: { onOpen: () => void; onTaken: (file: File) => void }) {
  const camera = photoCamera(navigator)
  if (camera === 'page') {
    return (
      <Button name={cameraName} onClick={onOpen}>
        Tomar foto
      </Button>
    )
  }
  return camera === 'phone' && <PictureInput label="Tomar foto" isCamera onChoose={onTaken} />
}

/** Calls `onPaste` for a picture that is pasted anywhere on the page. Text that is pasted into a field stays text. */
function usePastedPicture(onPaste: (picture: File) => void) {
  useDocumentEvent('paste', (event) => {
    const { files = [], types = [] } = event.clipboardData ?? {}
    const picture = [...files].find(isPicture)
    const isInField = event.target instanceof Element && event.target.matches('input, textarea')
    if (!picture || (isInField && types.includes('text/plain'))) return
    event.preventDefault()
    onPaste(picture)
  })
}

function isPicture({ type }: File): boolean {
  return type.startsWith('image/')
}

interface ChosenPhoto {
  file: File
  /** The picture and crop that the file was made from, so that it can be cropped again. */
  origin?: { cut: CroppedPicture; source: PhotoSource }
}

/** The photo that a form will send: chosen, cropped, undone or removed. */
export interface PhotoChoice {
  /** A photo to store; null removes the stored photo, undefined leaves it. */
  photo: ChosenPhoto | null | undefined
  /** The reason why the chosen file cannot be used. */
  problem?: string
  /** The progress message; empty while nothing is loading. */
  status: string
  /** The open dialog. Render it outside the form, because Enter in it would send the form. */
  dialog: ReactNode
  choose(file: File | undefined, source?: PhotoSource): Promise<void>
  /** Opens the camera. */
  take(): void
  cutAgain(): void
  remove(): void
  /** Discards the choice, so that the stored photo stays. */
  undo(): void
}

/** The initial state of the dialog. */
interface OpenDialog {
  start?: CroppedPicture
  source: PhotoSource
}

/** `given` is a photo that is chosen from the start. */
export function usePhotoChoice(given?: File): PhotoChoice {
  const [photo, setPhoto] = useState<ChosenPhoto | null | undefined>(given && { file: given })
  const [problem, setProblem] = useState<string>()
  const [status, setStatus] = useState('')
  const [open, setOpen] = useState<OpenDialog>()

  function change(to: ChosenPhoto | null | undefined, wrong?: string) {
    setPhoto(to)
    setProblem(wrong)
    setOpen(undefined)
  }

  async function choose(file: File | undefined, source: PhotoSource = 'file') {
    if (!file) return
    if (checkPhoto(file) === photoInvalid) return change(undefined, photoInvalid)
    setStatus('Abriendo la foto…')
    const { cut, problem: wrong } = await openCut(file)
    setStatus('')
    if (cut) setOpen({ source, start: cut })
    else change(undefined, wrong)
  }

  return {
    photo,
    problem,
    status,
    choose,
    take: () => setOpen({ source: 'camera' }),
    cutAgain: () => photo?.origin && setOpen({ source: photo.origin.source, start: photo.origin.cut }),
    remove: () => change(null),
    undo: () => change(undefined),
    dialog: open && (
      <PhotoDialog
        start={open.start}
        source={open.source}
        onUse={(file, cut, source) => change({ file, origin: { cut, source } })}
        onFailure={(wrong) => change(undefined, wrong)}
        onClose={() => setOpen(undefined)}
      />
    ),
  }
}
