/** A button that asks the device for a picture: from its files, or from a phone's own camera. */
import { photoTypes } from '#domain/pilot/photo'
import { FileInput, type FileInputProps } from '../ui/file-input.tsx'

export function PictureInput({ isCamera = false, ...input }: FileInputProps & { isCamera?: boolean }) {
  return (
    <FileInput
      {...input}
      {...(isCamera ? { accept: 'image/*', capture: 'environment' } : { accept: photoTypes.join(',') })}
    />
  )
}
