import type { BootOptions } from '../../cli/index.ts';
import { warning, type DoctorFinding } from './finding.ts';

/**
 * Log of the examined kernel. Turns lines about contributions that never run into findings, and passes all other lines
 * to the log of the command.
 */
export class StartLog {
  readonly findings: DoctorFinding[] = [];

  constructor(private readonly rest: BootOptions['logTo']) {}

  write(line: string): void {
    const found = findingIn(line);
    if (found) this.findings.push(found);
    else this.rest.write(line);
  }
}

/** A finding for a line about a contribution that never runs. Lines with `err` are about contributions that ran. */
function findingIn(line: string): DoctorFinding | undefined {
  if (!line.startsWith('{')) return undefined;
  const { msg = '', contributor, err } = JSON.parse(line) as { msg?: string; contributor?: string; err?: unknown };
  return contributor === undefined || err !== undefined ? undefined : warning(`module ${contributor}`, msg);
}
