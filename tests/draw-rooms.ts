/** Draws the picture of the rooms on the page of the architecture anew: `npm run rooms`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { architecturePage, withPicture } from './support/rooms-picture.ts'

writeFileSync(architecturePage, withPicture(readFileSync(architecturePage, 'utf8')))
