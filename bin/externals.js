/** The packages that are not in the bundle, because they load files of their own: a release has them as packages. */

/** Packages that the bundle requires by name. */
export const externals = ['piscina', 'sharp', 'pdfkit', 'postgres', 'read-excel-file']

/** Packages whose files the bundle loads by path: an addon and fonts. */
export const filePackages = [
  'fs-native-extensions',
  '@fontsource/barlow-condensed',
  '@fontsource/share-tech-mono',
]
