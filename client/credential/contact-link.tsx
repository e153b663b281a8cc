/** The link to the chat with a rider, or to a call if the chat could be that of a stranger. */
import { chatUrl, phoneUrl } from '#domain/api/addresses'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import layout from '../ui/layout.module.css'

export function ContactLink({ celular, chat }: { celular: number; chat: string | undefined }) {
  const { staff, country_code } = useSession()
  const isUncertain = staff && country_code === null && String(celular).length <= mostWithoutCode
  const words = isUncertain ? noCountry : chat === undefined && noChat
  return (
    <>
      <a
        className={button.chat}
        {...(chat === undefined
          ? { href: phoneUrl(String(celular)) }
          : { href: chatUrl(chat), target: '_blank', rel: 'noreferrer' })}
      >
        {chat === undefined ? 'Llamar' : 'Contactar por WhatsApp'} <span>{celular}</span>
      </a>
      {words && <p className={layout.hint}>{words}</p>}
    </>
  )
}

/** A longer number has a country code. */
const mostWithoutCode = 10

const noChat = 'Sin WhatsApp: no es un celular del país del evento, ni lleva el código de otro.'
const noCountry = 'Sin código de país puede ser el chat de otra persona: elija el país en Ajustes, Evento.'
