/** The features that an event may do without. What it does not use, no screen shows. */

export const featureNames = ['till', 'chips', 'waivers', 'applications'] as const
export type FeatureName = (typeof featureNames)[number]
