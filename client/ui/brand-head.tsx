/** The head of a credential: the name and the logo of the event or federation, in its colour. */
import { textColourOn } from '#domain/desk/brand'
import type { BrandInfo } from '#domain/desk/brand-calls'
import styles from './brand-head.module.css'

export function BrandHead({ brand: { name, colour, logo, logo_size: size } }: { brand: BrandInfo }) {
  return (
    <header className={styles.head} ref={(head) => paint(head, colour)}>
      {logo !== null && (
        <img
          className={styles.logo}
          src={logo}
          alt={name ? '' : 'Logo del evento'}
          width={size?.[0]}
          height={size?.[1]}
        />
      )}
      <p className={styles.texts}>
        {name && <span className={styles.name}>{name}</span>}
        <span className={name ? styles.title : styles.name}>Credencial de piloto</span>
      </p>
    </header>
  )
}

/** Sets the colours. HTML of the server has them in a style element, since its policy allows no style attributes. */
function paint(head: HTMLElement | null, colour: string): void {
  head?.style.setProperty('--brand', colour)
  head?.style.setProperty('--on-brand', textColourOn(colour))
}
