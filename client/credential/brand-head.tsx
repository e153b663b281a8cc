/** The head of a credential: the names of the event and of its organiser, and the logo, in the colour of the brand. */
import { type ShownBrand, textColourOn } from '#domain/desk/brand'
import type { BrandInfo } from '#domain/desk/settings-calls'
import layout from '../ui/layout.module.css'

const title = 'Credencial de piloto'

export function BrandHead({ brand }: { brand: ShownBrand<BrandInfo> }) {
  const { name, organiser, colour, logo, logo_size: size } = brand
  return (
    <header className={layout.brand} ref={(head) => paint(head, colour)}>
      {logo !== null && (
        <img src={logo} alt={name ? '' : 'Logo del evento'} width={size?.[0]} height={size?.[1]} />
      )}
      <p className={layout.split}>
        <b>{name || title}</b>
        {name && <span>{[organiser, title].filter(Boolean).join(' · ')}</span>}
      </p>
    </header>
  )
}

/** Sets the colours. HTML of the server has them in a style element, since its policy allows no style attributes. */
function paint(head: HTMLElement | null, colour: string): void {
  head?.style.setProperty('--brand', colour)
  head?.style.setProperty('--on-brand', textColourOn(colour))
}
