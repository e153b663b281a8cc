/** Opens and closes the camera of this device. */
import { useEffect, useState } from 'react'
import { recall, remember } from '../api/browser-memory.ts'

export interface Camera {
  /** Undefined until the browser has opened the camera. */
  stream?: MediaStream
  /** The reason why there is no stream, and the advice for the person. */
  problem?: Error
  /** All cameras; empty until the browser reveals their names. */
  cameras: readonly MediaDeviceInfo[]
  /** The `deviceId` of the open camera. */
  current?: string
  /** False for a rear camera. A person who faces the camera expects a mirror image. */
  isMirror: boolean
  choose(deviceId: string): void
  retry(): void
}

type Opened = Pick<Camera, 'stream' | 'problem' | 'current'> & { isMirror?: boolean }

/**
 * Opens the camera while `isOn` is true. Closes it, so that its light goes out, at the latest on unmount. `key` is the
 * storage key of the chosen camera.
 */
export function useCamera(isOn: boolean, key = cameraKey): Camera {
  const [opened, setOpened] = useState<Opened>({})
  const [cameras, setCameras] = useState<readonly MediaDeviceInfo[]>([])
  /** Counts the attempts. Each attempt opens the camera again. */
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another opening
  useEffect(() => {
    if (!isOn) return
    let isOver = false
    let tracks: MediaStreamTrack[] = []
    const stop = () => {
      for (const track of tracks) track.stop()
    }
    const update = (state: Opened) => {
      if (!isOver) setOpened(state)
    }
    openCamera(key)
      .then((stream) => {
        tracks = stream.getTracks()
        // The camera was closed while the browser still asked for permission.
        if (isOver) return stop()
        const [track] = tracks
        track?.addEventListener('ended', () => update({ problem: new Error(lost) }))
        const { deviceId, facingMode } = track?.getSettings() ?? {}
        update({ stream, current: deviceId, isMirror: facingMode !== 'environment' })
      })
      .catch((error) => update({ problem: new Error(problemOf(error)) }))
      .then(listCameras)
      .then((found) => !isOver && setCameras(found))
    return () => {
      isOver = true
      stop()
      setOpened({})
    }
  }, [isOn, attempt, key])

  const retry = () => setAttempt((count) => count + 1)
  return {
    isMirror: true,
    ...opened,
    cameras,
    retry,
    choose(deviceId) {
      remember(key, deviceId)
      retry()
    },
  }
}

/**
 * Opens the camera that was chosen in this browser, or any camera if the chosen camera is gone. Prefers the rear
 * camera if no camera was chosen.
 */
async function openCamera(key: string): Promise<MediaStream> {
  const size = { width: { ideal: 1920 }, height: { ideal: 1080 } }
  const chosen = recall(key)
  try {
    const which = chosen ? { deviceId: { exact: chosen } } : { facingMode: 'environment' }
    return await navigator.mediaDevices.getUserMedia({ video: { ...size, ...which } })
  } catch (error) {
    const isGone = ['OverconstrainedError', 'NotFoundError'].includes(nameOf(error))
    if (!chosen || !isGone) throw error
    return navigator.mediaDevices.getUserMedia({ video: size })
  }
}

async function listCameras(): Promise<MediaDeviceInfo[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices.filter(({ kind, label }) => kind === 'videoinput' && label)
}

const orFile = 'reintente, o elija una foto de este equipo.'
const lost = `La cámara se desconectó. Conéctela y ${orFile}`

/** Returns in Spanish why no camera opens, and what the person can do. */
export function problemOf(error: unknown): string {
  switch (nameOf(error)) {
    case 'NotAllowedError':
    case 'SecurityError':
      return `El navegador no deja usar la cámara. Permítala con el icono junto a la dirección de la página y ${orFile}`
    case 'NotFoundError':
    case 'OverconstrainedError':
      return `No se encontró ninguna cámara. Conecte una y ${orFile}`
    default:
      return `La cámara no responde: quizás la usa otro programa, como Zoom o Teams. Ciérrelo y ${orFile}`
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : ''
}

/** The storage key of the camera for photos. A browser without storage ignores the choice and prefers the rear camera. */
const cameraKey = 'pilotos-camera'

/**
 * Returns what takes a photo: a camera that the page shows, or the camera app of a phone. Pages served over plain HTTP,
 * as on a phone, have no `mediaDevices`, and without a touch screen the input for the app would only choose a file.
 */
export function photoCamera({ mediaDevices, maxTouchPoints = 0 }: Partial<Navigator>) {
  if (mediaDevices) return 'page'
  return maxTouchPoints > 0 ? 'phone' : undefined
}
