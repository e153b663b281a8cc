/** The folder of the project, and the packages that are not in the bundles: for the build and the release. */
import { fileURLToPath } from 'node:url'

/** Converts a path of the project into an absolute one. */
export const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Packages that the bundles require by name, because they load files of their own: a release has them as packages. */
export const externals = ['@fastify/swagger', 'piscina', 'sharp', 'pdfkit', 'postgres', 'iconv-lite']

/** Packages whose files the bundles load by path: an addon and fonts. */
export const filePackages = [
  'fs-native-extensions',
  '@fontsource/barlow-condensed',
  '@fontsource/fira-sans-extra-condensed',
  '@fontsource/share-tech-mono',
]
