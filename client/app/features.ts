/** Lists the features of the desk, in the order in which its hosts show what they say of themselves. */
import type { ComponentType } from 'react'
import { features } from '../api/feature.ts'
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

features.push(events, till, waivers, applications, gate, pilots, credential, photos, desk, privacy, staff)

export const pages = features.flatMap((feature) => feature.pages ?? [])
export const featureScreens: Readonly<Record<string, ComponentType>> = Object.assign(
  {},
  ...features.map(({ screens }) => screens),
)
