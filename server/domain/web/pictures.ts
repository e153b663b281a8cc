/** The limit of an uploaded ZIP of pictures. */

/** The size limit of a ZIP, in bytes: more than 1000 pictures of 3 MB. */
export const maxZipBytes = 4_000_000_000

export const zipTooLarge = 'El ZIP pesa más de 4 GB: divídalo en varios'
