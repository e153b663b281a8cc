/** Loads sharp, which takes long, with the first picture. */
import type sharp from 'sharp'
import { MachineError } from '#domain/errors'

/** @throws MachineError if the addon of sharp is missing, which an antivirus may have taken away */
export async function loadSharp(): Promise<typeof sharp> {
  try {
    return (await import('sharp')).default
  } catch (error) {
    throw new MachineError(
      'Las fotos no se pueden leer, porque a PilotOS le faltan archivos o un antivirus los apartó: extráigalo o instálelo otra vez. Los datos quedan',
      error,
    )
  }
}
