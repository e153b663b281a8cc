/** The sounds and vibrations that answer a scan, different for each kind of answer. */

/** The person may pass, may pass after a look, may not pass, or leaves. */
export type AnswerKind = 'yes' | 'warn' | 'no' | 'out'

/** A tone: its frequency in hertz, and its start and length in seconds. */
interface Tone {
  pitch: number
  start: number
  length: number
  shape: OscillatorType
}

const tones: Record<AnswerKind, readonly Tone[]> = {
  yes: [
    { pitch: 880, start: 0, length: 0.1, shape: 'sine' },
    { pitch: 1320, start: 0.1, length: 0.18, shape: 'sine' },
  ],
  out: [
    { pitch: 1175, start: 0, length: 0.1, shape: 'sine' },
    { pitch: 784, start: 0.1, length: 0.18, shape: 'sine' },
  ],
  warn: [0, 0.22, 0.44].map((start) => ({ pitch: 700, start, length: 0.14, shape: 'triangle' as const })),
  no: [0, 0.45].map((start) => ({ pitch: 170, start, length: 0.38, shape: 'sawtooth' as const })),
}

/** Milliseconds of vibration and pause, in turn. */
const vibrations: Record<AnswerKind, number[]> = {
  yes: [80],
  out: [40, 60, 40],
  warn: [120, 80, 120, 80, 120],
  no: [450, 120, 450],
}

/** The greatest volume: a saw tooth at 1 would distort on a phone. */
const volume = 0.6

/** Sounds and vibrations, different for each kind of answer. The sounds are made here, without files. */
export class Signals {
  #audio: AudioContext | undefined

  /** Browsers allow sound only after a press, in whose handler this runs. */
  unlock(): void {
    this.#audio ??= 'AudioContext' in window ? new AudioContext() : undefined
    void this.#audio?.resume().catch(() => undefined)
  }

  give(kind: AnswerKind): void {
    navigator.vibrate?.(vibrations[kind])
    const audio = this.#audio
    if (!audio) return
    // A phone suspends the sound while it rings or sleeps.
    if (audio.state !== 'running') void audio.resume().catch(() => undefined)
    for (const tone of tones[kind]) play(audio, tone)
  }

  close(): void {
    void this.#audio?.close().catch(() => undefined)
    this.#audio = undefined
  }
}

function play(audio: AudioContext, { pitch, start, length, shape }: Tone): void {
  const begin = audio.currentTime + start
  const end = begin + length
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.type = shape
  oscillator.frequency.value = pitch
  // A short rise and fall, because a sudden one clicks.
  gain.gain.setValueAtTime(0, begin)
  gain.gain.linearRampToValueAtTime(volume, begin + 0.01)
  gain.gain.setValueAtTime(volume, end - 0.02)
  gain.gain.linearRampToValueAtTime(0, end)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(begin)
  oscillator.stop(end)
}
