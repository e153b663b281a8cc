/** The warning beside the name that a registered rider is probably the same person. */

import { photoPath } from '#domain/api/addresses'
import type { SamePerson } from '#domain/pilots/calls'
import { Photo } from '../../ui/images.tsx'
import styles from './form.module.css'
import { OwnerLink } from './notices.tsx'

export function SamePersonWarning({ id, name, photo, document, isNear }: SamePerson) {
  return (
    <span className={styles.samePerson}>
      <Photo className={styles.smallFace} src={photo ? photoPath(photo) : undefined} alt="" />
      <span>
        ¿Es la misma persona? <OwnerLink id={id} name={name} />, de la misma fecha de nacimiento, está con el
        documento {document}
        {isNear && ', que difiere en una cifra'}.
      </span>
    </span>
  )
}
