/** The picture of a card for the desk, which gives it to the rider. */
import { chatUrl } from '#domain/api/addresses'
import type { CredentialPilot } from '#domain/api/wire'
import { fullName } from '#domain/pilots/pilot'
import { fileOf } from '../api/files.ts'
import { canSharePictures, givePicture, useDownload } from '../ui/run.tsx'
import { actionNames } from './waiting-parts.tsx'

/** Holds the picture of a card for the desk, and the items of the menu that give it. */
export function useCardPicture() {
  const download = useDownload()

  /** `text` is that of the chat with the rider, if the picture goes there. */
  function give({ id, chat = '' }: CredentialPilot, text?: string) {
    const isShared = canSharePictures()
    // A browser blocks a page that opens later than the press.
    if (text && !isShared) window.open(chatUrl(chat), '_blank', 'noopener')
    const load = fileOf('GET /api/pilots/:id/card.png', { params: { id } }, 'credencial.png')
    if (!text && !isShared) return download.start('la imagen', load)
    download.start('la imagen', load, async (file) => {
      await givePicture(file, text)
      return isShared ? undefined : 'Adjunte la imagen que se descargó.'
    })
  }

  function itemsFor(pilot: CredentialPilot) {
    if (pilot.status?.kind === 'incomplete') return []
    const hasChat = pilot.chat !== undefined || (typeof pilot.celular === 'number' && canSharePictures())
    const send = () => give(pilot, `Credencial de ${fullName(pilot)}`)
    return [
      { name: actionNames.picture, onChoose: () => give(pilot) },
      ...(hasChat ? [{ name: actionNames.send, onChoose: send }] : []),
    ]
  }

  return { download, itemsFor }
}
