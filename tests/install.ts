/**
 * Installs the programs that the tests need, before `npm test`. In CI, it fails if a package that it could install is
 * still missing, so that no test is skipped unnoticed.
 */
import { installRequirements, missingRequirements } from './support/requirements.ts'

installRequirements()
const missing = missingRequirements().map((one) => one.package)
if (missing.length > 0 && process.env.CI && process.getuid?.() === 0) {
  console.error(`These packages could not be installed: ${missing.join(', ')}`)
  process.exitCode = 1
}
