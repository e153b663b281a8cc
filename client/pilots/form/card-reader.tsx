/** The dialog in which a camera, or a photo, shows an identity card. */
import { useEffect, useRef, useState } from 'react'
import { Decoder, readPhotoCode } from '../../camera/decoder.ts'
import { hasLiveCamera, LiveReader } from '../../camera/live-reader.tsx'
import { cardInbox } from '../../scan/identity/card-inbox.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { Failure, Loading } from '../../ui/notice.tsx'
import styles from './form.module.css'

export function CardReader({ onClose }: { onClose: () => void }) {
  const decoder = useRef<Promise<Decoder>>(undefined)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<Error>()
  useEffect(() => () => void decoder.current?.then((opened) => opened.close()), [])

  function pass(text: string) {
    onClose()
    cardInbox.onText(text)
  }

  async function read(photo: File) {
    setProblem(undefined)
    setReading(true)
    decoder.current ??= Decoder.open('documents')
    try {
      pass(await readPhotoCode(photo, await decoder.current))
    } catch (error) {
      setProblem(error as Error)
    } finally {
      setReading(false)
    }
  }

  return (
    <Dialog
      title="Leer el documento"
      isBusy={isReading}
      onClose={onClose}
      foot={
        <FileInput
          label="Foto del documento"
          accept="image/*"
          capture="environment"
          disabled={isReading}
          onChoose={read}
        />
      }
    >
      <p>Muestre el código de barras o el QR del documento, derecho y sin brillos.</p>
      {hasLiveCamera && !isReading && (
        <div className={styles.picture}>
          <LiveReader codes="documents" onCode={pass} />
        </div>
      )}
      {isReading && <Loading />}
      {problem && <Failure error={problem} />}
    </Dialog>
  )
}
