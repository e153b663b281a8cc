/** The head of a credential: the name and the logo of the event or federation, in its colour. */
import { textColourOn } from '#domain/web/brand'
import type { BrandInfo } from '#domain/web/schemas'
import styles from './brand-head.module.css'

export function BrandHead({ brand: { name, colour, logo } }: { brand: BrandInfo }) {
  return (
    <header className={styles.head} style={{ background: colour, color: textColourOn(colour) }}>
      {logo !== null && <img className={styles.logo} src={logo} alt={name ? '' : 'Logo del evento'} />}
      <p className={styles.texts}>
        {name && <span className={styles.name}>{name}</span>}
        <span className={name ? styles.title : styles.name}>Credencial de piloto</span>
      </p>
    </header>
  )
}
