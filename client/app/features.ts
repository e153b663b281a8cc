/** The features of the desk, in the order in which its hosts show what they say of themselves. */
import type { Feature } from '../api/feature.ts'
import { applications } from '../applications/feature.ts'
import { credential } from '../credential/feature.ts'
import { desk } from '../desk/feature.ts'
import { events } from '../events/feature.ts'
import { gate } from '../gate/feature.ts'
import { photos } from '../photos/feature.ts'
import { pilots } from '../pilots/feature.ts'
import { privacy } from '../privacy/feature.ts'
import { staff } from '../staff/feature.ts'
import { till } from '../till/feature.ts'
import { waivers } from '../waivers/feature.ts'

export const features: readonly Feature[] = [
  events,
  till,
  waivers,
  applications,
  gate,
  pilots,
  credential,
  photos,
  desk,
  privacy,
  staff,
]
