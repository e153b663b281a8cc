/** The head of a credential: the name and the logo of the event or federation, in its colour. */
import { textColourOn } from '#domain/desk/brand'
import type { BrandInfo } from '#domain/desk/settings-calls'
import layout from '../ui/layout.module.css'

const title = 'Credencial de piloto'

export function BrandHead({ brand: { name, colour, logo, logo_size: size } }: { brand: BrandInfo }) {
  return (
    <header className={layout.brand} ref={(head) => paint(head, colour)}>
      {logo !== null && (
        <img src={logo} alt={name ? '' : 'Logo del evento'} width={size?.[0]} height={size?.[1]} />
      )}
      <p className={layout.split}>
        <b>{name || title}</b>
        {name && <span>{title}</span>}
      </p>
    </header>
  )
}

/** Sets the colours. HTML of the server has them in a style element, since its policy allows no style attributes. */
function paint(head: HTMLElement | null, colour: string): void {
  head?.style.setProperty('--brand', colour)
  head?.style.setProperty('--on-brand', textColourOn(colour))
}
