/** How large a file that is imported may be. */

/** In bytes: some 400,000 pilots. */
export const maxFileBytes = 100 * 1024 * 1024

export const fileTooLarge = 'El archivo pesa más de 100 MB: divídalo en varios e impórtelos uno por uno'
