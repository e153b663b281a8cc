/** The photo that a form will send: chosen, cropped, undone or removed. */
import { type ReactNode, useState } from 'react'
import { checkPhoto, photoInvalid } from '#domain/pilot/photo'
import type { CroppedPicture } from './crop.ts'
import { openCut, PhotoDialog, type PhotoSource } from './photo-dialog.tsx'

interface ChosenPhoto {
  file: File
  /** The picture and crop that the file was made from, so that it can be cropped again. */
  origin?: { cut: CroppedPicture; source: PhotoSource }
}

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

export function usePhotoChoice(): PhotoChoice {
  const [photo, setPhoto] = useState<ChosenPhoto | null>()
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
