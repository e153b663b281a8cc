/** `pilotos doctor`: checks a data folder or a database, and prints its findings with advice. */
import { Command } from 'commander'
import { diagnose } from '../../server/store/diagnose.ts'
import type { Finding } from '../../server/store/finding.ts'
import { type DataOptions, dataOption } from '../options.ts'
import { ReportedFailure } from '../reported-failure.ts'
import { print } from '../terminal/output.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('revisa la carpeta de los datos, o la base de datos, sin tocarla, y dice qué hacer')
    .addOption(dataOption())
    .addHelpText('after', '\nEjemplo:\n  pilotos doctor')
    .action(async ({ data }: DataOptions) => {
      const findings = await diagnose(data)
      await print(findings.map(line).join(''))
      if (findings.some(({ level }) => level === 'problem')) throw new ReportedFailure(3)
    })
}

const marks = { ok: 'bien    ', warning: 'atención', problem: 'PROBLEMA' }

function line({ level, text, advice }: Finding): string {
  return `${marks[level]}  ${text}\n${advice ? `${' '.repeat(10)}→ ${advice}\n` : ''}`
}
