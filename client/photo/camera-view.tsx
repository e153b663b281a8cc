/** The camera's live picture, cropped to the square of the photo, and mirrored if the person faces the camera. */
import { type RefObject, useEffect, useId } from 'react'
import fieldStyles from '../ui/field.module.css'
import { Failure } from '../ui/load.tsx'
import type { Camera } from './camera.ts'
import styles from './photo-dialog.module.css'

interface CameraViewProps {
  camera: Camera
  video: RefObject<HTMLVideoElement | null>
  /** Called when the video shows its first frame. */
  onReady: () => void
}

export function CameraView({ camera, video, onReady }: CameraViewProps) {
  const { stream, problem, cameras, current, isMirror } = camera
  const id = useId()

  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null
  }, [stream, video])

  return (
    <>
      {problem ? (
        <Failure error={problem} retry={camera.retry} />
      ) : (
        <div className={styles.stage}>
          <video
            ref={video}
            className={styles.view}
            data-mirror={isMirror || undefined}
            aria-label="Lo que ve la cámara"
            autoPlay
            playsInline
            muted
            // Until it plays, a camera's loaded frame is drawn black: https://github.com/whatwg/html/issues/4215
            onPlaying={onReady}
          />
          <p className={styles.notice} role="status">
            {!stream && 'Abriendo la cámara… Si el navegador pregunta, permita usarla.'}
          </p>
        </div>
      )}
      {cameras.length > 1 && (
        <div className={styles.row}>
          <label className={fieldStyles.label} htmlFor={id}>
            Cámara
          </label>
          <select
            id={id}
            className={fieldStyles.control}
            value={current ?? ''}
            onChange={({ target }) => camera.choose(target.value)}
          >
            {!current && <option value="">Elija otra…</option>}
            {cameras.map(({ deviceId, label }) => (
              <option key={deviceId} value={deviceId}>
                {nameWithoutCode(label)}
              </option>
            ))}
          </select>
        </div>
      )}
    </>
  )
}

/** Removes the vendor and product codes that Chromium appends to a camera's name. */
function nameWithoutCode(label: string): string {
  return label.replace(/ \([0-9a-f]{4}:[0-9a-f]{4}\)$/, '')
}
