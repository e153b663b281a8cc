/** The area in which a file is dropped or chosen. */
import type { ReactNode } from 'react'
import field from './field.module.css'
import { FileInput } from './file-input.tsx'
import layout from './layout.module.css'

interface FileDropProps {
  /** The text of the place where a file is dropped. */
  text: string
  /** The ends of the names of such files, for the browser's dialog. */
  accept: string
  /** True while files are held over the page. The whole page accepts them. */
  isOver: boolean
  onChoose: (files: readonly File[]) => void
  /** The hint below. */
  children: ReactNode
}

export function FileDrop({ text, accept, isOver, onChoose, children }: FileDropProps) {
  return (
    <div className={field.drop} data-over={isOver || undefined}>
      <p>{text}</p>
      <FileInput label="Elegir archivo" isPrimary accept={accept} onChoose={(file) => onChoose([file])} />
      <p className={layout.hint}>{children}</p>
    </div>
  )
}

/** Covers the page while files are held over it. */
export function DropHint({ text }: { text: string }) {
  return (
    <div className={field.hold} aria-hidden="true">
      <p>{text}</p>
    </div>
  )
}
