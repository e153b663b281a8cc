/** The photo that a form will send: how it is chosen, cut, taken back or removed. */
import { type ReactNode, useState } from 'react'
import { checkPhoto, photoInvalid } from '#domain/photo'
import type { Cut } from './crop.ts'
import type { PhotoDialog, PhotoSource } from './photo-dialog.tsx'

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
  /** What goes on, or does not. */
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

/** A dialog that is open, and what it begins with. */
interface OpenDialog {
  Dialog: typeof PhotoDialog
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
    try {
      const { PhotoDialog: Dialog, openCut } = await import('./photo-dialog.tsx')
      const { cut, problem: wrong } = await openCut(file)
      if (cut) setOpen({ Dialog, source, start: cut })
      else change(undefined, wrong)
    } catch {
      await takeWhole(file)
    } finally {
      setStatus('')
    }
  }

  /**
   * Without a kiosk there is nothing to cut with, but nothing need be lost either. A copy in memory: the file may
   * change or go away before it is sent, a card in a reader most of all.
   */
  async function takeWhole(file: File) {
    const content = await file.arrayBuffer().catch(() => undefined)
    const copy = content ? new File([content], file.name, { type: file.type }) : file
    const wrong = checkPhoto(copy)
    change(wrong ? undefined : { file: copy }, wrong)
  }

  async function openDialog(source: PhotoSource, start?: Cut) {
    try {
      const { PhotoDialog: Dialog } = await import('./photo-dialog.tsx')
      setOpen({ Dialog, source, start })
      setStatus('')
    } catch {
      setStatus('El kiosco no responde. Revise que siga abierto en la laptop.')
    }
  }

  return {
    photo,
    problem,
    status,
    choose,
    take: () => openDialog('camera'),
    cutAgain: () => photo?.origin && openDialog(photo.origin.source, photo.origin.cut),
    remove: () => change(null),
    undo: () => change(undefined),
    dialog: open && (
      <open.Dialog
        start={open.start}
        source={open.source}
        onUse={(file, cut, source) => change({ file, origin: { cut, source } })}
        onFailure={(wrong) => change(undefined, wrong)}
        onClose={() => setOpen(undefined)}
      />
    ),
  }
}
