/** The progress of work, in words and as a bar. */
import { fileSize } from '#domain/text/text'

interface ProgressProps {
  text: string
  done?: number
  /** Absent or 0 while it is not known: the bar then has no end. */
  total?: number
}

export function Progress({ text, done, total }: ProgressProps) {
  return (
    <>
      <p role="status">{text}</p>
      <progress aria-label="Avance" max={total || 1} value={total ? done : undefined} />
    </>
  )
}

/** The progress of a file that is sent, and then read by the server. `sent` and `size` are numbers of bytes. */
export function UploadProgress({ name, sent, size }: { name: string; sent: number; size: number }) {
  if (sent >= size) return <Progress text={`Leyendo ${name}…`} />
  const text = `Enviando ${name}… ${fileSize(sent)} de ${fileSize(size)}`
  return <Progress text={text} done={sent} total={size} />
}
