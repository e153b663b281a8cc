/** The limits of an uploaded ZIP of pictures. */

/** The size limit of a ZIP, in bytes: more than 1000 pictures of 3 MB. */
export const maxZipBytes = 4_000_000_000

/** The size of the chunks in which a browser sends a ZIP, in bytes. Each arrives in time over a slow Wi-Fi. */
export const zipChunkBytes = 4 * 1024 * 1024
