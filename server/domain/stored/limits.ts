/** The bounds of stored values, of which forms check some too. Lengths are in characters. */
import { dataGroups } from '../pilots/field.ts'

export const maxCategoryId = 80
/** The identifier of a category, and a number. */
export const maxFurther = maxCategoryId + 5
export const maxEntryNumber = 20
export const maxEntryTransponder = 30
export const maxGuardian = 120
export const maxGuardianDocument = 40
/** The reason of a suspension. */
export const maxReasonLength = 200

export const maxPriceId = 20
export const maxPriceLabel = 60
export const priceKindNames = ['entry', 'second', 'chip', 'extra'] as const
/** The identifier of a line, which can follow from those of the event, of the entry and of the price. */
export const maxLineId = 200
export const maxMeans = 30
export const maxReference = 60
export const maxReason = 200
export const maxConcept = 400
/** The greatest number of a receipt. */
export const maxReceipt = 9_999_999
export const maxChipLabel = 30
/** The document that a rider leaves for a chip. */
export const maxDepositDocument = 60

/** The kinds of start lists, and the most riders of one. */
export const listKinds = ['provisional', 'final'] as const
export const maxListed = 1000

/** The strokes of an engine. */
export const strokeNames = ['2T', '4T'] as const

/** The groups of data that can be forgotten, and the whole pilot, who is erased. */
export const retentionGroups = [...dataGroups, 'everything'] as const
/** The most months after which a group is due. */
export const maxMonths = 240

/** The longest name of a Wi-Fi: https://standards.ieee.org/ieee/802.11 has 32 bytes. */
export const maxWifi = 32
