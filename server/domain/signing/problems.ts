/** Says what is wrong with a signature, and that a text has changed before somebody signed it. */
import { maxGuardian, maxGuardianDocument } from '../stored/limits.ts'

const guardianNameMissing = 'Es menor de 18 años: escriba el nombre del adulto que firma'
const guardianDocumentMissing = 'Escriba el documento del adulto que firma'

export const waiverChanged = 'El texto del deslinde cambió mientras tanto: léalo otra vez y firme de nuevo'

export const waiverDueText = 'Falta firmar el deslinde'

/** The adult who signs with a rider under 18. */
export interface Guardian {
  name: string
  document: string
}

/** Returns what is wrong with a guardian, by the names of the form. */
export function guardianProblems({ name, document }: Guardian): Record<string, string> {
  return {
    ...((name === '' || name.length > maxGuardian) && { guardian_name: guardianNameMissing }),
    ...((document === '' || document.length > maxGuardianDocument) && {
      guardian_document: guardianDocumentMissing,
    }),
  }
}
