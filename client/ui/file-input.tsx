/** Files that a person chooses by a button, or drops on the page. */
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import button from './button.module.css'
import field from './field.module.css'
import layout from './layout.module.css'

export type FileInputProps = Omit<ComponentProps<'input'>, 'onChange' | 'className'> & {
  label: string
  isPrimary?: boolean
  onChoose: (file: File) => void
}

/** A button that asks for a file. The browser's own control would have the browser's language and look. */
export function FileInput({ label, isPrimary = false, onChoose, id, ...input }: FileInputProps) {
  const own = useId()
  return (
    <>
      <input
        {...input}
        id={id ?? own}
        className={field.file}
        type="file"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onChoose(file)
          // Resetting the value lets the person choose the same file again, for example after a correction.
          target.value = ''
        }}
      />
      <label className={isPrimary ? button.primary : button.button} htmlFor={id ?? own}>
        {label}
      </label>
    </>
  )
}

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

/** The area in which a file is dropped or chosen. */
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

/** Returns true while files are held over the page. Leaves any other dragged content to the browser. */
export function useFileDrag(onDrop: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onDrop)
  latest.current = onDrop

  useEffect(() => {
    const listening = new AbortController()
    const listen = (name: 'dragover' | 'dragleave' | 'drop', heard: (event: DragEvent) => void) =>
      document.addEventListener(name, heard, { signal: listening.signal })
    listen('dragover', (event) => {
      if (!hasFiles(event)) return
      // Without `preventDefault`, the browser would open the file.
      event.preventDefault()
      setOver(true)
    })
    listen('dragleave', ({ relatedTarget }) => {
      if (!relatedTarget) setOver(false)
    })
    listen('drop', (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      latest.current([...(event.dataTransfer?.files ?? [])])
    })
    return () => listening.abort()
  }, [])

  return isOver
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true
}

/** Returns the object URL of a chosen file, and revokes it when the file changes or the component unmounts. */
export function useObjectUrl(file: File | null | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => {
      URL.revokeObjectURL(created)
      setUrl(undefined)
    }
  }, [file])
  return url
}
