/** Accepts files that are dragged onto the page. */
import { useEffect, useRef, useState } from 'react'

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
