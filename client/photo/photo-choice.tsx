/** The photo that a form will send: how it is chosen, cut, taken back or removed. */
import { type ReactNode, useState } from 'react'
import { checkPhoto, photoInvalid } from '#domain/pilot/photo'
import type { Cut } from './crop.ts'
import { openCut, PhotoDialog, type PhotoSource } from './photo-dialog.tsx'

interface ChosenPhoto {
  file: File
  /** What it was cut out of, to be cut again. */
  origin?: { cut: Cut; source: PhotoSource }
}

export interface PhotoChoice {
  /** A photo to store, null to remove the one that is stored, undefined to leave it. */
  photo: ChosenPhoto | null | undefined
  /** What is wrong with what was chosen. */
  problem?: string
  /** Says what goes on. */
  status: string
  /** What is open over the page; no part of the form, which Enter would send. */
  dialog: ReactNode
  choose(file: File | undefined, source?: PhotoSource): Promise<void>
  /** Opens the camera. */
  take(): void
  cutAgain(): void
  remove(): void
  /** Back to what is stored. */
  undo(): void
}

/** The dialog begins with this. */
interface OpenDialog {
  start?: Cut
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
