/**
 * Runs before `npm test`: installs the programs that its tests need. In CI a program that could have been installed and
 * is still missing is a failure, so that no test is skipped unnoticed.
 */
import { installRequirements, missingRequirements } from './support/requirements.ts'

installRequirements()
const missing = missingRequirements().map((one) => one.package)
if (missing.length > 0 && process.env.CI && process.getuid?.() === 0) {
  console.error(`These packages could not be installed: ${missing.join(', ')}`)
  process.exitCode = 1
}
