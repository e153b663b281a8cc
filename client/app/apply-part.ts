/** The part of the pages that a rider needs to apply on the own phone. It loads as one script. */

export { ApplyScreen } from '../applications/apply-screen.tsx'
